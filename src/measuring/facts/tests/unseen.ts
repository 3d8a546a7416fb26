/** Estimates what so many tests and repeats can find. */
import { mean } from '../../../base/numbers.js';
import { likelyRate } from '../../statistics/rounds/likely-rate.js';
import { type Repeated, roundsPower } from '../../statistics/rounds/rounds-power.js';

/** Power of the gate, by imagining suites that pass as this one does. */
export interface SuitePower extends Repeated {
  tests: number;
  /** One test, two tests, and one in eight break altogether. */
  one: number;
  two: number;
  eighth: number;
  /** Every test passes more rarely by `drop`. */
  drop: number;
  lower: number;
}

export const FOUND = 0.8;

export function suitePower(
  rates: readonly number[],
  repeated: Repeated,
  drop: number,
  alpha: number,
): SuitePower {
  const power = (change: Parameters<typeof roundsPower>[2]) =>
    roundsPower(rates, repeated, change, alpha);
  return {
    tests: rates.length,
    ...repeated,
    one: power({ broken: 1 }),
    two: power({ broken: 2 }),
    eighth: power({ broken: Math.max(1, Math.round(rates.length / 8)) }),
    drop,
    lower: power({ lower: drop }),
  };
}

/** Returns the likely pass rate of each test. */
export function ratesOf(tallies: readonly { sum: number; count: number }[]): number[] {
  const all = mean(tallies.map(({ sum, count }) => sum / count));
  return tallies.map((tally) => likelyRate(tally, all));
}
