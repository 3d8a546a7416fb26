import { describe, expect, it } from 'vitest';
import {
  regressionPower,
  statedPower,
} from '../../../src/statistics/regression/regression-power.js';

const LIMITS = { alpha: 0.05, maxDrop: 0.02 };

const grid = (lengths: number, seeds: number, icc = 0) =>
  Array.from({ length: lengths * seeds }, (_, i) => ({
    series: 0,
    tokens: 4000 * (1 + (i % lengths)),
    marks: 32,
    recall: 0.95,
    icc,
  }));

const power = (prompts: ReturnType<typeof grid>, drop: number) =>
  regressionPower(prompts, { ...LIMITS, drop }, { evaluations: 200 }).probability;

describe('regressionPower', () => {
  it('finds nothing where nothing fell, beyond alpha', () => {
    expect(power(grid(32, 1), 0)).toBeLessThanOrEqual(0.08);
  });

  it('grows with the drop and with seeds, and shrinks with the correlation of marks', () => {
    expect(power(grid(3, 3), 0.1)).toBeGreaterThan(power(grid(3, 3), 0.05));
    expect(power(grid(3, 6), 0.05)).toBeGreaterThan(power(grid(3, 3), 0.05));
    expect(power(grid(3, 6, 0.2), 0.05)).toBeLessThan(power(grid(3, 6), 0.05));
  });

  it('says the same each time', () => {
    expect(power(grid(3, 3), 0.05)).toBe(power(grid(3, 3), 0.05));
  });

  it('is 0 for no prompts', () => {
    expect(power([], 0.5)).toBe(0);
  });
});

describe('statedPower', () => {
  it('has bounds for what a small baseline does not know', () => {
    const cases = grid(3, 3).map(({ tokens, marks }, i) => ({
      tokens,
      marks,
      baseline: [[1 - (i % 4) / 32]],
      candidate: [],
    }));
    const stated = statedPower([{ series: 'stars', cases }], { ...LIMITS, drop: 0.1 });
    expect(stated.low).toBeLessThan(stated.probability);
    expect(stated.high).toBeGreaterThanOrEqual(stated.probability);
  });
});
