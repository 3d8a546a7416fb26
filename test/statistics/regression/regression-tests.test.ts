import { describe, expect, it } from 'vitest';
import type { PairedPrompt } from '../../../src/statistics/regression/paired-prompts.js';
import {
  exceeds,
  hasFailed,
  type RegressionTests,
  regressionTests,
  type TestedDrop,
} from '../../../src/statistics/regression/regression-tests.js';

const prompt = (series: number, before: number, now: number, tokens = 4000): PairedPrompt => {
  return { series, tokens, marks: 8, runs: [before], before, now, drop: before - now };
};
const fallen = (series: number, count: number) =>
  Array.from({ length: count }, () => prompt(series, 1, 0));

const NONE = [{ variance: 0, weight: 1 }];
const NO_DRIFT = { runs: 1, deviation: 0, whole: NONE, series: NONE };

describe('regressionTests', () => {
  it('tests a single series by all of alpha that is not for collapses', () => {
    const { drops } = regressionTests(fallen(0, 3), NO_DRIFT);
    // One of eight choices of signs is as bad.
    expect(drops).toHaveLength(1);
    expect(drops[0]).toMatchObject({ before: 1, now: 0, p: 1 / 8 });
    expect(drops[0]!.drop).toBeCloseTo(1, 12);
    expect(drops[0]!.adjusted).toBeCloseTo(1 / 8 / 0.75, 12);
  });

  it('shares alpha between all series together and single ones', () => {
    const prompts = [...fallen(0, 3), ...fallen(1, 4)];
    const { drops } = regressionTests(prompts, NO_DRIFT);
    const [whole, first, second] = drops;
    expect(drops.map(({ group }) => group.series)).toEqual([undefined, 0, 1]);
    expect(whole!.adjusted).toBeCloseTo(1 / 128 / 0.45, 12);
    expect([first!.p, second!.p]).toEqual([1 / 8, 1 / 16]);
    // The larger series has a drop that stands out more: √4, which the other cannot have by chance.
    expect(second!.adjusted).toBeCloseTo(1 / 16 / 0.3, 12);
    expect(first!.adjusted).toBeCloseTo((1 - (7 / 8) * (15 / 16)) / 0.3, 12);
  });

  it('has the mean recall of each group', () => {
    const prompts = [prompt(0, 0.5, 0.25), prompt(0, 1, 0.5), prompt(0, 0.75, 1, 8000)];
    const { drops } = regressionTests(prompts, NO_DRIFT);
    expect(drops.map(({ before, now }) => [before, now])).toEqual([
      [0.75, expect.closeTo(1.75 / 3, 12)],
      [0.75, 1],
    ]);
  });

  it('says nothing of prompts without any difference', () => {
    const { drops, collapses } = regressionTests([prompt(0, 1, 1), prompt(0, 0, 0)], NO_DRIFT);
    expect(drops[0]).toMatchObject({ drop: 0, p: 1, adjusted: 1 });
    expect(collapses).toEqual([]);
    const beside = regressionTests([...fallen(0, 3), prompt(1, 1, 1), prompt(1, 0, 0)], NO_DRIFT);
    expect(beside.drops.find(({ group }) => group.series === 1)!.adjusted).toBe(1);
  });

  it('takes known tails, with drift of the run, and of the series where it is one’s', () => {
    const whole = [
      { variance: 0.01, weight: 0.75 },
      { variance: 0.04, weight: 0.25 },
    ];
    const series = [
      { variance: 0.09, weight: 0.2 },
      { variance: 0.16, weight: 0.8 },
    ];
    const tails = {
      whole: (statistic: number) => Math.exp(-4 * statistic),
      series: (statistic: number) => Math.exp(-5 * statistic),
    };
    const drift = { runs: 2, deviation: 0.1, whole, series };
    const prompts = [...fallen(0, 4), ...fallen(1, 4)];
    const [all, one] = regressionTests(prompts, drift, { tails }).drops;
    // Half of the variance of one run's mean, since the baseline has two.
    const over = (nodes: typeof whole, error: number, factor: number) =>
      nodes.reduce(
        (sum, { variance, weight }) =>
          sum + weight * Math.exp(-factor / Math.sqrt(error ** 2 + 1.5 * variance)),
        0,
      );
    expect(all!.adjusted).toBeCloseTo(over(whole, 1 / Math.sqrt(8), 4) / 0.45, 12);
    const both = whole.flatMap((run) =>
      series.map((own) => {
        return { variance: run.variance + own.variance, weight: run.weight * own.weight };
      }),
    );
    expect(one!.adjusted).toBeCloseTo(over(both, 1 / 2, 5) / 0.3, 12);
    expect(one!.p).toBeCloseTo(Math.exp(-5 * 2), 12);
  });

  it('draws as many relabellings as it is told to', () => {
    const { drops } = regressionTests(fallen(0, 30), NO_DRIFT, { draws: 600 });
    expect(drops[0]!.p).toBeCloseTo(1 / 601, 12);
  });

  it('tests collapses of more than one prompt, as many as there are', () => {
    const prompts = [
      prompt(0, 1, 1, 500),
      ...Array.from({ length: 6 }, (_, i) => prompt(0, 1, 1, 1000 * (1 + (i % 2)))),
      prompt(0, 1, 0, 9000),
      prompt(0, 1, 0, 9000),
    ];
    const { collapses } = regressionTests(prompts, NO_DRIFT);
    expect(collapses.map(({ group }) => [group.scope, group.members.length])).toEqual([
      ['one length', 2],
    ]);
    // Each length but the shortest, the longer half of them, and all: five groups of several prompts.
    expect(collapses[0]!.adjusted).toBeCloseTo((collapses[0]!.p * 5) / 0.25, 12);
    const alone = regressionTests(prompts.slice(0, -1), NO_DRIFT).collapses;
    expect(alone).toMatchObject([{ adjusted: 1 }]);
    expect(alone[0]!.p).toBeLessThan(1);
  });
});

