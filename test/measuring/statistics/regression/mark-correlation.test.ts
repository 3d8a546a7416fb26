import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  markCorrelation,
  promptCorrelation,
  spreadOf,
} from '../../../../src/measuring/statistics/regression/mark-correlation.js';
import type { PairedPrompt } from '../../../../src/measuring/statistics/regression/paired-prompts.js';
import { imaginedScore } from '../../../../src/measuring/statistics/regression/regression-power.js';

const PRIOR = { icc: 0.1, freedom: 1 };

function values(icc: number, seeds: number) {
  const random = seedrandom(`${icc}/${seeds}`);
  return Array.from({ length: 32 * seeds }, (_, i) => ({
    series: 0,
    tokens: 4000 * (1 + (i % 32)),
    marks: 32,
    score: imaginedScore({ marks: 32, recall: 0.8, icc }, random),
  }));
}

/** Prompts of one length with these scores in two runs. */
const twice = (scores: [number, number][]): PairedPrompt[] =>
  scores.map(([before, now]) => {
    const prompt = { series: 0, tokens: 4000, marks: 8, runs: [before] };
    return { ...prompt, before, now, drop: before - now };
  });

describe('markCorrelation', () => {
  it.each([0, 0.05, 0.2, 0.5, 1])('measures a correlation of %s over a grid', (icc) => {
    expect(markCorrelation([values(icc, 30)], PRIOR).icc).toBeCloseTo(icc, 1);
  });

  it('measures it with one seed too, between neighbouring lengths', () => {
    const { icc, freedom } = markCorrelation([values(0.2, 1)], PRIOR);
    expect(icc).toBeGreaterThan(0.05);
    expect(icc).toBeLessThan(0.5);
    // One for each pair of lengths, and less where a pair has hardly a mark missing.
    expect(freedom).toBeGreaterThan(15);
    expect(freedom).toBeLessThanOrEqual(17);
  });

  it('is left with the prior where every mark is found', () => {
    const perfect = values(0, 1).map((own) => ({ ...own, score: 1 }));
    expect(markCorrelation([perfect, perfect], PRIOR)).toEqual({ ...PRIOR, single: 1 });
  });

  it('is measured within each run, so that a run that fell as a whole changes nothing', () => {
    const own = values(0.2, 4).map((prompt) => ({ ...prompt, score: prompt.score / 2 + 0.25 }));
    const fallen = own.map((prompt) => ({ ...prompt, score: prompt.score - 0.1 }));
    const { icc } = markCorrelation([own, own], PRIOR);
    expect(markCorrelation([own, fallen], PRIOR).icc).toBeCloseTo(icc, 1);
  });

  it('is reckoned from two marks of a prompt on, and weighed with the prior by freedom', () => {
    const own = (marks: number, found: number[]) => [
      found.map((score) => ({ series: 0, tokens: 4000, marks, score })),
    ];
    // Squares of 0.5, where 4 · 3/4 · 0.25 / 2 are expected of independent marks: a third of what the
    // other half of it leaves. That is worth 4 · 3/4 · min(1, 2 · 0.25) degrees of freedom.
    const { icc, freedom } = markCorrelation(own(2, [0.5, 1, 0, 0.5]), PRIOR);
    expect(freedom).toBeCloseTo(1 + 1.5, 12);
    expect(icc).toBeCloseTo((0.1 + (1 / 3) * 1.5) / 2.5, 12);
    expect(markCorrelation(own(8, [0.5]), PRIOR)).toEqual({ ...PRIOR, single: 1 });
  });

  it('has a spread of its own for single marks, which may be shares', () => {
    const own = (scores: number[]) =>
      markCorrelation(
        [scores.map((score) => ({ series: 0, tokens: 4000, marks: 1, score }))],
        PRIOR,
      );
    expect(own([0, 1, 0, 1])).toMatchObject({ icc: 0.1, single: 1 });
    const { single } = own([0.5, 0.6, 0.5, 0.4, 0.5, 0.6, 0.4, 0.5, 0.45, 0.55]);
    expect(single).toBeLessThan(0.5);
    expect(spreadOf(1, { icc: 0.1, single })).toBe(single);
    expect(spreadOf(4, { icc: 0.1, single })).toBeCloseTo(0.25 + 0.75 * 0.1, 12);
  });

  it('has bounds around it from two marks of a prompt on', () => {
    expect(boundsOf({ icc: 0.3, freedom: 9 }, 1)).toEqual({ low: 0.3, high: 0.3 });
    const { low, high } = boundsOf({ icc: 0.3, freedom: 9 }, 2);
    expect(low).toBeLessThan(0.3);
    expect(high).toBeGreaterThan(0.3);
  });

  it('has bounds around it that are wide for few degrees of freedom', () => {
    const few = boundsOf({ icc: 0.1, freedom: 3 }, 32);
    const many = boundsOf({ icc: 0.1, freedom: 100 }, 32);
    expect(few.low).toBeLessThan(many.low);
    expect(few.high).toBeGreaterThan(many.high);
    expect(many.low).toBeLessThan(0.1);
    expect(many.high).toBeGreaterThan(0.1);
  });
});

describe('promptCorrelation', () => {
  const alike = Array.from({ length: 12 }, (_, i): [number, number] => [(i % 4) / 4, (i % 4) / 4]);

  it('is large where two runs give each prompt the same score, though never taken for whole', () => {
    expect(promptCorrelation(twice(alike))).toBeGreaterThan(0.8);
    expect(promptCorrelation(twice(alike))).toBeLessThan(1);
  });

  it('is none where two runs have nothing in common, or the contrary', () => {
    const apart = alike.map(([before], i): [number, number] => [before, (i % 3) / 3]);
    expect(promptCorrelation(twice(apart))).toBe(0);
    expect(promptCorrelation(twice(alike.map(([before, now]) => [before, 1 - now])))).toBe(0);
  });

  it('is none where one or two prompts alone show it, or nothing spreads', () => {
    const once = alike.map((_, i): [number, number] => (i < 2 ? [0, 0] : [1, 1]));
    expect(promptCorrelation(twice(once))).toBe(0);
    expect(promptCorrelation(twice(alike.map(() => [1, 1])))).toBe(0);
  });
});
