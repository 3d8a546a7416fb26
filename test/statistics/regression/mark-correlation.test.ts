import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { imaginedScore } from '../../../src/statistics/regression/imagined-answers.js';
import { boundsOf, markCorrelation } from '../../../src/statistics/regression/mark-correlation.js';

const PRIOR = { icc: 0.1, freedom: 1 };

function values(icc: number, seeds: number) {
  const random = seedrandom(`${icc}/${seeds}`);
  return Array.from({ length: 32 * seeds }, (_, i) => ({
    series: 0,
    tokens: 4000 * (1 + (i % 32)),
    marks: 32,
    value: imaginedScore({ marks: 32, recall: 0.8, icc }, random),
    recall: 0.8,
    scores: 1,
  }));
}

describe('markCorrelation', () => {
  it.each([0, 0.05, 0.2, 0.5, 1])('measures a correlation of %s over a grid', (icc) => {
    expect(markCorrelation(values(icc, 30), PRIOR).icc).toBeCloseTo(icc, 1);
  });

  it('measures it with one seed too, between neighbouring lengths', () => {
    const { icc, freedom } = markCorrelation(values(0.2, 1), PRIOR);
    expect(icc).toBeGreaterThan(0.05);
    expect(icc).toBeLessThan(0.5);
    expect(freedom).toBeCloseTo(17, 5);
  });

  it('is left with the prior where every mark is found', () => {
    const perfect = values(0, 1).map((own) => ({ ...own, value: 1, recall: 1 }));
    expect(markCorrelation(perfect, PRIOR)).toEqual(PRIOR);
  });

  it('is reckoned from two marks of a prompt on, and weighed with the prior by freedom', () => {
    const own = (marks: number, found: number[]) =>
      found.map((value) => ({ series: 0, tokens: 4000, marks, value, recall: 0.5, scores: 1 }));
    // Squares of 0.5, where 4 · 3/4 · 0.25 / 2 are expected of independent marks: a third of what the
    // other half of it leaves. That is worth 4 · 3/4 · min(1, 2 · 0.25) degrees of freedom.
    const { icc, freedom } = markCorrelation(own(2, [0.5, 1, 0, 0.5]), PRIOR);
    expect(freedom).toBeCloseTo(1 + 1.5, 12);
    expect(icc).toBeCloseTo((0.1 + (1 / 3) * 1.5) / 2.5, 12);
    expect(markCorrelation(own(1, [0, 1, 0, 1]), PRIOR)).toEqual(PRIOR);
    expect(markCorrelation(own(8, [0.5]), PRIOR)).toEqual(PRIOR);
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
