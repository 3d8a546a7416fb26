import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { betaCdf, logBeta, tTail } from '../../../src/measuring/statistics/probabilities.js';

it('is the chance of at most k hits in n draws', () => {
  // Of 10 draws at 0.3: R's pbinom(2, 10, 0.3).
  expect(betaCdf(0.7, 8, 3)).toBeCloseTo(0.3827828, 6);
  expect(betaCdf(0.15, 3, 1)).toBeCloseTo(0.15 ** 3, 12);
  expect(betaCdf(0.1, 2, 28)).toBeCloseTo(1 - 0.9 ** 29 - 2.9 * 0.9 ** 28, 10);
  expect([betaCdf(0, 2, 3), betaCdf(1, 2, 3)]).toEqual([0, 1]);
  // Between whole numbers it lies between them, and both tails come to 1.
  expect(betaCdf(0.2, 2.5, 4)).toBeGreaterThan(betaCdf(0.2, 3, 4));
  expect(betaCdf(0.2, 2.5, 4) + betaCdf(0.8, 4, 2.5)).toBeCloseTo(1, 12);
});

it('is the logarithm of (a − 1)! (b − 1)! / (a + b − 1)! at whole numbers', () => {
  const factorials = [1];
  for (let n = 1; n < 30; n++) factorials.push(factorials[n - 1]! * n);
  for (let a = 1; a < 30; a++) {
    for (let b = 1; a + b <= 30; b++) {
      const right = (factorials[a - 1]! * factorials[b - 1]!) / factorials[a + b - 1]!;
      expect(logBeta(a, b)).toBeCloseTo(Math.log(right), 10);
    }
  }
});

it('has the known values at halves', () => {
  expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 11);
  expect(logBeta(3.5, 0.5)).toBeCloseTo(Math.log((5 / 16) * Math.PI), 11);
});

it('is the inverse of the quantile of Student’s t', () => {
  const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(share, fc.integer({ min: 1, max: 60 }), (tail, freedom) => {
      expect(tTail(tQuantile(1 - tail, freedom), freedom)).toBeCloseTo(tail, 6);
    }),
  );
});
