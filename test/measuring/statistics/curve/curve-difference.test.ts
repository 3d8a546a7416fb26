import { expect, it } from 'vitest';
import { curveDifference } from '../../../../src/measuring/statistics/curve/curve-difference.js';
import type { RecallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';

/** Recalls of 0.25, 0.5 and 0.75 with these probabilities, by length. */
const curveOf = (tokens: number[], ...marginals: number[][]) =>
  curveWith([0.25, 0.5, 0.75], tokens, marginals);

const curveWith = (recalls: number[], tokens: number[], marginals: number[][]): RecallCurve => ({
  levels: { recalls, step: 1 },
  threshold: 0.5,
  tokens,
  marginals: marginals.map((one) => Float64Array.from(one)),
  steadyUpTo: 0,
  correlation: 0.3,
  filtered: [],
  falls: [],
});

it('has the quantiles of the difference of two independent recalls, where both are known', () => {
  const first = curveOf([1000, 2000, 4000], [0.5, 0.5, 0], [1, 0, 0], [0.1, 0.8, 0.1]);
  const second = curveOf([2000, 4000, 8000], [0, 0, 1], [0.5, 0, 0.5], [1, 0, 0]);
  // At 4000: −0.5 and 0.5 with 0.05 each, −0.25 and 0.25 with 0.4, 0 with 0.1.
  expect(curveDifference(first, second, 0.95)).toEqual([
    { tokens: 2000, recall: { value: 0.5, low: 0.5, high: 0.5 } },
    { tokens: 4000, recall: { value: 0, low: -0.5, high: 0.5 } },
  ]);
  expect(curveDifference(first, second, 0.8)[1]!.recall).toMatchObject({ low: -0.25, high: 0.25 });
  expect(curveDifference(second, first, 0.8)[0]!.recall.value).toBe(-0.5);
  expect(() => curveDifference(first, second, 1)).toThrow('confidence must be above 0');
});

it.each([
  [0.0001, 0.9999, 1],
  [0.0005, 0.9995, 0.999],
  [0.9999, 0.0001, -1],
  [0.4, 0.4, 0],
])('tells recalls of %d and %d apart', (one, two, difference) => {
  const [first, second] = [one, two].map((recall) => curveWith([recall], [1000], [[1]]));
  expect(curveDifference(first!, second!)).toEqual([
    { tokens: 1000, recall: { value: difference, low: difference, high: difference } },
  ]);
});

it('is as wide as can be where a confidence asks for more than is followed', () => {
  const likely = curveOf([1000], [1 - 5e-10, 5e-10, 0]);
  const { value, high } = curveDifference(likely, likely, 1 - 1e-12)[0]!.recall;
  expect([value, high]).toEqual([0, 1]);
});
