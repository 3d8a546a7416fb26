/**
 * Reads a list of numbers, or one number, out of an answer. Of all lists that it could mean, the best supported
 * one is read: see docs/method/reading-answers.md. Answers are hostile input, so nothing is evaluated, nothing
 * throws, and time is linear in their length.
 */

import { once } from '../base/kept.js';
import { alternatives } from '../base/text/literal.js';
import { acceptedAnswer } from './accepted-answers.js';
import type { Answer, GivenList, GivenNumber, NumberHints } from './answer.js';
import { readChoice } from './choices/choice.js';
import { namedAnswer } from './choices/named-answer.js';
import { numberOfAnswer } from './choose-number.js';
import { givenValues } from './given-values.js';
import { chineseNumber, numerals, withDigits } from './numbers/worded-numbers.js';
import { answerOf, answerOfText, type PreparedAnswer, vocabularyOf } from './prepared-answer.js';
import { diagnoseWrong, saysUnknown } from './refusals.js';
import { listOf } from './scanner/lists.js';
import { doubtOf, isAsserted } from './standing.js';
import { boxedName } from './texts/boxes.js';
import { answerText, finalText, plainValue, withoutReasoning } from './texts/final-text.js';
import { plainWriting } from './texts/plain-writing.js';
import { withoutRepeated } from './texts/repeated.js';
import { readingWords } from './words.js';

/**
 * Prepares an answer for a benchmark's rule.
 *
 * @param output - text, or a value that the provider has parsed
 * @param said - what it says in the end, where only this is read of it
 *
 * @example
 * readableAnswer('It could be A, but… Answer: **B**').choice(['Ann', 'Bo', 'Cy', 'Di']) // 1
 */
export function readableAnswer(output: unknown, said?: string): Answer {
  let found = said;
  const text = () => (found ??= finalText(output));
  const saying = (part: string) => readableAnswer(part, part);
  return {
    get given() {
      return answerText(output);
    },
    get text() {
      return text();
    },
    get verbatim() {
      return withoutReasoning(output);
    },
    get plain() {
      return plainWriting(text());
    },
    get inDigits() {
      return withDigits(text());
    },
    get inPlainDates() {
      return withPlainDates(text());
    },
    list: (hints) => readList(output, hints),
    number: (hints) => readNumber(output, hints),
    generations: () => readGenerations(text()),
    choice: (options, asked) => readChoice(text(), options, asked),
    name: (names, asked) => namedAnswer(text(), names, asked),
    values: (keys) => givenValues(text(), keys),
    accepted: (values, style) => acceptedAnswer(text(), values, style),
    asserts: (wanted) => isAsserted(text(), wanted),
    doubt: (wanted, isRight) => doubtOf(text(), wanted, isRight),
    whyWrong: (language, absent) => diagnoseWrong(text(), language, absent),
    saysUnknown: () => saysUnknown(text()),
    withoutRepeated: (prompt, documents) => saying(withoutRepeated(text(), prompt, documents)),
    plainly: plainWriting,
    boxedName: () => boxedName(text()),
    saying,
  };
}

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

/** Finds Chinese numerals behind "答案：" or before "代". "第三代" and "上一代" are no counts. */
const hanNumber = once(() => {
  const { answer, answerIs, generations, generationNumber } = readingWords();
  const is = alternatives(answerIs);
  return new RegExp(
    `(?<=(?:${alternatives(answer)})(?:[\\s:：*]|${is}){0,8})${numerals()}{1,12}` +
      `|(?<!${alternatives(generationNumber)}|${numerals()})${numerals()}{1,12}(?=${alternatives(generations)})`,
    'g',
  );
});

function readGenerations(text: string): number | undefined {
  const digits = text.replace(hanNumber(), (found) => String(chineseNumber(found) ?? found));
  return readNumber(digits, { keys: [], units: readingWords().generations }).number;
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const MONTH = `\\b(${MONTHS})[a-z]{0,6}\\.?`;
const DAY = String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th)?`;
const yearFirst = once(() => {
  const [year, month, day] = readingWords().dateHan;
  return new RegExp(
    `(?<!\\d)(\\d{4})[-/.${year}] ?(\\d{1,2})[-/.${month}] ?(\\d{1,2})(?:${day}|(?!\\d))`,
    'g',
  );
});
const YEAR_LAST = /(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/g;
const MONTH_FIRST = new RegExp(`${MONTH} ${DAY},? (\\d{4})(?!\\d)`, 'gi');
const DAY_FIRST = new RegExp(`${DAY}(?: of)? ${MONTH},? (\\d{4})(?!\\d)`, 'gi');

/**
 * Writes dates as year, month and day. The month goes first if possible, as in Python's dateutil.
 *
 * @example
 * withPlainDates('on May 3rd, 2026') // 'on 2026-05-03'
 */
export function withPlainDates(text: string): string {
  const plain = (year: string, month: string, day: string) =>
    [year, month, day].map((number) => number.padStart(2, '0')).join('-');
  const named = (year: string, month: string, day: string) =>
    plain(year, `${MONTHS.split('|').indexOf(month.toLowerCase()) + 1}`, day);
  return text
    .replace(yearFirst(), (_, year, month, day) => plain(year, month, day))
    .replace(YEAR_LAST, (_, a, b, year) => (a > 12 ? plain(year, b, a) : plain(year, a, b)))
    .replace(MONTH_FIRST, (_, month, day, year) => named(year, month, day))
    .replace(DAY_FIRST, (_, day, month, year) => named(year, month, day));
}
