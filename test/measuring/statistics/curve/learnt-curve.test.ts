import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  crossing,
  likelyLengths,
} from '../../../../src/measuring/statistics/curve/effective-length.js';
import { correlationOf } from '../../../../src/measuring/statistics/curve/expected-information.js';
import { learntCurve } from '../../../../src/measuring/statistics/curve/learnt-curve.js';

const octaves = [4000, 8000, 16_000, 32_000, 64_000, 128_000];

/** Prompts of a reader at every octave. With a correlation, some answers are perfect, and the others worse for it. */
function asked(recallAt: (tokens: number) => number, times: number, icc = 0, seed = 'learnt') {
  const random = seedrandom(seed);
  return octaves.flatMap((tokens) =>
    Array.from({ length: times }, () => {
      const recall = recallAt(tokens);
      const lost = icc === 0 ? 1 - recall : Math.min(1, 1 - recall + icc * recall);
      const own = random() < (1 - recall) / lost ? 1 - lost : 1;
      return { tokens, marks: Array.from({ length: 32 }, () => Number(random() < own)) };
    }),
  );
}

describe('learntCurve', () => {
  it.each([
    [0, 0, 0.02],
    [0.05, 0.02, 0.15],
    [0.2, 0.1, 0.45],
    [0.4, 0.2, 0.45],
  ])('learns a correlation of %s', (icc, least, most) => {
    const { explanations } = learntCurve(
      asked(() => 0.85, 12, icc),
      0.85,
    );
    const found = correlationOf({ explanations });
    expect(found).toBeGreaterThanOrEqual(least);
    expect(found).toBeLessThanOrEqual(most);
    const weights = explanations.map(({ weight }) => weight);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
  });

  it('knows less of a reader whose answers are good or bad as a whole', () => {
    const falling = (tokens: number) => 0.97 - 0.05 * Math.log2(tokens / 4000);
    const width = (icc: number) => {
      const { low, high } = crossing(learntCurve(asked(falling, 12, icc), 0.85, [22_000, 45_000]));
      return Math.min(high, 256_000) / Math.max(low, 2000);
    };
    expect(width(0.3)).toBeGreaterThan(width(0));
  });

  it('has marginals of probability 1, and lengths that never rise in likelihood', () => {
    const curve = learntCurve(
      asked((tokens) => (tokens > 20_000 ? 0.4 : 0.97), 6),
      0.85,
      [24_000],
    );
    expect(curve.tokens).toContain(24_000);
    for (const marginal of curve.marginals) {
      expect(marginal.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    }
    const likely = likelyLengths(curve).map(({ probability }) => probability);
    expect(likely.every((one, i) => i === 0 || one <= likely[i - 1]! + 1e-12)).toBe(true);
    const { low, high } = crossing(curve);
    expect([low, high]).toEqual([16_000, 32_000]);
  });

  it('leaves out answers that failed whole, and refuses what cannot be', () => {
    const good = asked(() => 0.97, 3);
    const lost = { tokens: 16_000, marks: new Array<number>(32).fill(0) };
    expect(likelyLengths(learntCurve([...good, lost], 0.85))).toEqual(
      likelyLengths(learntCurve(good, 0.85)),
    );
    expect(() => learntCurve([], 0.85)).toThrow('a recall curve needs a prompt with a mark');
    expect(() => learntCurve([], 0.85, [-1])).toThrow('tokens must be a number above 0, not -1');
  });
});