describe('hasFailed', () => {
  const group = { scope: 'all lengths' as const, fromTokens: 1, toTokens: 2, members: [0] };
  const tests = (drops: Partial<TestedDrop>[], collapses: Partial<TestedDrop>[] = []) => {
    const whole = (own: Partial<TestedDrop>) => {
      return { group, before: 1, now: 1, drop: 0, p: 1, adjusted: 1, toNothing: false, ...own };
    };
    return { drops: drops.map(whole), collapses: collapses.map(whole) } satisfies RegressionTests;
  };
  const LOST = { before: 0.5, now: 0.1 };

  it.each([
    [tests([{ adjusted: 0.05, drop: 0.03 }]), true],
    [tests([{ adjusted: 0.051, drop: 0.9 }]), false],
    [tests([{ adjusted: 0.001, drop: 0.02 }]), false],
    [tests([{}, { adjusted: 0.01, drop: 0.03 }]), true],
    [tests([], [{ adjusted: 0.05, ...LOST }]), true],
    [tests([], [{ adjusted: 0.051, ...LOST }]), false],
    [tests([], [{ adjusted: 0.05, before: 0.5, now: 0.48 }]), false],
    [tests([{}], [{}]), false],
    [tests([]), false],
  ])('by chance and by size: case %#', (found, failed) => {
    expect(hasFailed(found, 0.05, 0.02)).toBe(failed);
  });

  it('takes what is within rounding of the accepted drop as accepted', () => {
    expect(exceeds(0.3 - 0.1, 0.2)).toBe(false);
    expect(exceeds(0.02 + 5e-10, 0.02)).toBe(false);
    expect(exceeds(0.02 + 2e-9, 0.02)).toBe(true);
    expect(exceeds(-0.1, 0)).toBe(false);
  });
});
