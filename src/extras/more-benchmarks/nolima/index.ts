/**
 * NoLiMa (Modarressi et al. 2025, arXiv:2502.05167): a fact about a character is hidden, and the question
 * that asks for the character shares no word with it. Who only searches for the words of the question
 * finds nothing; it takes what everybody knows to see that the fact answers it.
 *
 * Tasks: `one-hop` needs one piece of knowledge (who lives beside the Eiffel Tower has been to Paris),
 * `two-hop` two (… to France); `direct` is a control, which asks in the words of the fact.
 *
 * The recall at 250, 500 and 1000 tokens is the base score; a length counts as held where recall is at
 * least 0.85 of it.
 */

import type { Answer } from '../../../answers/answer.js';
import { say } from '../../../base/text/language.js';
import { alternatives } from '../../../base/text/literal.js';
import { quoted } from '../../../base/text/texts.js';
import { benchmark, type Marked } from '../../../benchmarks/benchmark.js';
import type { Case } from '../../../contract/case.js';
import type { Diagnosis } from '../../../contract/diagnosis.js';
import type { Doubt } from '../../../contract/reading.js';
import * as cases from './cases.js';
import { conflict, nolimaOptions } from './cases.js';
import { loadNolimaWords, type NolimaCase, type NolimaPair, pairOf } from './pairs.js';

export const nolima = benchmark<NolimaCase>()({
  name: 'nolima',
  // Novels tell of Paris and of milk; invented prose tells of none of what is asked.
  hides: 'prose',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: nolimaOptions,
  conflict,
  contains: true,
  mark: scoreNolima,
});

/**
 * Whether an answer holds any of the right names, letter by letter: the authors' metric `contains`.
 *
 * @example
 * containsAnswer('It must be Adelmar.', ['Adelmar']) // true
 */
export function containsAnswer(answer: string, right: readonly string[]): boolean {
  return right.some((name) => answer.includes(name));
}

/** Why it is doubtful that an answer says any of the right names, or none of them. */
function doubtOfNames(answer: Answer, right: readonly string[]): Doubt | undefined {
  if (!containsAnswer(answer.text, right)) {
    const lower = (text: string) => text.toLowerCase();
    return containsAnswer(lower(answer.text), right.map(lower)) ? 'spelling' : undefined;
  }
  const isRight = (other: string) => containsAnswer(other, right);
  return answer.doubt(new RegExp(alternatives(right), 'gu'), isRight);
}

/** The scoring rule of NoLiMa: the character's name stands in the answer, or was chosen. */
function scoreNolima(answer: Answer, theCase: Case): Marked {
  const nolimaCase = theCase as NolimaCase;
  const pair = pairOf(nolimaCase);
  const { text } = answer;
  const chosen = nolimaCase.choice ? pair.options[answer.choice(pair.options) ?? -1] : undefined;
  const isRight = nolimaCase.choice
    ? chosen !== undefined && pair.answers.includes(chosen)
    : containsAnswer(text, pair.answers);
  const mark = isRight ? 1 : 0;
  const why = nolimaCase.choice ? undefined : doubtOfNames(answer, pair.answers);
  return {
    score: mark,
    ...(nolimaCase.choice && { readable: chosen !== undefined }),
    reason: say`${isRight ? pair.answers[0]! : say`not ${pair.answers[0]!}`}: ${quoted(text)}`,
    namedScores: { recall: mark },
    marks: [mark],
    positions: [nolimaCase.cell.depth],
    metadata: {
      diagnosis: diagnose(isRight, answer, nolimaCase, pair, chosen),
    },
    ...(why && { doubt: { why } }),
  };
}

function diagnose(
  isRight: boolean,
  answer: Answer,
  { language, published }: NolimaCase,
  { answers, distractors }: NolimaPair,
  chosen: string | undefined,
): Diagnosis {
  if (isRight) return 'complete';
  const { names, absent } = loadNolimaWords(language);
  const taken = distractors.map(({ character }) => character).filter(Boolean);
  if (containsAnswer(chosen ?? answer.text, taken)) return 'distractor';
  const others = published ? [] : names.filter((name) => !answers.includes(name));
  if (chosen !== undefined || containsAnswer(answer.text, others)) return 'another';
  return answer.whyWrong(language, absent);
}
