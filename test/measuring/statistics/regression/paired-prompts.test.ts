import { describe, expect, it } from 'vitest';
import { meanOrNaN } from '../../../../src/measuring/statistics/curve/prompt-marks.js';
import {
  pairPrompts,
  strataOf,
} from '../../../../src/measuring/statistics/regression/paired-prompts.js';
import { scopesOf } from '../../../../src/measuring/statistics/regression/scopes.js';

const one = (baseline: number[][], candidate: number[], tokens = 4000) => ({
  tokens,
  marks: 32,
  baseline,
  candidate,
});

describe('pairPrompts', () => {
  it('averages the repeats of a run: they are no new prompts', () => {
    const [prompt] = pairPrompts([{ series: 'a', cases: [one([[1, 0.5]], [0.5, 0])] }]);
    expect(prompt).toMatchObject({ before: 0.75, now: 0.25, drop: 0.5 });
  });

  it('counts the marks of all repeats, though not of a score of one mark that is a share', () => {
    const marks = (of: number, scores: number[]) =>
      pairPrompts([{ series: 'a', cases: [{ ...one([scores], scores), marks: of }] }])[0]!.marks;
    expect([marks(32, [1, 0.5]), marks(1, [1, 0]), marks(1, [1, 0.5])]).toEqual([64, 2, 1]);
  });

  it('draws as many answers from each run as the poorest has', () => {
    const [prompt] = pairPrompts([{ series: 'a', cases: [one([[1, 0, 1, 0]], [1])] }]);
    expect([0, 1]).toContain(prompt!.before);
  });

  it('draws any of them alike, and none twice', () => {
    const drawn = (candidate: number[]) => {
      const cases = Array.from({ length: 100 }, () => one([[1, 0, 0, 0, 0]], candidate));
      return pairPrompts([{ series: 'a', cases }]).map(({ before }) => before);
    };
    expect(meanOrNaN(drawn([1]))).toBeCloseTo(0.2, 1);
    expect(meanOrNaN(drawn([1, 1, 1, 1]))).toBeCloseTo(0.2, 1);
    expect(new Set(drawn([1, 1, 1, 1]))).toEqual(new Set([0, 0.25]));
  });

  it('takes questions over one context for one prompt, in runs that answered all of them', () => {
    const asked = (unit: string, runs: number[][], now: number) => ({ ...one(runs, [now]), unit });
    const cases = [
      asked('a', [[1], [1]], 0.5),
      asked('b', [[0.5], [0.5]], 0.5),
      asked('a', [[0.5], []], 0),
    ];
    const prompts = pairPrompts([{ series: 'a', cases }]);
    expect(prompts).toMatchObject([
      { marks: 64, runs: [0.75, undefined], before: 0.75, now: 0.25, drop: 0.5 },
      { marks: 32, runs: [0.5, 0.5], before: 0.5, now: 0.5, drop: 0 },
    ]);
  });

  it('leaves out what only one side answered', () => {
    const cases = [one([[]], [1]), one([[1]], []), one([[], [1]], [1])];
    const prompts = pairPrompts([{ series: 'a', cases }]);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]!.runs).toEqual([undefined, 1]);
  });
});

describe('strataOf', () => {
  it('joins single prompts with their neighbours', () => {
    const prompts = [1, 2, 3, 4, 5].map((tokens) => ({ series: 0, tokens }));
    expect(strataOf(prompts).map((stratum) => stratum.length)).toEqual([2, 3]);
  });

  it('goes by length, whatever the order of prompts, and never beyond a series', () => {
    const prompts = [5000, 1000, 4000, 9000, 2000].map((tokens) => ({ series: 0, tokens }));
    const alone = [{ series: 1, tokens: 1000 }];
    expect(strataOf([...prompts, ...alone])).toEqual([
      [prompts[1], prompts[4]],
      [prompts[2], prompts[0], prompts[3]],
      alone,
    ]);
    expect(strataOf([])).toEqual([]);
  });
});

