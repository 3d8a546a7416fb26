import { describe, expect, it } from 'vitest';
import type { PairedPrompt } from '../../../../src/measuring/statistics/regression/paired-prompts.js';
import {
  hasFailed,
  regressionTests,
} from '../../../../src/measuring/statistics/regression/regression-tests.js';

const prompt = (series: number, tokens: number, now = 1): PairedPrompt => {
  return { series, tokens, marks: 8, runs: [1], before: 1, now, drop: 1 - now };
};
const grid = (series: number, lengths: number[], seeds = 2) =>
  lengths.flatMap((tokens) => Array.from({ length: seeds }, () => prompt(series, tokens)));

const NO_DRIFT = {
  runs: 1,
  from: 'prior' as const,
  deviation: 0,
  nodes: [{ variance: 0, weight: 1 }],
};
const shares = (prompts: PairedPrompt[]) =>
  regressionTests(prompts, NO_DRIFT).map(({ group: { series, scope, members }, share }) => [
    series,
    scope,
    members.length,
    Number(share.toFixed(6)),
  ]);

describe('regressionTests', () => {
  it('shares alpha out between all prompts, and the groups that there are', () => {
    // Kinds of 1, 2 and 2 parts; the longest quarter is a length as well.
    expect(shares(grid(0, [1000, 2000, 3000]))).toEqual([
      [undefined, 'all lengths', 6, 0.7],
      [undefined, 'longer half', 4, 0.04],
      [undefined, 'longest quarter', 2, 0.106667],
      [undefined, 'one length', 2, 0.026667],
      [undefined, 'one length', 2, 0.026667],
    ]);
    expect(shares(grid(0, [1000], 5))).toEqual([[undefined, 'all lengths', 5, 0.7]]);
  });

  it('tests no prompt by itself, and gives nothing of alpha to it', () => {
    expect(shares(grid(0, [1000, 2000, 3000, 4000], 1))).toEqual([
      [undefined, 'all lengths', 4, 0.7],
      [undefined, 'longer half', 2, 0.2],
      [undefined, 'longest quarter', 1, 0],
      [undefined, 'one length', 1, 0],
      [undefined, 'one length', 1, 0],
      [undefined, 'one length', 1, 0],
    ]);
  });

  it('never shares out more than all of alpha', () => {
    for (const count of [1, 2, 3, 12]) {
      const prompts = Array.from({ length: count }, (_, i) => grid(i, [1000, 2000, 5000])).flat();
      const sum = regressionTests(prompts, NO_DRIFT).reduce((all, { share }) => all + share, 0);
      expect(sum).toBeCloseTo(0.9, 12);
    }
  });

  it('has the mean recall of each group', () => {
    const prompts = [prompt(0, 1000, 0.5), prompt(0, 1000), prompt(0, 2000, 0), prompt(0, 2000, 0)];
    const tests = regressionTests(prompts, NO_DRIFT);
    expect(tests.map(({ before, now, drop }) => [before, now, drop])).toEqual([
      [1, 0.375, 0.625],
      [1, 0, 1],
      [1, 0.75, 0.25],
    ]);
  });
});

describe('hasFailed', () => {
  const [tested] = regressionTests(grid(0, [1000]), NO_DRIFT);

  it.each([
    [{ p: 0.025, drop: 0.03 }, true],
    [{ p: 0.0251, drop: 0.9 }, false],
    [{ p: 0.001, drop: 0.02 }, false],
    // Within rounding of what is accepted.
    [{ p: 0.001, drop: 0.02 + 5e-10 }, false],
    [{ p: 0.001, drop: 0.02 + 2e-9 }, true],
  ])('by its share of alpha and by size: %o', (own, failed) => {
    expect(hasFailed({ ...tested!, ...own, share: 0.5 }, 0.05, 0.02)).toBe(failed);
  });
});
