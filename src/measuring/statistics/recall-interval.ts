/** Intervals of recall over a grid, or at one length. */

import {
  checkPrompts,
  independentMarks,
  MOODY,
  meanMark,
  type PromptMarks,
} from './curve/prompt-marks.js';
import { CONFIDENCE, checkConfidence, type Interval } from './interval.js';

/** A recall, and how probable it is. */
export interface Possible {
  recall: number;
  share: number;
}

/** Recalls that are told apart, evenly spaced in logits. */
const FARTHEST = 9;
const STEP = 0.03;
const RECALLS = Array.from({ length: (2 * FARTHEST) / STEP + 1 }, (_, i) => {
  return 1 / (1 + Math.exp(FARTHEST - i * STEP));
});

/**
 * The mean of all marks with its interval, from what `recallPosterior` says. Neither end falls with a mark more.
 *
 * @param prompts - whose recall is meant: a whole grid, or one length of it
 */
export function recallInterval(prompts: readonly PromptMarks[], confidence = CONFIDENCE): Interval {
  checkConfidence(confidence);
  checkPrompts(prompts);
  const value = meanMark(prompts);
  if (Number.isNaN(value)) return { value, low: 0, high: 1 };
  const possible = recallPosterior(prompts);
  const tail = (1 - confidence) / 2;
  return {
    value,
    low: Math.min(value, quantileOf(possible, tail)),
    high: Math.max(value, quantileOf(possible, 1 - tail)),
  };
}

/**
 * How probable recalls are by some prompts alone, with Jeffreys' prior of a share. A prompt counts as this many marks
 * as its correlation leaves of them, so that prompts count rather than marks.
 *
 * @param prompts - with a mark at least
 * @returns ascending, with shares that come to 1
 */
export function recallPosterior(prompts: readonly PromptMarks[], correlation = MOODY): Possible[] {
  const value = meanMark(prompts);
  const marks = prompts.reduce(
    (sum, { marks: own, worth = 1 }) =>
      sum + (own.length > 0 ? worth * independentMarks(own.length, correlation) : 0),
    0,
  );
  // Evenly spaced logits stand for recalls in proportion to r (1 − r).
  const [right, wrong] = [value * marks + 0.5, (1 - value) * marks + 0.5];
  const logs = RECALLS.map((recall) => right * Math.log(recall) + wrong * Math.log1p(-recall));
  const top = logs.reduce((a, b) => Math.max(a, b));
  const shares = logs.map((log) => Math.exp(log - top));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return RECALLS.map((recall, i) => ({ recall, share: shares[i]! / total }));
}

/** The recall that is not exceeded with a probability; between two recalls in proportion. */
function quantileOf(possible: readonly Possible[], probability: number): number {
  let sum = 0;
  let [recallBefore, before] = [possible[0]!.recall, 0];
  for (const { recall, share } of possible) {
    const middle = sum + share / 2;
    if (middle >= probability) {
      const part = (probability - before) / (middle - before);
      return recallBefore + part * (recall - recallBefore);
    }
    [recallBefore, before] = [recall, middle];
    sum += share;
  }
  return recallBefore;
}
