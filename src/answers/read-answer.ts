/**
 * Reading a list of numbers, or a single one, out of a model's answer. Of every list that an answer could
 * mean the one is read that most speaks for; docs/method/reading-answers.md says what does. Answers are hostile
 * input: nothing is evaluated, nothing throws, and the time is linear in the answer's length.
 */
import type { Reading } from '../contract/reading.js';
import { type AnswerHints, answerOf, vocabularyOf } from './answer.js';
import type { Form, Reason } from './lists/candidate.js';
import { listIn, numberIn } from './lists/json-values.js';
import { listOf } from './lists/list.js';
import { plainValue } from './texts/text-answer.js';
import { numberOfAnswer } from './totals/total.js';

export type { AnswerHints } from './answer.js';
export type { Form } from './lists/candidate.js';

/** A list that was found, how it is written, and why it was chosen. */
export interface ReadList {
  form: Form | 'unreadable';
  numbers: number[];
  why?: Reason;
  /** Other lists that the answer may nearly as likely mean. */
  near: number[][];
}

/** A number that was found, and how it is written. */
interface ReadNumber {
  form: Form | 'unreadable';
  number: number | undefined;
}

/**
 * Read the list that an answer gives.
 *
 * @param output - the answer: text, or a value that the provider has parsed
 *
 * @example
 * readList('{"little_penguin": [3, 5, 9]}', { keys: ['little_penguin'] })
 * // { form: 'json', numbers: [3, 5, 9], why: 'only', near: [] }
 */
export function readList(output: unknown, hints: AnswerHints): ReadList {
  const vocabulary = vocabularyOf(hints);
  const parsed = typeof output === 'object' ? listIn(plainValue(output), vocabulary) : undefined;
  if (parsed) return { form: 'json', numbers: parsed.numbers, why: 'only', near: [] };
  const choice = listOf(answerOf(output, vocabulary));
  if (!choice) return { form: 'unreadable', numbers: [], near: [] };
  const { chosen, why, near } = choice;
  return {
    form: chosen.form,
    numbers: chosen.numbers,
    why,
    near: near.map(({ numbers }) => numbers),
  };
}

/**
 * Read the single number that an answer gives: the last box; JSON; what the text calls its total.
 *
 * @example
 * readNumber('That is a total of 2,016 ★.', { keys: ['little_penguin'] })
 * // { form: 'prose', number: 2016 }
 */
export function readNumber(output: unknown, hints: AnswerHints): ReadNumber {
  const vocabulary = vocabularyOf(hints);
  const parsed = typeof output === 'object' ? numberIn(plainValue(output), vocabulary) : undefined;
  if (parsed !== undefined) return { form: 'json', number: parsed };
  return numberOfAnswer(answerOf(output, vocabulary));
}

/** How sure the reading of a list is, and for a doubtful one what the score is at least and at most. */
interface ListReading {
  reading: Reading;
  bounds?: { low: number; high: number };
}

/**
 * How sure it is what an answer lists: doubtful where another list is nearly as likely and would score
 * otherwise.
 *
 * @param scoreOf - the score of an answer that lists these numbers
 */
export function readingOf(
  { form, numbers, near }: ReadList,
  scoreOf: (numbers: readonly number[]) => number,
): ListReading {
  if (form === 'unreadable') return { reading: 'unreadable' };
  const scores = [numbers, ...near].map(scoreOf);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  return low === high ? { reading: 'read' } : { reading: 'doubtful', bounds: { low, high } };
}
