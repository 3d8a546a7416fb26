/** Reads what an answer has in brackets: JSON, in a fence or not, damaged or cut off. */

import { jsonrepair } from 'jsonrepair';
import { parseJson } from '../../base/text/from-json.js';
import type { Form } from '../answer.js';
import type { PreparedAnswer, Region } from '../prepared-answer.js';
import { isUnderKey } from './fields.js';

export interface Value extends Region {
  value: unknown;
  form: Form;
  isUnder: boolean;
}

export function valuesIn(answer: PreparedAnswer): Value[] {
  const { plain, brackets, vocabulary } = answer;
  const open = openBracket(plain);
  const cutOff = open === undefined ? [] : [{ start: open, end: plain.length }];
  let repairs = MOST_REPAIRS;
  return [...brackets.outermost, ...cutOff]
    .toReversed()
    .map((region): Value => {
      const isUnder = isUnderKey(plain, region.start, vocabulary);
      const value = jsonIn(answer, region);
      if (value !== undefined) return { ...region, value, form: formOf(plain, region), isUnder };
      const text = plain.slice(region.start, region.end);
      return {
        ...region,
        value: repairs-- > 0 ? repaired(text) : undefined,
        form: 'damaged',
        isUnder,
      };
    })
    .reverse();
}

function jsonIn({ text, plain }: PreparedAnswer, { start, end }: Region): unknown {
  return jsonValue(text.slice(start, end)) ?? jsonValue(plain.slice(start, end));
}

/** Parses JSON. An object that has a key twice becomes a list of objects with one key each. */
function jsonValue(text: string): unknown {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isFlat = text.indexOf('{') === text.lastIndexOf('{');
  const keys = isFlat ? (text.match(KEY)?.length ?? 0) : 0;
  return keys > Object.keys(value).length
    ? (parseJson(`[${text.replace(NEXT_KEY, '},{')}]`) ?? value)
    : value;
}

const KEY = /"[^"\\]{1,60}"\s*:/g;
const NEXT_KEY = /,\s*(?="[^"\\]{1,60}"\s*:)/g;

function formOf(plain: string, { start, end }: Region): Form {
  if (start === plain.length - plain.trimStart().length && end === plain.trimEnd().length)
    return 'json';
  return /```\w{0,20}\s*$/.test(plain.slice(Math.max(0, start - 48), start))
    ? 'fenced'
    : 'embedded';
}

/** Returns the last `[` if nothing closes it. */
export function openBracket(plain: string): number | undefined {
  const start = plain.lastIndexOf('[');
  return start > plain.lastIndexOf(']') ? start : undefined;
}

/** Drops a last number that touches the end of an open list: it may have been cut off. */
export function withoutOpenEnd(plain: string): string {
  const isOpen =
    openBracket(plain) !== undefined || plain.lastIndexOf('{') > plain.lastIndexOf('}');
  if (!isOpen) return plain;
  let end = plain.length;
  while (/[\d.]/.test(plain[end - 1]!)) end--;
  return plain.slice(0, end);
}

/**
 * jsonrepair is not linear: 4000 characters of open quotes take it half a second, so longer texts, and texts of
 * more than numbers, are not repaired.
 */
const LONGEST_REPAIR = 4000;
const MOST_OTHER_CHARACTERS = 600;
const MOST_REPAIRS = 6;

/** Remarks are no numbers, and JSON has no sums. */
const REMARK = /\([^()\n]{0,90}\)/g;
const SUM = /\b\d{1,9}(?: ?\+ ?\d{1,9})+(?: ?= ?(\d{1,9}))?\b/g;

function repaired(text: string): unknown {
  const closed = withoutOpenEnd(text);
  const isNumbers = /^\[[\d\s,]*$/.test(closed);
  if (isNumbers && !/\d/.test(closed)) return undefined;
  if (isNumbers) return parseJson(`${closed.replace(/[\s,]{1,99}$/, '')}]`);
  if (closed.length > LONGEST_REPAIR) return undefined;
  if (closed.replace(/[\d,\s]/g, '').length > MOST_OTHER_CHARACTERS) return undefined;
  const summed = closed.replace(REMARK, '').replace(SUM, (sum, result) => result ?? `"${sum}"`);
  try {
    return JSON.parse(jsonrepair(summed));
  } catch {
    // Too damaged, or nested too deep for jsonrepair.
    return undefined;
  }
}
