/**
 * Reading a list of numbers, or a single one, out of a model's answer, as named steps. The first step
 * that yields something wins. Answers are hostile input: nothing is evaluated, nothing throws, and
 * every step takes time linear in the answer's length. docs/reading-answers.md lists the steps.
 */
import {
  type Answer,
  type AnswerHints,
  answerOf,
  answerOfText,
  plainValue,
  vocabularyOf,
} from './answer.js';
import { cutOffList, repairedList, repairedNumber } from './lists/damaged-steps.js';
import {
  embeddedList,
  embeddedNumber,
  listInFence,
  listInJson,
  loneNumber,
  numberInFence,
  numberInJson,
} from './lists/json-steps.js';
import { LONGEST_LIST, listIn } from './lists/json-values.js';
import {
  bareList,
  enumeratedList,
  labelledLines,
  recitedList,
  recitedSentence,
  tableList,
  toldList,
} from './lists/prose-steps.js';
import { boxesOf, withoutLatex } from './texts/final-part.js';
import { numberIn } from './totals/json-total.js';
import { bareNumber } from './totals/total.js';

export { type AnswerHints, answerText } from './answer.js';

export type StepName =
  | 'boxed'
  | 'json'
  | 'fenced'
  | 'embedded'
  | 'repaired'
  | 'cut-off'
  | 'table'
  | 'bare'
  | 'recited'
  | 'lines'
  | 'prose';

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

/** Of a step that reads lists only. */
const nothing = () => undefined;

/** The steps in their order. */
export const STEPS: readonly Step[] = [
  { name: 'json', list: listInJson, number: numberInJson },
  { name: 'fenced', list: listInFence, number: numberInFence },
  { name: 'embedded', list: embeddedList, number: embeddedNumber },
  { name: 'repaired', list: repairedList, number: repairedNumber },
  { name: 'cut-off', list: cutOffList, number: nothing },
  { name: 'table', list: tableList, number: nothing },
  { name: 'lines', list: enumeratedList, number: nothing },
  { name: 'bare', list: bareList, number: bareNumber },
  { name: 'recited', list: recitedList, number: nothing },
  { name: 'lines', list: labelledLines, number: nothing },
  { name: 'prose', list: toldList, number: nothing },
  { name: 'embedded', list: loneNumber, number: nothing },
  { name: 'recited', list: recitedSentence, number: nothing },
];

/** Fewer numbers in a box are no list. */
const FEWEST_BOXED = 2;

/** The list in a box of LaTeX: the last one that has one, or one number in each. */
function listInBoxes(answer: Answer): number[] | undefined {
  const boxes = boxesOf(answer.text).map(withoutLatex);
  const lists = boxes.map((box) => listBySteps(answerOfText(box, answer.vocabulary)).numbers);
  const last = lists.findLast((numbers) => numbers.length >= FEWEST_BOXED);
  if (last) return last;
  return lists.length >= FEWEST_BOXED && lists.every((numbers) => numbers.length === 1)
    ? lists.flat()
    : undefined;
}

function numberInBox(answer: Answer): number | undefined {
  const box = boxesOf(answer.text).at(-1);
  return box === undefined
    ? undefined
    : numberBySteps(answerOfText(withoutLatex(box), answer.vocabulary)).number;
}

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
  const boxed = listInBoxes(answer);
  return boxed ? { step: 'boxed', numbers: boxed } : listBySteps(answer);
}

function listBySteps(answer: Answer): ReadList {
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
  const boxed = numberInBox(answer);
  return boxed === undefined ? numberBySteps(answer) : { step: 'boxed', number: boxed };
}

function numberBySteps(answer: Answer): ReadNumber {
  for (const step of STEPS) {
    const number = step.number(answer);
    if (number !== undefined) return { step: step.name, number };
  }
  return { step: 'unreadable', number: undefined };
}
