/**
 * Are two readers equal? One test for a pair, of the prompts that both answered: over all lengths, and over every range
 * of them. More right answers of a reader never tell less for it.
 */
import type { Interval } from '../interval.js';
import { differenceOf } from './difference.js';
import { evidenceOf, type PairEvidence } from './evidence.js';
import { type PairedMarks, pairedScores } from './paired-scores.js';

export interface PairResult {
  /** Recall of the first minus recall of the second: mean over prompts. */
  difference: Interval;
  /** Empty where the two are not told apart. */
  evidence: PairEvidence[];
}

/**
 * By how much the first reader recalls more of the same prompts, and what tells the two apart. The bounds of the
 * difference agree with that: they have 0 between them if the two are not told apart, and else lie on one side of it.
 *
 * @param prompts - that both answered, in any order
 * @param level - chance of telling equal readers apart, two-sided; for many pairs, divided by their number
 *
 * @example
 * comparePair(prompts, 0.05)
 * // { difference: { value: 0.1, … }, evidence: [{ higher: 'first', by: 'overall', p: 0.004, … }] }
 */
export function comparePair(prompts: readonly PairedMarks[], level: number): PairResult {
  const paired = pairedScores(prompts);
  if (paired.first.length === 0) {
    return { difference: { value: Number.NaN, low: -1, high: 1 }, evidence: [] };
  }
  const evidence = evidenceOf(paired, level);
  return { difference: inAccord(differenceOf(paired, level), evidence), evidence };
}

/** What tells two readers apart, as in `comparePair`, without the bounds of their difference, which take longer. */
export function pairEvidence(prompts: readonly PairedMarks[], level: number): PairEvidence[] {
  const paired = pairedScores(prompts);
  return paired.first.length === 0 ? [] : evidenceOf(paired, level);
}

/** The bounds of a difference, in accord with what is said of it. */
function inAccord({ value, low, high }: Interval, evidence: readonly PairEvidence[]): Interval {
  const [first, second] = (['first', 'second'] as const).map((side) =>
    evidence.some(({ higher }) => higher === side),
  );
  if (first && !second && value > 0) return { value, low: Math.max(0, low), high };
  if (second && !first && value < 0) return { value, low, high: Math.min(0, high) };
  return { value, low: Math.min(0, low), high: Math.max(0, high) };
}
