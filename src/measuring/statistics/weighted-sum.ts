/** Sums independent figures, with an interval. */
import type { Interval } from './interval.js';

/** Sums independent figures by weight, with an interval from theirs (MOVER: Zou & Donner 2008). */
export function weightedSum(parts: readonly { figure: Interval; weight: number }[]): Interval {
  let [value, below, above] = [0, 0, 0];
  for (const { figure, weight } of parts) {
    const ends = [weight * (figure.value - figure.low), weight * (figure.high - figure.value)];
    const [down, up] = weight < 0 ? [ends[1]!, ends[0]!] : [ends[0]!, ends[1]!];
    value += weight * figure.value;
    below += down ** 2;
    above += up ** 2;
  }
  return { value, low: value - Math.sqrt(below), high: value + Math.sqrt(above) };
}
