import { describe, expect, it } from 'vitest';
import { dropBounds } from '../../../src/statistics/regression/drop-bounds.js';
import { mean, type PairedPrompt } from '../../../src/statistics/regression/paired-prompts.js';

const prompt = (runs: number[], now: number, { series = 0, marks = 32 } = {}): PairedPrompt => {
  const before = mean(runs);
  return { series, tokens: 4000, marks, runs, before, now, drop: before - now };
};
const many = (count: number, ...own: Parameters<typeof prompt>) =>
  Array.from({ length: count }, () => prompt(...own));

const NO_DRIFT = [{ variance: 0, weight: 1 }];
/** Normal quantile of 0.975, squared; and Student's t of 0.975 with 3 degrees of freedom. */
const [Z2, T3] = [1.959964 ** 2, 3.182446];

describe('dropBounds', () => {
  it('of perfect prompts takes each for one mark (Wilson)', () => {
    const bounds = dropBounds(many(9, [1], 1), NO_DRIFT, 0.95);
    expect(bounds.value).toBe(0);
    expect(bounds.high).toBeCloseTo(Z2 / (9 + Z2), 6);
    expect(bounds.low).toBeCloseTo(-Z2 / (9 + Z2), 6);
    // Two baseline runs are worth twice as many.
    const twice = dropBounds(many(9, [1, 1], 1), NO_DRIFT, 0.95);
    expect(twice.high).toBeCloseTo(Z2 / (9 + Z2), 6);
    expect(twice.low).toBeCloseTo(-Z2 / (18 + Z2), 6);
  });

  it('is Student’s t where drops spread more than marks do', () => {
    const drops = [-0.1, 0, 0.1, 0.4];
    const prompts = drops.map((drop) => prompt([0.5], 0.5 - drop, { marks: 1e6 }));
    const half = (T3 * Math.sqrt(0.14 / 3)) / Math.sqrt(4);
    const { value, low, high } = dropBounds(prompts, NO_DRIFT, 0.95);
    expect(value).toBeCloseTo(0.1, 12);
    // Each side is the wider of the two intervals.
    expect(high - value).toBeGreaterThanOrEqual(half - 1e-6);
    expect(value - low).toBeGreaterThanOrEqual(half - 1e-6);
    expect(Math.min(high - value, value - low)).toBeLessThan(1.3 * half);
  });

  it('measures how marks hang together in each series by itself', () => {
    const even = (series: number) => many(8, [0.5], 0.5, { series });
    const width = (prompts: PairedPrompt[]) => {
      const { low, high } = dropBounds(prompts, NO_DRIFT, 0.95);
      return high - low;
    };
    // Of perfect prompts it is not known, whatever those of another series say.
    const perfect = many(8, [1], 1);
    expect(width([...perfect, ...even(1)])).toBeGreaterThan(1.5 * width([...perfect, ...even(0)]));
  });

  it.each([1, 2])('is wider by a drift of runs, of which the baseline has %d', (runs) => {
    const prompts = many(40, Array(runs).fill(0.5), 0.5);
    const still = dropBounds(prompts, NO_DRIFT, 0.95);
    const { low, high } = dropBounds(prompts, [{ variance: 0.01, weight: 1 }], 0.95);
    const widened = (half: number) => Math.sqrt(half ** 2 + Z2 * 0.01 * (1 + 1 / runs));
    expect(high).toBeCloseTo(widened(still.high), 6);
    expect(low).toBeCloseTo(-widened(still.low), 6);
  });

  it('stays within −1 and 1', () => {
    const { low, high } = dropBounds(many(2, [1], 0), [{ variance: 0.09, weight: 1 }], 0.99);
    expect([low > 0, high]).toEqual([false, 1]);
    expect(dropBounds(many(2, [0], 1), NO_DRIFT, 0.99).low).toBe(-1);
  });
});
