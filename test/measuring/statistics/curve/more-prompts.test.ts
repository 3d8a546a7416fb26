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
    expect(more.lengths).toEqual(LENGTHS);
    expect(more.seeds).toBeGreaterThan(1);
    expect(more.seeds).toBeLessThan(12);
    expect(more.chance).toBeGreaterThanOrEqual(0.5);
    expect(morePrompts(unknown, [...LENGTHS].reverse(), 32)).toEqual(more);
  });

  it('are the fewer, the less is asked for', () => {
    const sure = morePrompts(unknown, LENGTHS, 32)!;
    const less = morePrompts(unknown, LENGTHS, 32, { confidence: 0.7 })!;
    expect(less.seeds).toBeLessThan(sure.seeds);
  });

  it('are asked where it is open whether recall has fallen, and nowhere else', () => {
    const falling = curveOf({
      4000: [32, 32, 32, 31, 32, 32, 32, 32, 31, 32, 32, 32, 32, 32, 31, 32],
      16000: [30, 22, 32, 24],
      128000: [2, 3, 1, 2],
    });
    const lengths = [4000, 16_000, 128_000];
    expect(morePrompts(falling, lengths, 32, { floor: 8000 })!.lengths).toEqual([16_000]);
  });

  it('are none where they would only be as undecided: at the threshold', () => {
    const at = curveOf({ 32000: Array.from({ length: 40 }, (_, i) => (i % 5 < 1 ? 28 : 27)) });
    expect(morePrompts(at, [32_000], 1)).toBeUndefined();
  });

  it('refuses a confidence that is none', () => {
    expect(() => morePrompts(unknown, LENGTHS, 32, { confidence: 2 })).toThrow(
      'confidence must be above 0 and below 1, not 2',
    );
  });
});
