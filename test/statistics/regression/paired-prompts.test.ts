import { describe, expect, it } from 'vitest';
import { pairPrompts, strataOf } from '../../../src/statistics/regression/paired-prompts.js';
import { scopesOf } from '../../../src/statistics/regression/scopes.js';

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

  it('draws as many answers from each run as the poorest has', () => {
    const [prompt] = pairPrompts([{ series: 'a', cases: [one([[1, 0, 1, 0]], [1])] }]);
    expect([0, 1]).toContain(prompt!.before);
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
});

describe('scopesOf', () => {
  const cases = [1, 2, 3, 4].map((k) => one([[1]], [1], 1000 * k));

  it('takes the longer half and the longest quarter of one series', () => {
    const { whole, series, lengths } = scopesOf(pairPrompts([{ series: 'a', cases }]));
    expect(whole.map(({ members }) => members.length)).toEqual([4, 2, 1]);
    expect(series).toEqual([]);
    expect(lengths.map(({ fromTokens }) => fromTokens)).toEqual([1000, 2000, 3000, 4000]);
  });

  it('takes those of all series together, and of each', () => {
    const prompts = pairPrompts(['a', 'b'].map((series) => ({ series, cases })));
    const { whole, series, lengths } = scopesOf(prompts);
    expect(whole.map(({ members }) => members.length)).toEqual([8, 4, 2]);
    expect(series).toHaveLength(6);
    expect(lengths).toHaveLength(12);
  });
});
