import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/contract/response.js';

describe('outcomeOf', () => {
  it.each([
    'length',
    'max_tokens',
    'MAX_TOKENS',
    'max-output-tokens',
    'model_context_window_exceeded',
  ])('calls an answer that ended by %s cut off', (finishReason) => {
    expect(outcomeOf({ finishReason, outputTokens: 240 }, '{"little_penguin": [3, 5')).toBe(
      'cut-off',
    );
  });

  it('says that thinking used up the budget', () => {
    const facts = { finishReason: 'length', outputTokens: 240, reasoningTokens: 240 };
    expect(outcomeOf(facts, '')).toBe('thinking-used-up');
    expect(outcomeOf({ finishReason: 'length' }, ' \n')).toBe('thinking-used-up');
    expect(outcomeOf({ ...facts, reasoningTokens: 120 }, '[3, 5')).toBe('cut-off');
    expect(outcomeOf({ ...facts, reasoningTokens: 238 }, 'So')).toBe('thinking-used-up');
    const hundred = { ...facts, outputTokens: 100, reasoningTokens: 98 };
    expect(outcomeOf(hundred, 'So')).toBe('thinking-used-up');
    expect(outcomeOf({ ...hundred, outputTokens: 0 }, '[3, 5')).toBe('cut-off');
  });

  it.each(['content_filter', 'SAFETY', 'RECITATION', 'guardrail_intervened', 'content-filtered'])(
    'calls an answer that ended by %s filtered',
    (finishReason) => {
      expect(outcomeOf({ finishReason }, 'Here')).toBe('filtered');
    },
  );

  it('puts a filter before a limit, and a limit before a refusal', () => {
    expect(outcomeOf({ filtered: true, finishReason: 'length' }, '')).toBe('filtered');
    expect(outcomeOf({ refusal: true, finishReason: 'length' }, 'I')).toBe('cut-off');
    expect(outcomeOf({ refusal: true }, 'I cannot')).toBe('refused');
    expect(outcomeOf({ finishReason: 'refusal' }, '')).toBe('refused');
  });

  it.each([
    {},
    { finishReason: 'stop' },
    { finishReason: 'end_turn' },
    { outputTokens: 0, reasoningTokens: 0 },
  ])('says nothing of %j', (facts) => {
    expect(outcomeOf(facts, '[3, 5]')).toBe('finished');
  });
});
