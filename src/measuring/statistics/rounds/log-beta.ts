import { logGamma } from '../special-functions.js';

/** Natural logarithm of the beta function, for a and b > 0. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}
