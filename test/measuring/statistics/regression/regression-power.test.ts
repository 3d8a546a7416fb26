import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { meanOrNaN } from '../../../../src/measuring/statistics/curve/prompt-marks.js';
import {
  imaginedFrom,
  imaginedScore,
  regressionPower,
  seedsNeeded,
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

const DRAWS = 3000;

describe('imaginedScore', () => {
  it.each([
    { marks: 1, recall: 0.3, icc: 0.2 },
    { marks: 2, recall: 0.7, icc: 0.3 },
    { marks: 8, recall: 0.5, icc: 0 },
    { marks: 8, recall: 0.9, icc: 0.6 },
    { marks: 8, recall: 0.4, icc: 1 },
    // Shapes so small that both gammas of the beta are often 0 to a computer.
    { marks: 8, recall: 0.8, icc: 0.9999 },
    { marks: 400, recall: 0.6, icc: 0.02 },
    { marks: 1000, recall: 0.6, icc: 0 },
    { marks: 1000, recall: 0.2, icc: 0.1 },
  ])('has the mean and the variance of a beta-binomial share: %o', ({ marks, recall, icc }) => {
    const random = seedrandom(`${marks}/${recall}/${icc}`);
    const scores = Array.from({ length: DRAWS }, () =>
      imaginedScore({ marks, recall, icc }, random),
    );
    const variance = recall * (1 - recall) * (1 / marks + (1 - 1 / marks) * icc);
    const spread = meanOrNaN(scores.map((score) => (score - recall) ** 2));
    expect(Math.abs(meanOrNaN(scores) - recall)).toBeLessThan(3.5 * Math.sqrt(variance / DRAWS));
    expect(spread / variance).toBeGreaterThan(0.9);
    expect(spread / variance).toBeLessThan(1.1);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
  });

  it.each([1, 3, 16, 57, 400])('is a share of %d marks at the ends of chance too', (marks) => {
    for (const recall of [0.1, 0.3, 0.45]) {
      const score = (chance: number) => imaginedScore({ marks, recall, icc: 0 }, () => chance);
      // A single mark is found where chance is below recall, more are counted upwards.
      expect(score(0)).toBe(marks === 1 ? 1 : 0);
      expect(score(1 - 2 ** -53)).toBeLessThanOrEqual(1);
      expect(score(1 - 2 ** -53)).toBeGreaterThanOrEqual(marks === 1 ? 0 : recall);
    }
  });
});

const oneSeed = [32_000, 64_000, 128_000].map((tokens) => {
  return { series: 0, tokens, marks: 32, recall: 0.95, icc: 0 };
});
const options = { alpha: 0.05, maxDrop: 0.02, drop: 0.07 };
const settings = { evaluations: 100 };
const seedsPower = (seeds: number) =>
  regressionPower(Array.from({ length: seeds }, () => oneSeed).flat(), options, settings)
    .probability;

describe('seedsNeeded', () => {
  it.each([0.7, 0.85])('is the smallest number of seeds with a power of %d', (wanted) => {
    const seeds = seedsNeeded(oneSeed, options, wanted, settings)!;
    expect(seedsPower(seeds)).toBeGreaterThanOrEqual(wanted);
    expect(seedsPower(seeds - 1)).toBeLessThan(wanted);
    // A power that is just reached is enough.
    expect(seedsNeeded(oneSeed, options, seedsPower(seeds), settings)).toBeLessThanOrEqual(seeds);
  });

  it('is none for a drop that is accepted, and for no prompts, however little is wanted', () => {
    for (const wanted of [0, 0.8]) {
      expect(seedsNeeded(oneSeed, { ...options, drop: 0.02 }, wanted)).toBeUndefined();
      expect(seedsNeeded([], options, wanted)).toBeUndefined();
    }
    expect(seedsNeeded(oneSeed, options, 0)).toBe(1);
  });

  it('is none where 4000 prompts do not find it, as at a very small alpha', () => {
    const moody = Array.from({ length: 4000 }, (_, i) => ({
      ...oneSeed[i % 3]!,
      marks: 1,
      recall: 0.5,
    }));
    expect(seedsNeeded(moody, { ...options, alpha: 1e-9 }, 0.5)).toBeUndefined();
  });
});
