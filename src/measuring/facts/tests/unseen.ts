/** Estimates what so many tests and repeats can find. */
import { mean, sum } from '../../../base/numbers.js';
import {
  isFound,
  likelyRate,
  type Repeated,
  roundsPower,
} from '../../statistics/rounds/rounds-power.js';
import type { SharedTest } from './compare.js';

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

/** Probability from which repeats are said to copy their run. */
export const LIKELY_COPIED = 0.4;

const PROPOSED = [2, 3, 5, 8, 12];

/** Larger suites take too long to try further repeats. */
const TRIED = 1000;

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

/** Finds the fewest repeats that detect a single broken test. */
export function repeatsForOne(
  rates: readonly number[],
  { repeats, ...others }: Repeated,
  alpha: number,
): number | undefined {
  if (rates.length > TRIED) return undefined;
  return PROPOSED.filter((more) => more > repeats).find((more) =>
    isFound(FOUND, rates, { repeats: more, ...others }, { broken: 1 }, alpha),
  );
}

/** Returns the likely pass rate of each test. */
export function ratesOf(tallies: readonly { sum: number; count: number }[]): number[] {
  const all = mean(tallies.map(({ sum, count }) => sum / count));
  return tallies.map((tally) => likelyRate(tally, all));
}

export function talliesBefore(tests: readonly SharedTest[]): { sum: number; count: number }[] {
  return tests.map(({ before }) => {
    const passes = before.flat().map(({ pass }) => Number(pass));
    return { sum: sum(passes), count: passes.length };
  });
}
