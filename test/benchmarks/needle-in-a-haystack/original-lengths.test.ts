import { describe, expect, it } from 'vitest';
import type { NeedleCase } from '../../../src/benchmarks/needles/hidden-needles.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { loadTokenizer } from '../../../src/haystack/tokenizer.js';
import { needleInAHaystack } from '../../../src/index.js';

describe('buffer', () => {
  it('is not for a config with a reserve', async () => {
    await expect(needleInAHaystack({ buffer: 200, reserve: 10 })).rejects.toThrow(
      /`buffer` and `reserve` both say what stays free/,
    );
  });

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
