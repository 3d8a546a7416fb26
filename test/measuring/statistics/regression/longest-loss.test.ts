import { describe, expect, it } from 'vitest';
import {
  longestBound,
  longestLoss,
} from '../../../../src/measuring/statistics/regression/longest-loss.js';

const OPTIONS = { alpha: 0.05, maxDrop: 0.02, drop: 0.05 };
const grid = (lengths: readonly number[], seeds: number, icc = 0.05) =>
  lengths.flatMap((tokens) =>
    Array.from({ length: seeds }, () => ({ series: 0, tokens, marks: 32, recall: 0.95, icc })),
  );
const THREE = [32_000, 64_000, 128_000];

describe('longestLoss', () => {
  it('says that one prompt at the longest length shows no loss there, and three do', () => {
    const one = longestLoss(grid(THREE, 1), OPTIONS)!;
    expect(one).toMatchObject({ tokens: 128_000, prompts: 1, enough: { prompts: 3 } });
    expect(one.probability).toBeLessThan(0.1);
    expect(one.enough!.probability).toBeGreaterThan(0.8);
    const three = longestLoss(grid(THREE, 3), OPTIONS)!;
    expect(three.probability).toBeGreaterThan(0.8);
    expect(three.enough).toBeUndefined();
  });

  it('says what bound the gate will state of a reader that loses nothing', () => {
    const three = longestBound(grid(THREE, 3), OPTIONS)!;
    expect(three).toMatchObject({ fromTokens: 128_000, toTokens: 128_000 });
    expect(three.bound).toBeCloseTo(0.32, 1);
    expect(longestBound(grid(THREE, 8), OPTIONS)!.bound).toBeLessThan(0.2);
    // One prompt alone says too little, so it is that of the longer half.
    expect(longestBound(grid(THREE, 1), OPTIONS)!.fromTokens).toBe(64_000);
    expect(longestBound(grid([8000], 5), OPTIONS)).toBeUndefined();
  });

  it('has nothing to say of one length, and is the same each time', () => {
    expect(longestLoss(grid([8000], 5), OPTIONS)).toBeUndefined();
    expect(longestLoss(grid(THREE, 2), OPTIONS)).toEqual(longestLoss(grid(THREE, 2), OPTIONS));
  });
});
