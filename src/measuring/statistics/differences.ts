/** Intervals of mean differences. */

import { CONFIDENCE } from '../../base/defaults.js';
import { independentMarks, meanOrNaN } from './curve/prompt-marks.js';
import { checkConfidence, type Interval } from './interval.js';
import { tQuantile } from './special-functions.js';

/** A prompt's part in a mean of differences. */
export interface PromptDifference {
  /** From −1 to 1. */
  difference: number;
  /** How many marks, and what share of them could count one way or the other. */
  marks: number;
  discordant: number;
}

/** Correlation of marks that is assumed before any answer, worth this many prompts. */
interface Prior {
  correlation: number;
  prompts: number;
}

/** Within one prompt its difficulty cancels out. */
const WITHIN: Prior = { correlation: 0, prompts: 4 };

/** Between two models it does not: one may fail a prompt altogether. */
const BETWEEN: Prior = { correlation: 0.2, prompts: 2 };

/** Averages one difference per prompt, with Student's t interval. The prior keeps it open where all are equal. */
export function meanDifference(
  prompts: readonly PromptDifference[],
  confidence = CONFIDENCE,
  prior = WITHIN,
): Interval {
  checkConfidence(confidence);
  const count = prompts.length;
  if (count === 0) return { value: Number.NaN, low: -1, high: 1 };
  const differences = prompts.map(({ difference }) => difference);
  const value = meanOrNaN(differences);
  const squares = differences.reduce((sum, one) => sum + (one - value) ** 2, 0);
  const freedom = count - 1 + prior.prompts;
  const variance =
    (squares + prior.prompts * expectedVariance(prompts, prior.correlation)) / freedom;
  const half = tQuantile(0.5 + confidence / 2, freedom) * Math.sqrt(variance / count);
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

/** Estimates the variance of one prompt's difference, with half a mark more than seen. */
function expectedVariance(prompts: readonly PromptDifference[], correlation: number): number {
  const marks = meanOrNaN(prompts.map((prompt) => prompt.marks));
  const seen = meanOrNaN(prompts.map(({ discordant }) => discordant));
  const worth = marks > 1 ? independentMarks(marks, correlation) : marks;
  const units = prompts.length * worth;
  return (seen * units + 0.5) / (units + 1) / worth;
}

/** Marks of one prompt from two models. */
interface PairedMarks {
  first: readonly number[];
  second: readonly number[];
}

/** Estimates by how much the second model's recall exceeds the first's on the same prompts. */
export function pairedDifference(pairs: readonly PairedMarks[], confidence = CONFIDENCE): Interval {
  const prompts = pairs
    .filter(({ first, second }) => first.length > 0 && second.length > 0)
    .map(({ first, second }) => {
      const both = first.length === second.length;
      const apart = both
        ? meanOrNaN(first.map((mark, i) => Math.abs(mark - second[i]!)))
        : Math.abs(meanOrNaN(first) - meanOrNaN(second));
      const marks = Math.min(first.length, second.length);
      return { difference: meanOrNaN(second) - meanOrNaN(first), marks, discordant: apart };
    });
  return meanDifference(prompts, confidence, BETWEEN);
}
