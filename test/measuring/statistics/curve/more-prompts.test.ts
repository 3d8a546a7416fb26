import { describe, expect, it } from 'vitest';
import { crossing, isKnown } from '../../../../src/measuring/statistics/curve/effective-length.js';
import { morePrompts } from '../../../../src/measuring/statistics/curve/more-prompts.js';
import { recallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';

const grid = (found: Record<number, number[]>, marks = 32) =>
  Object.entries(found).flatMap(([tokens, counts]) =>
    counts.map((right) => ({
      tokens: Number(tokens),
      marks: Array.from({ length: marks }, (_, i) => Number(i < right)),
    })),
  );
const LENGTHS = [32_000, 64_000, 128_000];
const curveOf = (found: Record<number, number[]>) => recallCurve(grid(found));
const unknown = curveOf({ 32000: [30, 29, 28], 64000: [28, 20, 29], 128000: [27, 29, 12] });

describe('morePrompts', () => {
  it('are a few seeds where the effective length may be any', () => {
    expect(isKnown(crossing(unknown))).toBe(false);
    const more = morePrompts(unknown, LENGTHS, 32)!;
    expect(more.seeds).toBeGreaterThan(1);
    expect(more.seeds).toBeLessThan(20);
    expect(more.chance).toBeGreaterThanOrEqual(0.8);
    expect(morePrompts(unknown, [...LENGTHS].reverse(), 32)).toEqual(more);
  });

  it('are none where they would only be as inconclusive: at the threshold', () => {
    const at = curveOf({ 32000: Array.from({ length: 40 }, (_, i) => (i % 5 < 1 ? 28 : 27)) });
    expect(morePrompts(at, [32_000], 1)).toBeUndefined();
  });
});
