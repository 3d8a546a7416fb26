import type { Answer } from '../../answers/answer.js';
import { literal } from '../../base/text/literal.js';
import type { LookedUp } from '../lists/looked-up.js';
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
  answer: Answer,
  accepted: readonly string[],
  documents: readonly (Passage & { answers?: readonly string[] })[],
  style: AnswerStyle,
): LookedUp {
  const plain = answer.saying(answer.plain);
  // Without numbers in words, both texts are equal.
  const comparable = [...new Set([plain.text, plain.inDigits])].map((one) =>
    comparableAnswer(one, style),
  );
  const holds = (answers: readonly string[]) =>
    answers
      .map((value) => answer.plainly(value))
      .some((value) => holdsWhole(comparable, value, style) && plain.asserts(rawPattern(value)));
  if (holds(accepted)) return { mark: 1 };
  const other = documents.findIndex(({ answers = [] }) => holds(answers));
  return { mark: 0, ...(other >= 0 && { other }) };
}

/** Tells whether a text holds an answer, not inside a longer number. An empty one is found nowhere. */
function holdsWhole(comparable: readonly string[], answer: string, style: AnswerStyle): boolean {
  const normal = comparableAnswer(answer, style);
  if (normal === '') return false;
  const whole = new RegExp(`(?:(?<!\\d)|(?!\\d))${literal(normal)}(?:(?!\\d)|(?<!\\d))`, 'u');
  // Texts without it are ruled out sooner like this.
  return comparable.some((text) => text.includes(normal) && whole.test(text));
}

/** Matches an answer in a text as it is. Other spellings may be missed. */
function rawPattern(answer: string): RegExp {
  return new RegExp(literal(answer).replaceAll(' ', '\\s+'), 'giu');
}
