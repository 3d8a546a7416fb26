/** Whether an answer to a question about documents says one of the accepted answers. */
import { withDigits } from '../../answers/numbers/worded-numbers.js';
import { isAsserted } from '../../answers/texts/asserted.js';
import { plainWriting } from '../../answers/texts/plain-writing.js';
import { literal } from '../../base/text/literal.js';
import type { LookedUp } from '../looked-up.js';
import type { Passage } from './document-sets.js';
import { type AnswerStyle, comparableAnswer } from './normalise.js';

/**
 * Look for an accepted answer, both normalised (arXiv:2307.03172, §2.2), whichever quotation marks
 * and hyphens they have; else for the answer of another document.
 *
 * @example
 * findAnswer('It was Wilhelm Röntgen.', ['Wilhelm Röntgen'], documents, english) // { mark: 1 }
 */
export function findAnswer(
  text: string,
  accepted: readonly string[],
  documents: readonly (Passage & { answers?: readonly string[] })[],
  style: AnswerStyle,
): LookedUp {
  const plain = plainWriting(text);
  // Numbers may be written in words; where they are not, both texts are the same.
  const comparable = [...new Set([plain, withDigits(plain)])].map((one) =>
    comparableAnswer(one, style),
  );
  const holds = (answers: readonly string[]) =>
    answers.some(
      (answer) => holdsWhole(comparable, answer, style) && isAsserted(plain, rawPattern(answer)),
    );
  if (holds(accepted)) return { mark: 1 };
  const other = documents.findIndex(({ answers = [] }) => holds(answers));
  return { mark: 0, ...(other >= 0 && { other }) };
}

/**
 * Whether one of two texts holds an answer, and not as a part of a longer number. An answer of which
 * nothing is left stands nowhere.
 */
function holdsWhole(comparable: readonly string[], answer: string, style: AnswerStyle): boolean {
  const normal = comparableAnswer(plainWriting(answer), style);
  if (normal === '') return false;
  const whole = new RegExp(`(?:(?<!\\d)|(?!\\d))${literal(normal)}(?:(?!\\d)|(?<!\\d))`, 'u');
  // What holds it not at all is told so sooner.
  return comparable.some((text) => text.includes(normal) && whole.test(text));
}

/** Finds an accepted answer in a text that is not normalised; it may miss one that is spelt otherwise. */
function rawPattern(answer: string): RegExp {
  return new RegExp(literal(plainWriting(answer)).replaceAll(' ', '\\s+'), 'giu');
}
