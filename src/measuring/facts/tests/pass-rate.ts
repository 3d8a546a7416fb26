import { mean } from '../../../base/numbers.js';
import type { Interval } from '../../statistics/interval.js';
import { normalQuantile } from '../../statistics/special-functions.js';
import type { AskedTest } from './suite.js';

/** Averages tests with Wilson's interval. Each test is one observation, however often repeated. */
export function passRate(tests: readonly Pick<AskedTest, 'rounds'>[]): Interval {
  const answered = tests.filter(({ rounds }) => rounds.length > 0);
  const count = answered.length;
  if (count === 0) return { value: Number.NaN, low: 0, high: 1 };
  const value = mean(answered.map(({ rounds }) => mean(rounds.map(({ pass }) => Number(pass)))));
  const z = normalQuantile(0.975, 0, 1);
  const center = (value + z ** 2 / 2 / count) / (1 + z ** 2 / count);
  const width =
    (z / (1 + z ** 2 / count)) * Math.sqrt((value * (1 - value)) / count + z ** 2 / 4 / count ** 2);
  return { value, low: Math.max(0, center - width), high: Math.min(1, center + width) };
}
