import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tTail } from '../../../../src/measuring/statistics/regression/t-tail.js';

it('is the inverse of the quantile of Student’s t', () => {
  const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(share, fc.integer({ min: 1, max: 60 }), (tail, freedom) => {
      expect(tTail(tQuantile(1 - tail, freedom), freedom)).toBeCloseTo(tail, 6);
    }),
  );
});
