import { describe, expect, it } from 'vitest';
import { isCached, usageOf } from '../../src/contract/response.js';

/** What promptfoo keeps where it is told nothing. */
const NOTHING = { reasoning: 0, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 };

describe('usageOf, of what promptfoo 0.123.1 stores', () => {
  it.each([
    [
      'OpenAI, with thinking within the answer',
      {
        ...{ prompt: 64_000, completion: 300, cached: 0, total: 64_300, numRequests: 1 },
        completionDetails: { ...NOTHING, reasoning: 200, cacheReadInputTokens: 60_000 },
      },
      { promptTokens: 64_000, cachedTokens: 60_000, outputTokens: 300, reasoningTokens: 200 },
    ],
    [
      'Gemini, with thinking beside the answer, and cached tokens in the place of its own cache',
      {
        ...{ prompt: 64_000, completion: 100, cached: 60_000, total: 64_300, numRequests: 1 },
        completionDetails: { ...NOTHING, reasoning: 200 },
      },
      { promptTokens: 64_000, cachedTokens: 60_000, outputTokens: 300, reasoningTokens: 200 },
    ],
    [
      'Anthropic in a release that counts only what was not cached',
      {
        ...{ prompt: 4000, completion: 100, cached: 0, total: 4100, numRequests: 1 },
        completionDetails: { ...NOTHING, cacheReadInputTokens: 60_000 },
      },
      { promptTokens: 64_000, cachedTokens: 60_000, outputTokens: 100 },
    ],
    ['a provider that tells a total alone', { total: 4100, numRequests: 1 }, {}],
    ['zeros, which are what nobody told', { prompt: 0, completion: 0, cached: 0, total: 0 }, {}],
    ['damage', { prompt: -1, completion: Number.NaN, cached: '9', total: 1e300 }, {}],
    ['a huge number', { prompt: 1e15, completion: 5 }, { outputTokens: 5 }],
    ['nothing', null, {}],
  ])('reads %s', (_, tokenUsage, usage) => {
    expect(usageOf({ tokenUsage })).toEqual(usage);
    expect(isCached({ tokenUsage })).toBe(false);
  });

  it.each([
    { cached: true, tokenUsage: { cached: 64_300, total: 64_300 } },
    {
      cached: true,
      tokenUsage: { prompt: 64_000, completion: 300, cached: 64_300, total: 64_300 },
    },
    { tokenUsage: { prompt: 0, completion: 0, cached: 64_300, total: 64_300 } },
  ])("does not take what promptfoo's own cache answered for a provider's", (response) => {
    expect(isCached(response)).toBe(true);
    expect(usageOf(response)).not.toHaveProperty('cachedTokens');
  });
});
