import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PairedPrompt } from '../../../src/statistics/regression/paired-prompts.js';
import { relabellingFamily } from '../../../src/statistics/regression/relabelling.js';
import { signFlip } from './sign-flip.js';

const prompt = (runs: number[], now: number): PairedPrompt => {
  const before = runs.reduce((sum, score) => sum + score, 0) / runs.length;
  return { series: 0, tokens: 4000, marks: 8, runs, before, now, drop: before - now };
};
const everyone = (prompts: readonly unknown[]) => prompts.map((_, i) => i);

describe('relabellingFamily', () => {
  it('is the sign-flip test for one baseline run and one group', () => {
    const scores = fc.array(
      fc.tuple(fc.integer({ max: 8, min: 0 }), fc.integer({ max: 8, min: 0 })),
      {
        minLength: 1,
        maxLength: 10,
      },
    );
    fc.assert(
      fc.property(scores, (pairs) => {
        const prompts = pairs.map(([before, now]) => prompt([before / 8], now / 8));
        const { chances } = relabellingFamily(prompts, [everyone(prompts)]);
        const drops = prompts.map(({ drop }) => drop);
        if (drops.reduce((sum, drop) => sum + drop, 0) <= 0) expect(chances[0]).toBe(1);
        else expect(chances[0]).toBeCloseTo(signFlip(drops), 9);
      }),
    );
  });

  it('counts each baseline run as one that might have been the candidate', () => {
    const prompts = Array.from({ length: 2 }, () => prompt([1, 1, 1], 0));
    expect(relabellingFamily(prompts, [everyone(prompts)]).chances[0]).toBeCloseTo(1 / 16, 9);
  });

  it('adjusts for several groups, and never below the unadjusted chance', () => {
    const prompts = Array.from({ length: 8 }, (_, i) => prompt([1], i < 4 ? 0.5 : 0.9));
    const groups = [everyone(prompts), [0, 1, 2, 3], [4, 5, 6, 7]];
    const { statistics, chances, tail } = relabellingFamily(prompts, groups);
    statistics.forEach((statistic, g) => {
      expect(tail(statistic)).toBeGreaterThanOrEqual(chances[g]!);
    });
  });

  it('draws relabellings for many prompts, the same each time', () => {
    const prompts = Array.from({ length: 40 }, (_, i) => prompt([1], 1 - (i % 4) / 8));
    const first = relabellingFamily(prompts, [everyone(prompts)]);
    const second = relabellingFamily(prompts, [everyone(prompts)]);
    expect(first.chances).toEqual(second.chances);
    expect(first.chances[0]).toBe(1 / 2000);
  });
});
