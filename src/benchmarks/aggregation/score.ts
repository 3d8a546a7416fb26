import { readNumber } from '../../answers/read-answer.js';
import { type Doubt, doubtful, doubtOf, withDoubt } from '../../answers/second-look.js';
import {
  diagnoseWrong,
  finalText,
  quoted,
  withoutReasoning,
} from '../../answers/texts/text-answer.js';
import { readingWords } from '../../answers/words.js';
import { once } from '../../base/latest.js';
import { literal } from '../../base/text/literal.js';
import type { Scored } from '../benchmark.js';
import { stripped, wordsOf } from '../python-text.js';
import { type AggregationCase, recordsOf } from './cases.js';
import type { AggregationTask } from './options.js';
import { aggregate } from './records.js';
import { loadAggregationWords } from './words.js';

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

/** A text with its dates as the records have them; the month goes first where it may, as in Python's dateutil. */
function withPlainDates(text: string): string {
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

/** What dateutil passes over around a date. */
const AROUND_DATE =
  /T(?:00){1,3}$|[\s.,;'/]|\b(?:on|at|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/gi;

function countScore(given: string, right: string): number {
  return 0.75 ** Math.abs(Number(given) - Number(right));
}

/**
 * OOLONG's score (abertsch72/oolong, `eval_helpers.py`), to the letter of its code: what stands behind the last
 * colon, else a short answer or the last word. Only a date that is not whole, which it completes by the clock, is wrong here.
 */
export function oolongScore(answer: string, right: string, task: AggregationTask): number {
  const parts = answer.split(':');
  const word = [...answer].length < 20 ? answer : (wordsOf(answer).at(-1) ?? '');
  const given = parts.length > 1 ? stripped(parts.at(-1)!).replace(/[*[\]]/g, '') : word;
  if (given === right) return 1;
  const number = stripped(given);
  if (task === 'count' && /^[+-]?\d+(?:_\d+)*$/.test(number)) {
    return countScore(number.replaceAll('_', ''), right);
  }
  const isDate = task === 'date' && !given.includes(readingWords().dateHan[0]!);
  return isDate && withPlainDates(given).replace(AROUND_DATE, '') === right ? 1 : 0;
}

const KEY = /(?:answer|label|user|date)[*_]{0,3}[:：]/i;

/** What an answer says, and why that is doubtful. */
interface Said {
  given?: string;
  doubt?: Doubt | undefined;
}

/** What an answer says: behind its last key, or alone of its kind in the last line that has any. */
function said(output: unknown, text: string, { task, language }: AggregationCase): Said {
  if (task === 'count') {
    const given = readNumber(output, { keys: ['answer'] }).number?.toString();
    return saidIn(text, given, `(?<!\\d)${given}(?!\\d)`);
  }
  const labels = loadAggregationWords(language).labels.map(({ name }) => literal(name));
  const pattern = {
    most: labels.join('|'),
    user: '(?<!\\d)\\d{5}(?!\\d)',
    date: '\\d{4}-\\d\\d-\\d\\d',
  };
  const inText = (part: string) => part.toLowerCase().match(new RegExp(pattern[task], 'g')) ?? [];
  const plain = task === 'date' ? withPlainDates(text) : text;
  const [, ...stated] = plain.split(KEY);
  if (stated.length > 0) return saidIn(stated.at(-1)!, inText(stated.at(-1)!)[0]);
  const last = plain.split('\n').findLast((line) => inText(line).length > 0) ?? '';
  const found = new Set(inText(last));
  return found.size === 1 ? saidIn(last, [...found][0]) : {};
}

function saidIn(part: string, given: string | undefined, pattern = literal(given ?? '')): Said {
  if (given === undefined) return {};
  const doubt = doubtOf(part, new RegExp(pattern, 'gi'));
  return { given, ...(doubt && { doubt }) };
}

/**
 * 1 for what is right, and 0.75^|error| for a count, wherever it stands; beside it OOLONG's own reading. Two candidates,
 * or one that is denied, are no answer.
 */
export function scoreAggregation(output: unknown, theCase: AggregationCase): Scored {
  const { task, language } = theCase;
  const right = aggregate(task, recordsOf(theCase))!;
  const text = finalText(output);
  const { given, doubt } = said(output, text, theCase);
  const isRight = given === right && (doubt === undefined || task === 'count');
  const score = task === 'count' && given ? countScore(given, right) : isRight ? 1 : 0;
  const diagnosis = isRight ? 'complete' : given ? 'wrong' : diagnoseWrong(text, language);
  const unread = text === '' ? 'empty answer' : `no clear answer: ${quoted(text)}`;
  const oolong = oolongScore(withoutReasoning(output), right, task);
  return {
    score,
    readable: given !== undefined || diagnosis === 'missing',
    reason: withDoubt(
      given === right ? right : given ? `${given} instead of ${right}` : unread,
      doubt,
    ),
    namedScores: { recall: score, oolong },
    metadata: { diagnosis, ...(doubt && doubtful(doubt)) },
  };
}
