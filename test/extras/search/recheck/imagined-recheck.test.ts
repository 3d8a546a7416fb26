import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  expectedRecheck,
  imaginedRecheck,
} from '../../../../src/extras/search/recheck/imagined-recheck.js';
import { imaginedEvaluation } from '../../../../src/measuring/statistics/regression/regression-power.js';
import { runDrift } from '../../../../src/measuring/statistics/regression/run-drift.js';

const LIMITS = { alpha: 0.05, maxDrop: 0.02, margin: 0.05, tail: 0.05 };

/** A baseline of one series: so many lengths, so many seeds. */
const baseline = (lengths: number, seeds: number) => [
  {
    series: 'list',
    cases: Array.from({ length: lengths * seeds }, (_, i) => ({
      tokens: (128_000 / lengths) * (1 + Math.floor(i / seeds)),
      marks: 32,
      baseline: [[(29 + (i % 4)) / 32]],
      candidate: [],
    })),
  },
];

describe('an imagined recheck', () => {
  const grid = Array.from({ length: 64 }, (_, i) => ({
    ...{ series: 0, tokens: 16_000 * (1 + (i % 8)), marks: 32, recall: 0.95, icc: 0.02 },
  }));
  const endings = (drop: number) => {
    const random = seedrandom.alea(`imagined/${drop}`);
    return Array.from({ length: 20 }, () => {
      const prompts = imaginedEvaluation(grid, { ...LIMITS, drop }, random);
      return imaginedRecheck(prompts, runDrift(prompts), LIMITS);
    });
  };

  it('finds a drop with a part of the tokens', () => {
    const found = endings(0.1);
    expect(found.every(({ ending }) => ending === 'failed')).toBe(true);
    expect(found.every(({ share }) => share < 0.5)).toBe(true);
  });

  it('excludes one where nothing changed', () => {
    const found = endings(0);
    expect(found.filter(({ ending }) => ending === 'excluded').length).toBeGreaterThan(15);
    expect(found.filter(({ ending }) => ending === 'failed')).toEqual([]);
  });
});

describe('what is to be expected', () => {
  it('is a part of the tokens of a grid that can exclude the drop', () => {
    const { share, excluded, timesSeeds } = expectedRecheck(baseline(8, 11), 1, LIMITS);
    expect(share).toBeLessThan(0.8);
    expect(excluded).toBeGreaterThan(0.8);
    expect(timesSeeds).toBeUndefined();
  });

  it('is all of one that cannot, with how many times the seeds can', () => {
    const { share, excluded, timesSeeds } = expectedRecheck(baseline(3, 2), 1, LIMITS);
    expect(share).toBe(1);
    expect(excluded).toBeLessThan(0.5);
    expect(timesSeeds).toBeGreaterThan(1);
  });
});
