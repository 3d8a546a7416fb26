/** Whether a score, the marks it is made of, and the scores of several answers can be of one Case. */
import { mean } from '../../../base/numbers.js';

/** What rounding in a file may change. */
const ROUNDING = 1e-6;

/**
 * A score may be above the mean of its marks by this share of what is missing: the credit that
 * NeedleBench gives an answer without the keyword for being like the right one. Below it is none.
 */
const MOST_CREDIT = 0.2;

interface ScoredCase {
  score: number;
  marks: readonly number[];
  scores?: readonly number[] | undefined;
}

/**
 * What contradicts itself in a Case.
 *
 * @returns the end of a sentence; nothing where all agrees
 */
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
