/**
 * Reading a list of numbers, or a single one, out of a model's answer, as named steps. The first step
 * that yields something wins. Answers are hostile input: nothing is evaluated, nothing throws, and
 * every step takes time linear in the answer's length. docs/reading-answers.md lists the steps.
 */
import { type Answer, type AnswerHints, answerOf, plainValue, vocabularyOf } from './answer.js';
import { cutOffList, repairedList, repairedNumber } from './damaged-steps.js';
import {
  embeddedList,
  embeddedNumber,
  listInFence,
  listInJson,
  numberInFence,
  numberInJson,
} from './json-steps.js';
import { LONGEST_LIST, listIn, numberIn } from './keys.js';
import { bareList, bareNumber, recitedList } from './prose-steps.js';

export { type AnswerHints, answerText } from './answer.js';

export type StepName = 'json' | 'fenced' | 'embedded' | 'repaired' | 'cut-off' | 'bare' | 'recited';

/** A list that was found, and the step that found it. */
export interface ReadList {
  step: StepName | 'unreadable';
  numbers: number[];
}

/** A number that was found, and the step that found it. */
export interface ReadNumber {
  step: StepName | 'unreadable';
  number: number | undefined;
}

/** A way to read an answer. */
export interface Step {
  name: StepName;
  list(answer: Answer): number[] | undefined;
  number(answer: Answer): number | undefined;
}

/** The steps in their order. */
export const STEPS: readonly Step[] = [
  { name: 'json', list: listInJson, number: numberInJson },
  { name: 'fenced', list: listInFence, number: numberInFence },
  { name: 'embedded', list: embeddedList, number: embeddedNumber },
  { name: 'repaired', list: repairedList, number: repairedNumber },
  { name: 'cut-off', list: cutOffList, number: nothing },
  { name: 'bare', list: bareList, number: bareNumber },
  { name: 'recited', list: recitedList, number: nothing },
];

/**
 * Read the list that an answer gives.
 *
 * @param output - the answer: text, or a value that the provider has parsed
 *
 * @example
 * readList('{"little_penguin": [3, 5, 9]}', { keys: ['little_penguin'] })
 * // { step: 'json', numbers: [3, 5, 9] }
 */
export function readList(output: unknown, hints: AnswerHints): ReadList {
  const vocabulary = vocabularyOf(hints);
  const parsed = typeof output === 'object' ? listIn(plainValue(output), vocabulary) : undefined;
  if (parsed) return { step: 'json', numbers: parsed.numbers };
  const answer = answerOf(output, vocabulary);
  for (const { name, list } of STEPS) {
    const numbers = list(answer);
    if (numbers) return { step: name, numbers: numbers.slice(0, LONGEST_LIST) };
  }
  return { step: 'unreadable', numbers: [] };
}

/**
 * Read the single number that an answer gives, by the same steps.
 *
 * @example
 * readNumber('That is a total of 2,016 ★.', { keys: ['little_penguin'] })
 * // { step: 'bare', number: 2016 }
 */
export function readNumber(output: unknown, hints: AnswerHints): ReadNumber {
  const vocabulary = vocabularyOf(hints);
  const parsed = typeof output === 'object' ? numberIn(plainValue(output), vocabulary) : undefined;
  if (parsed !== undefined) return { step: 'json', number: parsed };
  const answer = answerOf(output, vocabulary);
  for (const step of STEPS) {
    const number = step.number(answer);
    if (number !== undefined) return { step: step.name, number };
  }
  return { step: 'unreadable', number: undefined };
}

/** This step reads lists only. */
function nothing(): undefined {
  return undefined;
}
