/** Three comparisons, and all that the gate says of them: what changes here changes verdicts. */
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import type { ComparedSeries } from '../../../../src/measuring/statistics/regression/paired-prompts.js';
import { judgeRegression } from '../../../../src/measuring/statistics/regression/regression.js';
import {
  imaginedFrom,
  imaginedScore,
  regressionPower,
  statedPower,
} from '../../../../src/measuring/statistics/regression/regression-power.js';
import { figures } from '../figures.js';

const series = (name: string, marks: number, lines: [number, number[][], number[]][]) => ({
  series: name,
  cases: lines.map(([tokens, baseline, candidate]) => ({ tokens, marks, baseline, candidate })),
});

const stars = series('stars', 8, [
  [4000, [[1], [0.875], [1]], [1]],
  [4000, [[0.875], [0.75], [1]], [0.75]],
  [8000, [[1], [0.75], [0.875]], [0.75]],
  [8000, [[0.875], [0.875], [0.75]], [0.625]],
  [16_000, [[0.75], [0.625], [0.875]], [0.25]],
  [16_000, [[0.875], [0.75], [0.75]], [0.125]],
]);
const sums = series('sums', 1, [
  [4000, [[1], [1], [1]], [1]],
  [8000, [[1], [0], [1]], [0]],
  [16_000, [[1], [1], []], [1]],
]);
const firstRun = ({ series: name, cases }: ComparedSeries) => ({
  series: name,
  cases: cases.map((own) => ({ ...own, baseline: own.baseline.slice(0, 1) })),
});
/** The longest length at nothing, in a series of which a prompt was there already. */
const collapsed = series('pairs', 4, [
  ...[4000, 8000, 16_000, 32_000].flatMap((tokens): [number, number[][], number[]][] => [
    [tokens, [[1]], [tokens > 16_000 ? 0 : 1]],
    [tokens, [[0.75]], [tokens > 16_000 ? 0 : 0.75]],
    [tokens, [[tokens === 8000 ? 0.5 : 1]], [tokens > 16_000 ? 0.25 : 0.5]],
  ]),
]);

describe('the figures of a comparison', () => {
  it.each([
    ['of one run', [firstRun(stars)]],
    ['of runs that drift', [stars]],
    ['of two series', [stars, sums]],
    ['with a collapse', [collapsed, firstRun(sums)]],
  ])('%s', (_name, compared) => {
    const {
      comparisons,
      longest: _,
      ...all
    } = judgeRegression(compared, { alpha: 0.05, maxDrop: 0.02, confidence: 0.95 });
    const shown = [figures(all), ...comparisons.map((one) => figures(one))];
    expect(shown).toMatchSnapshot();
  });
});

describe('the figures of a power', () => {
  it('of a plan', () => {
    const grid = [4000, 8000].flatMap((tokens) =>
      [1, 2, 3].map(() => ({ series: 0, tokens, marks: 16, recall: 0.9, icc: 0.1 })),
    );
    const options = { alpha: 0.05, maxDrop: 0.02, drop: 0.2 };
    const power = (changes = {}) =>
      regressionPower(grid, { ...options, ...changes }, { evaluations: 60 }).probability;
    expect([power(), power({ runs: 3 }), power({ runs: 2, drift: 0.1 })]).toMatchInlineSnapshot(`
      [
        0.4666666666666667,
        0.7666666666666667,
        0.5333333333333333,
      ]
    `);
  });

  it('of a baseline', () => {
    expect(figures(imaginedFrom([stars, sums]))).toMatchInlineSnapshot(
      `"[{series: 0, tokens: 4000, marks: 8, recall: 0.893519, icc: 0, iccBounds: {low: 0, high: 0.185725}}, {series: 0, tokens: 4000, marks: 8, recall: 0.893519, icc: 0, iccBounds: {low: 0, high: 0.185725}}, {series: 0, tokens: 8000, marks: 8, recall: 0.851852, icc: 0, iccBounds: {low: 0, high: 0.185725}}, {series: 0, tokens: 8000, marks: 8, recall: 0.851852, icc: 0, iccBounds: {low: 0, high: 0.185725}}, {series: 0, tokens: 16000, marks: 8, recall: 0.796296, icc: 0, iccBounds: {low: 0, high: 0.185725}}, {series: 0, tokens: 16000, marks: 8, recall: 0.796296, icc: 0, iccBounds: {low: 0, high: 0.185725}}, {series: 1, tokens: 4000, marks: 1, recall: 0.944444, icc: 0.1, iccBounds: {low: 0.1, high: 0.1}}, {series: 1, tokens: 8000, marks: 1, recall: 0.777778, icc: 0.1, iccBounds: {low: 0.1, high: 0.1}}, {series: 1, tokens: 16000, marks: 1, recall: 0.944444, icc: 0.1, iccBounds: {low: 0.1, high: 0.1}}]"`,
    );
    const options = { alpha: 0.05, maxDrop: 0.02, drop: 0.4 };
    expect(figures(statedPower([collapsed], options, { evaluations: 80 }))).toMatchInlineSnapshot(
      `"{probability: 0.9375, evaluations: 80, low: 0.55, high: 0.9375}"`,
    );
  });

  it('of imagined answers', () => {
    const random = seedrandom('answers');
    const scores = (marks: number, recall: number, icc: number, shift = 0) =>
      figures(
        Array.from({ length: 5 }, () => imaginedScore({ marks, recall, icc }, random, shift)),
      );
    expect(scores(16, 0.7, 0)).toMatchInlineSnapshot(`"[0.6875, 0.6875, 0.6875, 0.75, 0.5625]"`);
    expect(scores(16, 0.7, 0.3)).toMatchInlineSnapshot(`"[0.6875, 0.5, 0.125, 0.0625, 0.875]"`);
    expect(scores(1000, 0.7, 0.3, -0.2)).toMatchInlineSnapshot(
      `"[0.758919, 0.414045, 0.128643, 0.0504365, 0.554772]"`,
    );
    expect(scores(1, 0.7, 0.3)).toMatchInlineSnapshot(`"[0, 1, 1, 1, 1]"`);
    expect(scores(8, 0.7, 1)).toMatchInlineSnapshot(`"[1, 1, 1, 1, 0]"`);
    expect(scores(8, 0.7, 0.3, 0.3)).toMatchInlineSnapshot(`"[1, 1, 1, 1, 1]"`);
    expect(scores(8, 0.2, 0.3, -0.5)).toMatchInlineSnapshot(`"[0, 0, 0, 0, 0]"`);
    expect(scores(8, 0.01, 0.97)).toMatchInlineSnapshot(`"[0, 0, 0, 0, 0]"`);
  });
});
