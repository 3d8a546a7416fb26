import { describe, expect, it } from 'vitest';
import { plain } from '../../../src/measuring/document/foreign.js';
import {
  limitNotes,
  mostOutput,
  seenIn,
  thinkersOf,
  thinkingOf,
  thinkingText,
  withThinking,
} from '../../../src/measuring/planning/thinking.js';

describe('thinkingOf', () => {
  it.each([
    'openai:chat:gpt-6-luna',
    'openai:gpt-6-astra',
    'openai:responses:gpt-5.6-terra',
    'o3',
    'openai:o4-mini',
    'openrouter:openai/o3',
    'anthropic:messages:claude-sonnet-5',
    'anthropic:messages:claude-opus-5-5',
    'bedrock:converse:us.anthropic.claude-fable-5-1-v1',
    'xai:grok-5',
    'xai:grok-4.6',
    'google:gemini-3.8-flash',
    'google:gemini-2.5-flash',
    'google:gemini-2.0-flash-thinking-exp',
    'ollama:chat:gpt-oss:20b',
  ])('assumes thinking of %s, which is listed', (id) => {
    expect(thinkingOf({ id })).toEqual({ tokens: 4000, from: 'assumed' });
  });

  it.each([
    'openai:chat:gpt-4.1',
    'openai:gpt-5-chat-latest',
    'anthropic:messages:claude-haiku-4-5',
    'anthropic:messages:claude-sonnet-4-6',
    'bedrock:us.anthropic.claude-3-5-sonnet-20241022-v2:0',
    'google:gemini-2.0-flash',
    'xai:grok-4.20-non-reasoning',
    'openrouter:qwen/qwen3-235b-a22b-2507',
    'huggingface:text-generation:meta-llama/Llama-3.1-8B-Instruct',
    'package:promptfoo-counting-stars:SimulatedReader',
    'simulated-reader:perfect',
    'echo',
  ])('knows that %s does not think unless told to', (id) => {
    expect(thinkingOf({ id })).toBeUndefined();
    expect(thinkingOf({ id, thinking: 2048 })).toEqual({ tokens: 2048, from: 'config' });
  });

  it.each(['openai:chat:gpt-7', 'azure:chat:my-deployment', 'file://mine.mjs', 'xai:grok-6'])(
    'assumes thinking of %s, which nobody has listed',
    (id) => {
      expect(thinkingOf({ id })).toEqual({ tokens: 4000, from: 'unlisted' });
      expect(thinkingOf({ id }, 0)).toBeUndefined();
      expect(thinkingOf({ id }, 1500)).toEqual({ tokens: 1500, from: 'given' });
      expect(thinkingOf({ id, thinking: 0 }, 1500)).toBeUndefined();
    },
  );

  it('takes what answers took, once three are seen', () => {
    const answers = [100, 900, 400].map((outputTokens) => ({ outputTokens }));
    const id = 'openai:chat:gpt-7';
    expect(thinkingOf({ id, seen: seenIn(answers.slice(1)) })!.from).toBe('unlisted');
    const seen = seenIn([...answers, { outputTokens: 9000, error: 'cut' }, {}]);
    expect(seen).toEqual({ answers: 3, longest: 900 });
    expect(thinkingOf({ id, seen })).toEqual({ tokens: 1800, from: 'answers' });
    expect(mostOutput({ id, seen }, 200)).toBe(1800);
    expect(mostOutput({ id, seen }, 3000)).toBe(3000);
  });
});

describe('withThinking', () => {
  it('lays what the user says over all that think, and over nobody else', () => {
    const providers = [
      { id: 'openai:gpt-7' },
      { id: 'openai:gpt-4.1' },
      { id: 'openai:gpt-5.6-luna', thinking: 0 },
    ];
    expect(withThinking(providers, undefined)).toEqual(providers);
    const [unlisted, ...others] = withThinking(providers, 0);
    expect(unlisted).toEqual({ id: 'openai:gpt-7', thinking: 0 });
    expect(others).toEqual(providers.slice(1));
    expect(thinkersOf(withThinking(providers, 0))).toEqual([]);
    expect(thinkersOf(withThinking(providers, 700))).toEqual([
      { provider: 'openai:gpt-7', thinking: { tokens: 700, from: 'config' } },
    ]);
  });
});

describe('what is said of thinking', () => {
  it('names the assumption, and how to take it back', () => {
    expect(plain(thinkingText('gpt-7', { tokens: 4000, from: 'unlisted' }))).toBe(
      'gpt-7 is not in the list of models. Upper cost assumes 4,000 thinking tokens per answer ' +
        '(--thinking none if it doesn’t think).',
    );
    expect(plain(thinkingText('gpt-7', { tokens: 1800, from: 'answers' }))).toBe(
      'Upper cost of gpt-7 assumes answers of 1,800 tokens, twice its longest so far.',
    );
  });

  it('names what a limit rests on, where it is assumed', () => {
    const limit =
      'Only longer answers can exceed the budget. After 3 answers of a model, twice its longest is assumed.';
    const of = (from: 'config' | 'assumed') => [
      { provider: 'a', thinking: { tokens: 4000, from } },
      { provider: 'b' },
    ];
    expect(limitNotes(of('assumed'), true)).toEqual([
      'Upper cost of a assumes 4,000 thinking tokens per answer. Change it with --thinking.',
      limit,
    ]);
    expect(limitNotes(of('assumed'), false)).toHaveLength(1);
    expect(limitNotes(of('config'), true)).toHaveLength(1);
    expect(limitNotes([{ provider: 'b' }], true)).toEqual([]);
  });
});
