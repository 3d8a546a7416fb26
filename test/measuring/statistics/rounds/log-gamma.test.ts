import { expect, it } from 'vitest';
import { logGamma } from '../../../../src/measuring/statistics/rounds/log-gamma.js';

it('is the logarithm of the factorials', () => {
  let factorial = 1;
  for (let n = 1; n <= 30; n++) {
    expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 10);
    factorial *= n;
  }
});

it('is known at halves', () => {
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 11);
  expect(logGamma(3.5)).toBeCloseTo(Math.log((15 / 8) * Math.sqrt(Math.PI)), 11);
});
