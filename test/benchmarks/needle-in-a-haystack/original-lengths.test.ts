import { describe, expect, it } from 'vitest';
import type { NeedleCase } from '../../../src/benchmarks/needles/hidden-needles.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { loadTokenizer } from '../../../src/haystack/tokenizer.js';
import { needleInAHaystack } from '../../../src/index.js';
import { sortedBy } from '../../sorted-by.js';

describe('minTokens', () => {
  it('spreads lengths evenly from the shortest to the longest, both included', async () => {
    const steps = async (maxTokens: number, lengths: number) => {
      const tests = await needleInAHaystack({ minTokens: 1000, maxTokens, lengths, depths: 1 });
      const tokens = tests.map(({ vars }) => (vars!.case as unknown as NeedleCase).tokens);
      return sortedBy(tokens, (one) => one);
    };
    expect(await steps(16_000, 5)).toEqual([1000, 4750, 8500, 12_250, 16_000]);
    // Halves go to the even number, as in NumPy.
    expect(await steps(1005, 3)).toEqual([1000, 1002, 1005]);
    expect(await steps(1007, 3)).toEqual([1000, 1004, 1007]);
  });

  it.each([
    [{ minTokens: 1000, lengths: [4000] }, /`minTokens` cannot change `lengths` that are a list/],
    [{ minTokens: 9000, maxTokens: 4000 }, /`minTokens` is 9000, but `maxTokens` is 4000/],
    [{ buffer: 200, reserve: 10 }, /`buffer` and `reserve` both say what stays free/],
  ])('refuses %j', async (config, message) => {
    await expect(needleInAHaystack(config)).rejects.toThrow(message);
  });
});

describe('buffer', () => {
  it('counts the context alone, and leaves some of its tokens free', async () => {
    const tests = await needleInAHaystack({
      lengths: [2000, 6000],
      depths: [0, 0.5, 1],
      buffer: 200,
    });
    const tokenizer = await loadTokenizer('o200k_base');
    const count = (text: string) => tokenizer.count(text);
    for (const test of tests) {
      const theCase = test.vars!.case as unknown as NeedleCase;
      const { context, prompt, promptTokens } = await buildPrompt(theCase);
      expect(theCase.tokens - 200 - count(context)).toBeGreaterThanOrEqual(0);
      expect(theCase.tokens - 200 - count(context)).toBeLessThanOrEqual(40);
      expect(promptTokens).toBe(count(prompt));
    }
  });
});
