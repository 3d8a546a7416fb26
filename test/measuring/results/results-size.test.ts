import { describe, expect, it } from 'vitest';
import {
  outputAdvice,
  resultsSize,
  unitsText,
} from '../../../src/measuring/results/results-size.js';

const tests = (count: number, tokens: number, models = 1) =>
  Array.from({ length: count }, () => new Array<number>(models).fill(tokens * 4.6));

describe('the size of results', () => {
  it.each([
    ['the grid of init', tests(40, 24_000), 'json'],
    ['Counting-Stars-(32-32)', tests(32, 66_000), 'json'],
    ['920 prompts of 128K', tests(920, 128_000), 'jsonl'],
    ['12 readers, 5 seeds of 32-32', tests(160, 66_000, 12), 'jsonl'],
    ['125 prompts of 1M, of which promptfoo writes 100 at once', tests(125, 1_000_000), 'database'],
    ['80 prompts of 1M', tests(80, 1_000_000), 'json'],
    ['100 prompts of 1M for three readers', tests(100, 1_000_000, 3), 'database'],
  ] as const)('says how to keep %s', (_, all, writable) => {
    expect(resultsSize(all).writable).toBe(writable);
  });

  it('counts each prompt once, and what stands beside it', () => {
    expect(resultsSize([[1e6, 1e6], [1e6]]).units).toBe(3_018_000);
    expect(unitsText(3_018_000)).toBe('3 MB');
    expect(unitsText(575_000_000)).toBe('575 MB');
    expect(unitsText(1_250_000_000)).toBe('1.3 GB');
  });

  it('advises what works', () => {
    expect(outputAdvice('jsonl')).toBe(
      'write `-o results.jsonl`, or leave out `-o` and read them with `--eval latest`',
    );
    expect(outputAdvice('database')).toBe('leave out `-o` and read them with `--eval latest`');
  });
});
