import { describe, expect, it } from 'vitest';
import { countingStars, keyValueRetrieval, needleInAHaystack } from '../../src/index.js';
import { assertWithinLimits, withinLimits } from '../../src/options/parse-options.js';

const TOO_MANY = 'but the most is 10000: more of anything would only use up memory';

describe('a number without bounds', () => {
  it.each([
    [countingStars, { lengths: 1e9 }, '`lengths` is 1000000000'],
    [countingStars, { stars: 1e9 }, '`stars` is 1000000000'],
    [countingStars, { stars: [4, 1e9] }, '`stars[1]` is 1000000000'],
    [countingStars, { seeds: 1_000_000 }, '`seeds` is 1000000'],
    [countingStars, { distractors: 1_000_000 }, '`distractors` is 1000000'],
    [needleInAHaystack, { depths: 1e9 }, '`depths` is 1000000000'],
    [keyValueRetrieval, { pairs: 1e9 }, '`pairs` is 1000000000'],
  ])('%# is refused with its limit', async (generator, config, what) => {
    const made = (generator as (config: object) => Promise<unknown>)(config);
    await expect(made).rejects.toThrow(`${what}, ${TOO_MANY}`);
  });

  it('as a length is refused with its own limit', async () => {
    const message = 'but a prompt has at most 20000000 tokens, twice what any model takes.';
    await expect(countingStars({ lengths: [1e9] })).rejects.toThrow(
      `countingStars: \`lengths[0]\` is 1000000000, ${message}`,
    );
    await expect(countingStars({ maxTokens: 1e300 })).rejects.toThrow('`maxTokens` is 1e+300');
  });

  it('is nothing to complain of where any number will do', () => {
    expect(() =>
      assertWithinLimits('g', { seeds: [20_260_101], lengths: [128_000] }),
    ).not.toThrow();
    expect(() => assertWithinLimits('g', undefined)).not.toThrow();
  });

  it('that is none is not too large', async () => {
    await expect(countingStars({ stars: Number.NaN })).rejects.not.toThrow(TOO_MANY);
  });

  it('of a list is refused', () => {
    const seeds = Array.from({ length: 10_001 }, (_, i) => i);
    expect(() => assertWithinLimits('g', { seeds })).toThrow('g: `seeds` is a list of 10001');
  });
});

describe('withinLimits', () => {
  it('stops where options multiply to too many prompts', async () => {
    function* endless() {
      for (let i = 0; ; i++) yield i;
    }
    await expect(withinLimits('g', endless(), 0)).rejects.toThrow(
      'g: these options make more than 100000 prompts together',
    );
    async function* two() {
      yield* [1, 2];
    }
    for (const cases of [[1, 2], two()]) {
      expect(await withinLimits('g', cases, 99_998)).toEqual([1, 2]);
    }
    await expect(withinLimits('g', two(), 99_999)).rejects.toThrow('more than 100000');
  });
});
