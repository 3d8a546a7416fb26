/**
 * Reads a list of numbers, or one number, out of an answer. Of all lists that it could mean, the best supported
 * one is read: see docs/method/reading-answers.md. Answers are hostile input, so nothing is evaluated, nothing
 * throws, and time is linear in their length.
 */
import type { GivenList, GivenNumber, NumberHints } from './answer.js';
import { numberOfAnswer } from './choose-number.js';
import { answerOf, answerOfText, type PreparedAnswer, vocabularyOf } from './prepared-answer.js';
import { listOf } from './scanner/lists.js';
import { plainValue } from './texts/text-answer.js';

/**
 * Reads the list that an answer gives.
 *
 * @param output - the answer: text, or a value that the provider has parsed
 *
 * @example
 * readList('{"little_penguin": [3, 5, 9]}', { keys: ['little_penguin'] })
 * // { form: 'json', numbers: [3, 5, 9], why: 'only', near: [] }
 */
export function readList(output: unknown, hints: NumberHints): GivenList {
  for (const answer of answersOf(output, hints)) {
    const { chosen, why, near } = listOf(answer) ?? {};
    if (!chosen || !why || !near) continue;
    const { form, numbers } = chosen;
    return { form, numbers, why, near: near.map((other) => other.numbers) };
  }
  return { form: 'unreadable', numbers: [], near: [] };
}

/**
 * Reads the number that an answer gives: in the last box, in JSON, or what the text calls its total.
 *
 * @example
 * readNumber('That is a total of 2,016 ★.', { keys: ['little_penguin'] })
 * // { form: 'prose', number: 2016 }
 */
export function readNumber(output: unknown, hints: NumberHints): GivenNumber {
  const given = answersOf(output, hints).map(numberOfAnswer);
  return given.find(({ number }) => number !== undefined) ?? given.at(-1)!;
}

/** Prepares an answer. A value parsed by the provider is read as JSON first, then as text. */
function answersOf(output: unknown, hints: NumberHints): PreparedAnswer[] {
  const vocabulary = vocabularyOf(hints);
  const json = typeof output === 'object' ? JSON.stringify(plainValue(output)) : undefined;
  const said = answerOf(output, vocabulary);
  return json === undefined ? [said] : [answerOfText(json, vocabulary), said];
}
