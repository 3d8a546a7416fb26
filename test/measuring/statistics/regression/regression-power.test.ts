import { describe, expect, it } from 'vitest';
import {
  imaginedFrom,
  regressionPower,
  statedPower,
} from '../../../../src/measuring/statistics/regression/regression-power.js';

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

  it('is 0 for no prompts, of which none are imagined', () => {
    const nothing = { probability: 0, evaluations: 0 };
    expect(regressionPower([], { ...LIMITS, drop: 0.5 })).toEqual(nothing);
  });

  const many = (count: number) => grid(4, count / 4).map((own) => ({ ...own, marks: 1 }));

  it('imagines fewer evaluations of more prompts, and of very many only until it is plain', () => {
    const of = (count: number, drop: number) => regressionPower(many(count), { ...LIMITS, drop });
    expect(of(2000, 0.4)).toEqual({ probability: 1, evaluations: 75 });
    expect(of(2004, 0.4)).toEqual({ probability: 1, evaluations: 8 });
    expect(of(2004, 0)).toEqual({ probability: 0, evaluations: 8 });
    const open = of(8000, 0.03);
    expect(open.evaluations).toBe(20);
    expect(open.probability).toBeGreaterThan(0.5);
    expect(open.probability).toBeLessThan(1);
  });
});

describe('statedPower', () => {
  it('has bounds for what a small baseline does not know', () => {
    const cases = grid(3, 4).map(({ tokens, marks }, i) => ({
      tokens,
      marks,
      baseline: [[1 - (i % 4) / 32]],
      candidate: [],
    }));
    const stated = statedPower([{ series: 'stars', cases }], { ...LIMITS, drop: 0.1 });
    expect(stated.low).toBeLessThan(stated.probability!);
    expect(stated.high).toBeGreaterThanOrEqual(stated.probability!);
  });

  it('is unknown where the baseline leaves it anywhere', () => {
    const cases = [4000, 4000, 8000, 8000].map((tokens, i) => {
      return { tokens, marks: 32, baseline: [[0.85 + i / 32]], candidate: [] };
    });
    const stated = statedPower([{ series: 'stars', cases }], { ...LIMITS, drop: 0.2 });
    expect(stated).not.toHaveProperty('probability');
    expect(stated.high - stated.low).toBeGreaterThan(0.5);
  });

  it('has no wider bounds where very many prompts tell how marks hang together', () => {
    const cases = grid(4, 501).map(({ tokens, marks }, i) => {
      return { tokens, marks, baseline: [[1 - (i % 4) / 32]], candidate: [] };
    });
    expect(statedPower([{ series: 'stars', cases }], { ...LIMITS, drop: 0.4 })).toEqual({
      probability: 1,
      evaluations: 8,
      low: 1,
      high: 1,
    });
  });
});

it('a baseline is imagined from the runs that have a prompt, drawn towards the mean', () => {
  const own = (tokens: number, baseline: number[][]) => {
    return { tokens, marks: 4, baseline, candidate: [] };
  };
  const cases = [own(4000, [[], [0.5]]), own(8000, [[1], [0.5]]), own(8000, [[]])];
  const imagined = imaginedFrom([{ series: 'stars', cases }]);
  // Means of 0.5 and 0.75, each counted once beside the overall mean of 0.625.
  expect(imagined.map(({ tokens, recall }) => [tokens, recall])).toEqual([
    [4000, 0.5625],
    [8000, 0.6875],
  ]);
});
