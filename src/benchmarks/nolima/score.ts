import { readChoice } from '../../answers/choices/choice.js';
import { type Doubt, doubtful, doubtOf, withDoubt } from '../../answers/second-look.js';
import { diagnoseWrong, finalText, quoted } from '../../answers/texts/text-answer.js';
import { alternatives } from '../../answers/words.js';
import type { Case } from '../../contract/case.js';
import type { Diagnosis } from '../../contract/diagnosis.js';
import type { Scored } from '../benchmark.js';
import { recallByQuarter } from '../quarters.js';
import type { NolimaCase } from './pairs.js';
import { type Pair, pairOf } from './pairs.js';
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

/** Why it is doubtful that an answer says any of the right names. */
function doubtOfNames(text: string, right: readonly string[]): Doubt | undefined {
  const isRight = (other: string) => containsAnswer(other, right);
  return doubtOf(text, new RegExp(alternatives(right), 'gu'), isRight);
}

/** The scoring rule of NoLiMa: the character's name stands in the answer, or was chosen. */
export function scoreNolima(output: unknown, theCase: Case): Scored {
  const nolimaCase = theCase as NolimaCase;
  const pair = pairOf(nolimaCase);
  const text = finalText(output);
  const chosen = nolimaCase.choice ? pair.options[readChoice(text, pair.options) ?? -1] : undefined;
  const isRight = nolimaCase.choice
    ? chosen !== undefined && pair.answers.includes(chosen)
    : containsAnswer(text, pair.answers);
  const mark = isRight ? 1 : 0;
  const doubt = isRight && !nolimaCase.choice ? doubtOfNames(text, pair.answers) : undefined;
  const positions = [nolimaCase.cell.depth];
  return {
    score: mark,
    readable: nolimaCase.choice ? chosen !== undefined : text !== '',
    reason: withDoubt(
      `${isRight ? pair.answers[0]! : `not ${pair.answers[0]!}`}: ${quoted(text)}`,
      doubt,
    ),
    namedScores: { recall: mark, ...recallByQuarter([mark], positions) },
    metadata: {
      diagnosis: diagnose(isRight, text, nolimaCase, pair, chosen),
      marks: [mark],
      positions,
      ...(doubt && doubtful(doubt)),
    },
  };
}

function diagnose(
  isRight: boolean,
  text: string,
  { language, published }: NolimaCase,
  { answers, distractors }: Pair,
  chosen: string | undefined,
): Diagnosis {
  if (isRight) return 'complete';
  const { names, absent } = loadNolimaWords(language);
  const taken = distractors.map(({ character }) => character).filter(Boolean);
  if (containsAnswer(chosen ?? text, taken)) return 'distractor';
  const others = published ? [] : names.filter((name) => !answers.includes(name));
  if (chosen !== undefined || containsAnswer(text, others)) return 'another';
  return diagnoseWrong(text, language, absent);
}
