/** What a reader's answer to one Case contributes to a curve of recall. */
import { mean } from '../numbers.js';
import type { PromptMarks } from '../statistics/curve/prompt-marks.js';
import type { Collected } from './collect.js';

/**
 * The marks of a Case, or its score alone where the marks do not make up the score.
 *
 * @returns none where it has no answer
 */
export function promptMarks({ answered }: Collected): PromptMarks[] {
  if (!answered) return [];
  const { tokens, marks, score } = answered;
  const whole = marks.length > 0 && Math.abs(mean(marks) - score) < 1e-6;
  return [{ tokens, marks: whole ? marks : [score] }];
}
