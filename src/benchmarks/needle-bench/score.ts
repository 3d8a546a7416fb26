import { distance } from 'fastest-levenshtein';
import type { Answer } from '../../answers/answer.js';
import type { Marked } from '../benchmark.js';
import { markNeedles, scoreKeywords } from '../needles/mark-keywords.js';
import type { Needle } from '../needles/needle-sets.js';
import type { NeedleBenchCase } from './cases.js';
import { askedNeedles } from './cases.js';
import { markLiterally, scoreSingle, scoreWords } from './original-rules.js';

/** The paper's α: most that an answer without a keyword can get. */
const MOST_CREDIT = 0.2;

/** How much of an answer is compared, in UTF-16 units. The rest counts as wrong. */
export const LONGEST_COMPARED = 2000;

/**
 * How like a reference answer a prediction is: 1 − d/max(|P|, |R|), with d the Levenshtein distance
 * (arXiv:2407.11963, §2).
 *
 * Of texts longer than `LONGEST_COMPARED` each character of the rest counts as an edit, so that a long answer
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
 * Scores NeedleBench: recall by keywords. As in the paper, a missing keyword gets up to 0.2 for a similar
 * answer, and several needles for the missing share. OpenCompass's rules are in `original-rules.ts`.
 */
export function scoreNeedleBench(answer: Answer, theCase: NeedleBenchCase): Marked {
  const { task, scoring } = theCase;
  const { text } = answer;
  const needles = askedNeedles(theCase);
  const marks = scoring?.startsWith('opencompass')
    ? needles.map((needle) => originalMark(answer, needle, theCase))
    : markNeedles(answer, needles);
  const scored = scoreKeywords(answer, theCase, needles, marks);
  const score =
    scoring === 'opencompass-1' && task === 'S-RT'
      ? scoreSingle(text, needles[0]!.sentences[0]!, spellings(needles[0]!, theCase))
      : scored.score + (scoring === undefined ? paperCredit(text, needles, scored.score) : 0);
  return {
    ...scored,
    score,
    ...(scoring && { inForm: scoreKeywords(answer, theCase, needles).score }),
    namedScores: { ...scored.namedScores, ...partScores(theCase, score) },
  };
}

function originalMark(answer: Answer, needle: Needle, theCase: NeedleBenchCase): number {
  const [{ keywords }, { text }] = [needle, answer];
  if (theCase.task !== 'M-RS') return markLiterally(text, spellings(needle, theCase));
  if (theCase.scoring === 'opencompass-1') return scoreWords(text, keywords);
  return answer.boxedName() === keywords[0] ? 1 : 0;
}

/** Returns keywords where spelling counts. Ours may be small words that begin an answer; the authors' are names. */
function spellings({ keywords }: Needle, { published }: NeedleBenchCase): readonly string[] {
  if (published) return keywords;
  return keywords.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]);
}

function paperCredit(answer: string, needles: readonly Needle[], recall: number): number {
  const reference = needles.map((needle) => needle.answer).join('\n');
  return (1 - recall) * MOST_CREDIT * similarity(answer, reference);
}

/**
 * Returns sums from which promptfoo's `derivedMetrics` can compute the overall score: `S_RT` and
 * `S_RT_prompts`, since formulas know no hyphens.
 */
function partScores({ task }: NeedleBenchCase, score: number): Record<string, number> {
  const name = task.replaceAll('-', '_');
  return { [name]: score, [`${name}_prompts`]: 1 };
}
