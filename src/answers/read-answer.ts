/**
 * Reading a list of numbers, or a single one, out of a model's answer. Of every list that an answer could
 * mean the one is read that most speaks for; docs/method/reading-answers.md says what does. Answers are hostile
 * input: nothing is evaluated, nothing throws, and the time is linear in the answer's length.
 */
import type { GivenList, GivenNumber, NumberHints } from './answer.js';
import { listIn, numberIn } from './lists/json-values.js';
import { listOf } from './lists/list.js';
import { answerOf, vocabularyOf } from './prepared-answer.js';
import { plainValue } from './texts/text-answer.js';
import { numberOfAnswer } from './totals/total.js';

/**
 * Read the list that an answer gives.
 *
 * @param output - the answer: text, or a value that the provider has parsed
 *
 * @example
 * readList('{"little_penguin": [3, 5, 9]}', { keys: ['little_penguin'] })
 * // { form: 'json', numbers: [3, 5, 9], why: 'only', near: [] }
 */
export function readList(output: unknown, hints: NumberHints): GivenList {
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
export function readNumber(output: unknown, hints: NumberHints): GivenNumber {
  const vocabulary = vocabularyOf(hints);
  const parsed = typeof output === 'object' ? numberIn(plainValue(output), vocabulary) : undefined;
  if (parsed !== undefined) return { form: 'json', number: parsed };
  return numberOfAnswer(answerOf(output, vocabulary));
}
