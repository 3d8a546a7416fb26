import { distance } from 'fastest-levenshtein';
import { finalText } from '../../answers/text-answer.js';
import type { Case } from '../../case.js';
import type { Scored } from '../benchmark.js';
import { needlesOf } from '../needles/hidden-needles.js';
import { scoreKeywords } from '../needles/mark-keywords.js';
import type { NeedleBenchCase } from './cases.js';

/** The paper's α: what an answer without a keyword can get at most. */
const MOST_CREDIT = 0.2;

/** Only so much of an answer is compared, in UTF-16 units; what lies behind counts as wrong. */
export const LONGEST_COMPARED = 2000;

/**
 * How like a reference answer a prediction is: 1 − d/max(|P|, |R|), with d the Levenshtein distance
 * (arXiv:2407.11963, §2).
 *
 * Of texts longer than `LONGEST_COMPARED` the rest counts as so many edits, so that a long answer
 * takes no long time and gets no more than its due.
 *
 * @example
 * similarity('In a shed.', 'In a shop.') // 0.8
 */
export function similarity(prediction: string, reference: string): number {
  const longest = Math.max(prediction.length, reference.length);
  if (longest === 0) return 1;
  const compared = [prediction, reference].map((text) => text.slice(0, LONGEST_COMPARED));
  const behind = Math.max(0, longest - LONGEST_COMPARED);
  return Math.max(0, 1 - (distance(compared[0]!, compared[1]!) + behind) / longest);
}

/**
 * The scoring rule of NeedleBench: recall by keywords. In version 1, what is not found gets a credit
 * of up to 0.2 for an answer like the right one; of several needles, the share that is not found.
 *
 * @param output - the model's answer, text or parsed JSON
 */
export function scoreNeedleBench(output: unknown, theCase: Case): Scored {
  const benchCase = theCase as NeedleBenchCase;
  const answer = finalText(output);
  const scored = scoreKeywords(answer, benchCase);
  const reference = needlesOf(benchCase)
    .map((needle) => needle.answer)
    .join('\n');
  const credit =
    benchCase.scoring !== 2 && scored.score < 1 ? MOST_CREDIT * similarity(answer, reference) : 0;
  const score = scored.score + (1 - scored.score) * credit;
  return {
    ...scored,
    score,
    namedScores: { ...scored.namedScores, ...partScores(benchCase, score) },
  };
}

/**
 * Score and number of the prompts of a part, from whose sums promptfoo's `derivedMetrics` can compute
 * the overall score: `S_RT` and `S_RT_prompts`, since a formula has no names with hyphens.
 */
function partScores({ task }: NeedleBenchCase, score: number): Record<string, number> {
  const name = task.replaceAll('-', '_');
  return { [name]: score, [`${name}_prompts`]: 1 };
}
