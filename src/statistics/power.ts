/**
 * How likely the gate finds a drop, and how many seeds it takes: docs/gate.md.
 */
import erfc from '@stdlib/math-base-special-erfc';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import { canBeSignificant } from './sign-flip.js';

export interface PowerQuestion {
  /** Prompts that are compared. */
  pairs: number;
  /** Hypotheses that are tested together (Holm), at least 1. */
  hypotheses: number;
  /** Standard deviation of the difference of one prompt's two scores. */
  deviation: number;
  /** The true mean drop, as a share. */
  drop: number;
  /** Error rate of all hypotheses together. */
  alpha: number;
  /** A mean drop up to this one is accepted. */
  maxDrop: number;
}

/**
 * Probability that a drop is found by the strictest of the tests: that the observed mean drop is
 * significant and above `maxDrop`. Normal approximation; 0 where so few prompts can never be
 * significant in a sign-flip test.
 */
export function power({
  pairs,
  hypotheses,
  deviation,
  drop,
  alpha,
  maxDrop,
}: PowerQuestion): number {
  const level = alpha / hypotheses;
  if (!canBeSignificant(pairs, level)) return 0;
  const error = deviation / Math.sqrt(pairs);
  const needed = Math.max(normalQuantile(1 - level, 0, 1) * error, maxDrop);
  if (error === 0) return drop > needed ? 1 : 0;
  return 0.5 * erfc((needed - drop) / (error * Math.SQRT2));
}

/**
 * How many seeds make the power of `wanted`.
 *
 * @param question - its `pairs` are those of one seed, at least 1
 * @returns nothing where no number of seeds does: the drop is not above `maxDrop`
 */
export function seedsNeeded(question: PowerQuestion, wanted = 0.9): number | undefined {
  if (question.drop <= question.maxDrop) return undefined;
  const enough = (seeds: number) => power({ ...question, pairs: seeds * question.pairs }) >= wanted;
  let high = 1;
  while (!enough(high)) high *= 2;
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return Math.max(1, high);
}

/**
 * Standard deviation to expect of the difference of one prompt's two scores, when each piece of
 * evidence is found or not by itself: √(2p(1 − p)/M).
 *
 * @param recall - p, the recall around which both readers are
 * @param evidence - M, pieces of evidence in a prompt
 */
export function expectedDeviation(recall: number, evidence: number): number {
  return Math.sqrt((2 * recall * (1 - recall)) / evidence);
}
