import { logBeta } from '../rounds/log-beta.js';

const MOST_TERMS = 500;
const EXACT = 1e-12;

/**
 * Returns the probability that a beta variable is at most x, by its continued fraction (Lentz's method; Press
 * et al., 6.4). `betaCdf(1 - p, n - k, k + 1)` is the chance of at most k hits in n draws.
 *
 * @example
 * betaCdf(0.1, 2, 28) // 0.80
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a;
  let [fraction, c, d] = [1, 1, 1 / (1 - ((a + b) * x) / (a + 1))];
  fraction = d;
  for (let m = 1; m < MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    fraction *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < EXACT) break;
  }
  return front * fraction;
}
