/** Computes how much more likely a unit's scores are if it broke. */
import { logBeta } from '../probabilities.js';
import type { Round } from './units.js';

/** Returns the shares of units that may have broken. */
export function sharesBroken(units: number): number[] {
  return [1 / units, 4 / units, 1 / 8].map((share) => Math.min(share, 1 / 4));
}

/** Pass rate assumed of a broken unit: a beta distribution near 0. */
const BROKEN = { passed: 0.25, failed: 1.5 };

/** Rounds that the assumed pass rate of a unit is worth. */
const WORTH = 1.5;

/**
 * Returns the Bayes factor of a break against an unchanged pass rate. Shares count as part of a pass.
 *
 * @param usual - mean score of all units
 */
export function breakFactor(usual: number): (before: Tally, now: Tally) => number {
  const mean = Math.min(0.95, Math.max(0.3, usual));
  const [passed, failed] = [WORTH * mean, WORTH * (1 - mean)];
  const usually = evidenceFor(passed, failed);
  const broken = evidenceFor(BROKEN.passed, BROKEN.failed);
  return (before, now) => {
    const all = { sum: before.sum + now.sum, count: before.count + now.count };
    return Math.exp(usually(before) + broken(now) - usually(all));
  };
}

/** Returns the log evidence of scores for a pass rate with a beta distribution. */
function evidenceFor(a: number, b: number): (scores: Tally) => number {
  const none = logBeta(a, b);
  return ({ sum, count }) => logBeta(a + sum, b + count - sum) - none;
}

export interface Tally {
  sum: number;
  count: number;
}

/** Returns what is left of a tally without a part of it. */
export function without(all: Tally, part: Tally): Tally {
  return { sum: all.sum - part.sum, count: all.count - part.count };
}

/** Counts a round of several cells as one with their mean. */
export function tallyOf(rounds: readonly Round[], cells: readonly number[]): Tally {
  let [sum, count] = [0, 0];
  for (const round of rounds) {
    let [total, known] = [0, 0];
    for (const cell of cells) {
      if (round[cell] === undefined) continue;
      total += round[cell];
      known++;
    }
    if (known === 0) continue;
    sum += total / known;
    count++;
  }
  return { sum, count };
}
