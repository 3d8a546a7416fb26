import type { Answer } from '../../../answers/answer.js';
import { say } from '../../../base/text/language.js';
import { literal } from '../../../base/text/literal.js';
import { lengthOf, pythonWords, stripped } from '../../../base/text/python-text.js';
import type { Marked } from '../../../benchmarks/benchmark.js';
import { unreadReason } from '../../../benchmarks/scoring.js';
import type { Doubt } from '../../../contract/reading.js';
import {
  type AnswerKind,
  aggregate,
  drawnRecords,
  loadAggregationWords,
  type RecordsCase,
} from './records.js';

/** How often two things are, against each other. */
export const COMPARISONS: readonly string[] = ['more common', 'less common', 'same frequency'];

/** What dateutil passes over around a date. */
const AROUND_DATE =
  /T(?:00){1,3}$|[\s.,;'/]|\b(?:on|at|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/gi;

export function countScore(given: string, right: string): number {
  return 0.75 ** Math.abs(Number(given) - Number(right));
}

/** A text that Python's `int` takes, as JavaScript's `Number` does. */
export function wholeNumber(text: string): string | undefined {
  const number = stripped(text);
  return /^[+-]?\d+(?:_\d+)*$/.test(number) ? number.replaceAll('_', '') : undefined;
}

/**
 * OOLONG's score (abertsch72/oolong, `eval_helpers.py`), to the letter of its code: what stands behind the last
 * colon, else a short answer or the last word. Only a date that is not whole, which it completes by the clock, is wrong here.
 */
export function oolongScore(answer: Answer, right: string, kind: AnswerKind): number {
  const { verbatim } = answer;
  const parts = verbatim.split(':');
  const word = lengthOf(verbatim) < 20 ? verbatim : (pythonWords(verbatim).at(-1) ?? '');
  const behind = stripped(parts.at(-1)!).replace(/[*[\]]/g, '');
  const compared = COMPARISONS.find((phrase) => behind.includes(phrase));
  const given = parts.length < 2 ? word : lengthOf(behind) < 20 ? behind : (compared ?? behind);
  if (given === right) return 1;
  if (COMPARISONS.includes(given)) return right.includes(given) ? 1 : 0;
  const number = kind === 'count' ? wholeNumber(given) : undefined;
  if (number !== undefined) return countScore(number, right);
  if (kind !== 'date' || /\p{Script=Han}/u.test(given)) return 0;
  return answer.saying(given).inPlainDates.replace(AROUND_DATE, '') === right ? 1 : 0;
}

/** What the real half of OOLONG takes an answer for. */
function typed(text: string): number | string | readonly string[] {
  const number = wholeNumber(text);
  if (number !== undefined) return Number(number);
  if (!text.includes(',')) return stripped(text).toLowerCase();
  return text
    .split(',')
    .map((item) => stripped(item))
    .filter((item) => item !== '');
}

/** The score of OOLONG's real half, to the letter of its code: of what stands in the first box, one with `\text` in it first. */
export function dndScore({ verbatim }: Answer, right: string): number {
  const [, boxed] =
    /\\boxed\{\\text\{([^}]*)\}\}/.exec(verbatim) ?? /\\boxed\{+([^}]*)\}+/.exec(verbatim) ?? [];
  const given = boxed === undefined ? stripped(verbatim).toLowerCase() : typed(boxed);
  const gold = typed(right);
  if (typeof gold === 'number') {
    return typeof given === 'number' ? countScore(`${given}`, `${gold}`) : 0;
  }
  if (typeof gold === 'string') return gold === given ? 1 : 0;
  if (typeof given !== 'object' || gold.length === 0) return 0;
  return [...new Set(gold)].filter((item) => given.includes(item)).length / gold.length;
}

/** Matches the label before an answer: "Label: spam". */
export const KEY = /(?:answer|label|user|date)[*_]{0,3}[:：]/i;

/** What an answer says, and why that is doubtful. */
type Said = { given?: string; why?: Doubt | undefined };

/** Reads what stands behind the last key, or alone of its kind in the last line that has any. */
function said(answer: Answer, { task, language }: RecordsCase): Said {
  if (task === 'count') {
    const given = answer.number({ keys: ['answer'] }).number?.toString();
    return saidIn(answer, given, `(?<!\\d)${given}(?!\\d)`);
  }
  const labels = loadAggregationWords(language).labels.map(({ name }) => literal(name));
  const pattern = {
    most: labels.join('|'),
    user: '(?<!\\d)\\d{5}(?!\\d)',
    date: '\\d{4}-\\d\\d-\\d\\d',
  };
  const inText = (part: string) => part.toLowerCase().match(new RegExp(pattern[task], 'g')) ?? [];
  // Before a dot nobody puts the month first.
  const dotted = answer.text.replace(/(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g, '$3-$2-$1');
  const plain = task === 'date' ? answer.saying(dotted).inPlainDates : answer.text;
  const [, ...stated] = plain.split(KEY);
  if (stated.length > 0) {
    const part = answer.saying(stated.at(-1)!);
    const found = inText(part.text);
    const isMeant = (name: string) => part.asserts(new RegExp(literal(name), 'gi'));
    return saidIn(part, found.find(isMeant) ?? found[0]);
  }
  const last = plain.split('\n').findLast((line) => inText(line).length > 0) ?? '';
  const found = new Set(inText(last));
  return found.size === 1 ? saidIn(answer.saying(last), [...found][0]) : {};
}

function saidIn(part: Answer, given: string | undefined, pattern = literal(given ?? '')): Said {
  if (given === undefined) return {};
  return { given, why: part.doubt(new RegExp(pattern, 'gi')) };
}

/**
 * 1 for what is right, and 0.75^|error| for a count, wherever it stands; beside it OOLONG's own reading. Two candidates,
 * or one that is denied, are no answer.
 */
export function scoreAggregation(answer: Answer, theCase: RecordsCase): Marked {
  const { task, language } = theCase;
  const right = aggregate(task, drawnRecords(theCase))!;
  const { text } = answer;
  const { given, why } = said(answer, theCase);
  const isRight = given === right && (why === undefined || task === 'count');
  const score = task === 'count' && given ? countScore(given, right) : isRight ? 1 : 0;
  const other = task === 'count' ? 'wrong' : 'another';
  const diagnosis = isRight ? 'complete' : given ? other : answer.whyWrong(language);
  const unread = unreadReason(text, say`no clear answer`);
  const kind = task === 'count' || task === 'date' ? task : 'text';
  const oolong = oolongScore(answer, right, kind);
  return {
    score,
    readable: given !== undefined || diagnosis === 'missing',
    reason: given === right ? right : given ? say`${given} instead of ${right}` : unread,
    namedScores: { recall: score, oolong },
    metadata: { diagnosis },
    ...(why && { doubt: { why } }),
  };
}
