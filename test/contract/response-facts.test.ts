import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/contract/response-facts.js';

describe('outcomeOf', () => {
  it.each([
    'length',
    'max_tokens',
    'MAX_TOKENS',
    'max-output-tokens',
    'model_context_window_exceeded',
  ])('calls an answer that ended by %s cut off', (finishReason) => {
    expect(outcomeOf({ finishReason, outputTokens: 240 }, '{"little_penguin": [3, 5')).toEqual({
      outcome: 'cut-off',
      reason:
        'the answer was cut off at the output limit of 240 tokens ' +
        `(finish reason "${finishReason}"); raise the provider's max_tokens`,
    });
  });

  it('says that thinking used up the budget', () => {
    const facts = { finishReason: 'length', outputTokens: 240, reasoningTokens: 240 };
    expect(outcomeOf(facts, '')).toEqual({
      outcome: 'thinking-used-up',
      reason:
        '240 tokens of thinking used up the output limit before the answer (finish reason "length"); ' +
        "raise the provider's max_tokens, or lower its thinking budget",
    });
    expect(outcomeOf({ finishReason: 'length' }, ' \n').outcome).toBe('thinking-used-up');
    expect(outcomeOf({ ...facts, reasoningTokens: 120 }, '[3, 5').outcome).toBe('cut-off');
    expect(outcomeOf({ ...facts, reasoningTokens: 238 }, 'So').outcome).toBe('thinking-used-up');
    const hundred = { ...facts, outputTokens: 100, reasoningTokens: 98 };
    expect(outcomeOf(hundred, 'So').outcome).toBe('thinking-used-up');
    expect(outcomeOf({ ...hundred, outputTokens: 0 }, '[3, 5').outcome).toBe('cut-off');
  });

  it.each(['content_filter', 'SAFETY', 'RECITATION', 'guardrail_intervened', 'content-filtered'])(
    'calls an answer that ended by %s filtered',
    (finishReason) => {
      expect(outcomeOf({ finishReason }, 'Here').outcome).toBe('filtered');
    },
  );

  it('names a finish reason only where there is one', () => {
    expect(outcomeOf({ filtered: true }, '').reason).toBe(
      "the provider's filter held the answer back; change its safety settings or the haystack",
    );
    expect(outcomeOf({ finishReason: ' Max  Tokens' }, '[3').reason).toBe(
      'the answer was cut off at the output limit (finish reason " Max  Tokens"); ' +
        "raise the provider's max_tokens",
    );
  });

  it('puts a filter before a limit, and a limit before a refusal', () => {
    expect(outcomeOf({ filtered: true, finishReason: 'length' }, '').outcome).toBe('filtered');
    expect(outcomeOf({ refusal: true, finishReason: 'length' }, 'I').outcome).toBe('cut-off');
    expect(outcomeOf({ refusal: true }, 'I cannot').outcome).toBe('refused');
    expect(outcomeOf({ finishReason: 'refusal' }, '').outcome).toBe('refused');
  });

  it.each([
    {},
    { finishReason: 'stop' },
    { finishReason: 'end_turn' },
    { outputTokens: 0, reasoningTokens: 0 },
  ])('says nothing of %j', (facts) => {
    expect(outcomeOf(facts, '[3, 5]')).toEqual({ outcome: 'finished', reason: '' });
  });
});
