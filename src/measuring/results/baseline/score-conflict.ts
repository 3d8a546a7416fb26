/** Checks whether a score, its marks, and the scores of several answers fit together. */
import { mean } from '../../../base/numbers.js';

/** Allows for rounding in a file. */
const ROUNDING = 1e-6;

/**
 * Share of missing marks by which a score may exceed their mean: the credit that NeedleBench gives a similar
 * answer without the keyword.
 */
const MOST_CREDIT = 0.2;

interface ScoredCase {
  score: number;
  marks: readonly number[];
  scores?: readonly number[] | undefined;
}

/** Returns what contradicts itself in a Case, as the end of a sentence. */
export function scoreConflict({ score, marks, scores }: ScoredCase): string | undefined {
  if (scores && Math.abs(mean(scores) - score) > ROUNDING) {
    return `its score is ${score}, but the mean of its scores is ${rounded(mean(scores))}`;
  }
  if (marks.length === 0) return undefined;
  const recall = mean(marks);
  const most = recall + MOST_CREDIT * (1 - recall);
  if (score >= recall - ROUNDING && score <= most + ROUNDING) return undefined;
  return `its score is ${score}, but the mean of its marks is ${rounded(recall)}`;
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