describe('scopesOf', () => {
  const cases = [1, 2, 3, 4].map((k) => one([[1]], [1], 1000 * k));

  it('takes the longer half and the longest quarter of one series', () => {
    const { whole, series, lengths } = scopesOf(pairPrompts([{ series: 'a', cases }]));
    expect(whole.map(({ members }) => members.length)).toEqual([4, 2, 1]);
    expect(series).toEqual([]);
    expect(lengths.map(({ fromTokens }) => fromTokens)).toEqual([1000, 2000, 3000, 4000]);
  });

  it('takes the longest eighth of all series where that is no single length', () => {
    const nine = Array.from({ length: 9 }, (_, k) => one([[1]], [1], 1000 * (k + 1)));
    const { whole, series } = scopesOf(
      pairPrompts(['a', 'b'].map((name) => ({ series: name, cases: nine }))),
    );
    expect(whole.map(({ scope, members }) => [scope, members.length])).toEqual([
      ['all lengths', 18],
      ['longer half', 10],
      ['longest quarter', 6],
      ['longest eighth', 4],
    ]);
    expect(series.map(({ members }) => members.length)).toEqual([9, 5, 3, 9, 5, 3]);
    const eight = scopesOf(pairPrompts([{ series: 'a', cases: nine.slice(1) }]));
    expect(eight.whole.map(({ members }) => members.length)).toEqual([8, 4, 2]);
  });

  it('goes by length, whatever the order of prompts, and takes no group twice', () => {
    const shuffled = pairPrompts([{ series: 'a', cases: [cases[3]!, cases[0]!, cases[2]!] }]);
    const { whole, lengths } = scopesOf(shuffled);
    // The longer half of three lengths is two of them, the longest quarter one.
    expect(
      whole.map(({ scope, fromTokens, toTokens, members }) => [
        scope,
        fromTokens,
        toTokens,
        members,
      ]),
    ).toEqual([
      ['all lengths', 1000, 4000, [1, 2, 0]],
      ['longer half', 3000, 4000, [2, 0]],
      ['longest quarter', 4000, 4000, [0]],
    ]);
    expect(lengths.map(({ members }) => members)).toEqual([[1], [2], [0]]);
    const two = scopesOf(pairPrompts([{ series: 'a', cases: cases.slice(0, 2) }]));
    expect(two.whole.map(({ members }) => members)).toEqual([[0, 1], [1]]);
    expect(two.lengths).toHaveLength(2);
  });

  it('has no group of a single length beside the whole', () => {
    const one = pairPrompts([{ series: 'a', cases: cases.slice(0, 1) }]);
    expect(scopesOf(one)).toMatchObject({ whole: [{ members: [0] }], series: [], lengths: [] });
    const both = pairPrompts(['a', 'b'].map((series) => ({ series, cases: cases.slice(0, 1) })));
    const { whole, series, lengths } = scopesOf(both);
    expect(whole).toEqual([
      { scope: 'all lengths', fromTokens: 1000, toTokens: 1000, members: [0, 1] },
    ]);
    expect(Object.keys(whole[0]!)).not.toContain('series');
    expect(series.map((group) => [group.series, group.members])).toEqual([
      [0, [0]],
      [1, [1]],
    ]);
    expect(lengths.map(({ members }) => members)).toEqual([[0, 1]]);
    const each = ['a', 'b'].map((name, i) => ({ series: name, cases: [cases[i]!, cases[2]!] }));
    expect(
      scopesOf(pairPrompts(each)).lengths.map((group) => [group.series, group.members]),
    ).toEqual([
      [0, [0]],
      [0, [1]],
      [1, [2]],
      [1, [3]],
      [undefined, [1, 3]],
    ]);
  });

  it('takes those of all series together, and of each', () => {
    const prompts = pairPrompts(['a', 'b'].map((series) => ({ series, cases })));
    const { whole, series, lengths } = scopesOf(prompts);
    expect(whole.map(({ members }) => members.length)).toEqual([8, 4, 2]);
    expect(series).toHaveLength(6);
    expect(lengths).toHaveLength(12);
  });
});
