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

  it('has a tail from 1 at no drop to the chance of the largest one', () => {
    const prompts = [prompt([1], 0), prompt([1], 0.5), prompt([0.5], 0.5)];
    const { tail, statistics } = relabellingFamily(prompts, [everyone(prompts)]);
    expect([-1, 0, 0.1, statistics[0]!, 9].map(tail)).toEqual([1, 1, 1 / 2, 1 / 4, 1 / 4]);
  });

  it('takes no notice of prompts in no group, and has none of its own for a group without', () => {
    const prompts = Array.from({ length: 40 }, (_, i) => prompt([1], i < 3 ? 0 : 0.5));
    const { chances, errors, statistics } = relabellingFamily(prompts, [[0, 1, 2], []]);
    expect(chances).toEqual([1 / 8, 1]);
    expect(errors[0]).toBeCloseTo(1 / Math.sqrt(3), 12);
    expect(errors[1]).toBe(0);
    expect(statistics[1]).toBe(0);
  });

  it('draws the signs of many prompts like so many coins', () => {
    const [count, fallen] = [60, 35];
    const prompts = Array.from({ length: count }, (_, i) =>
      // Those that rise are the first, so that the last ones decide.
      i < count - fallen ? prompt([0], 1) : prompt([1], 0),
    );
    let [binomial, chance] = [2 ** -count, 0];
    for (let heads = 0; heads <= count; heads++) {
      if (heads >= fallen) chance += binomial;
      binomial *= (count - heads) / (heads + 1);
    }
    const { chances, tail, statistics } = relabellingFamily(prompts, [everyone(prompts)]);
    expect(Math.abs(chances[0]! - chance)).toBeLessThan(0.02);
    expect(tail(statistics[0]!)).toBeCloseTo(chances[0]!, 12);
    // Every prompt by itself: half of the draws let it fall.
    const each = relabellingFamily(
      prompts,
      prompts.map((_, i) => [i]),
    ).chances;
    for (const own of each.slice(count - fallen)) expect(Math.abs(own - 0.5)).toBeLessThan(0.05);
  });

  it('draws fewer relabellings of very many prompts', () => {
    const prompts = Array.from({ length: 10_000 }, () => prompt([1], 0.5));
    expect(relabellingFamily(prompts, [everyone(prompts)]).chances[0]).toBe(1 / 1001);
    const few = prompts.slice(0, 20);
    const drawn = (draws: number) => relabellingFamily(few, [everyone(few)], { draws }).chances[0];
    expect([drawn(600), drawn(1)]).toEqual([1 / 601, 1 / 500]);
  });
});
