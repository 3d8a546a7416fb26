import type { Answer } from '../../../answers/answer.js';
import { say } from '../../../base/text/language.js';
import { alternatives } from '../../../base/text/literal.js';
import { quoted } from '../../../base/text/texts.js';
import type { Marked } from '../../../benchmarks/benchmark.js';
import type { Case } from '../../../contract/case.js';
import type { Diagnosis } from '../../../contract/diagnosis.js';
import type { Doubt } from '../../../contract/reading.js';
import type { NolimaCase } from './pairs.js';
import { type NolimaPair, pairOf } from './pairs.js';
import { loadNolimaWords } from './words.js';

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
export function scoreNolima(answer: Answer, theCase: Case): Marked {
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
