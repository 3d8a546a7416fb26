import { expect, it } from 'vitest';
import { betaCdf } from '../../../../src/measuring/statistics/reliable/beta.js';

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
