import { halfWidth } from '../../base/text/half-width.js';
import { rolesOf } from '../labels.js';
import { numberOf, plainNumberOf, singleNumberOf } from '../numbers/item-numbers.js';
import type { NumberHints } from '../numbers/numbers.js';
import { parseJson } from '../texts/brackets.js';
import type { Vocabulary } from './fields.js';
import { bestList, DEEPEST_VALUE, searchKeys } from './fields.js';

/** Lists are read no further; an answer that goes on has run away. */
export const LONGEST_LIST = 100_000;

/** A list, and whether it stands under one of the keys. */
export interface FoundList {
  numbers: number[];
  keyed: boolean;
  /** Whether it is a number and no list. */
  isScalar?: boolean;
}

/**
 * The list that a JSON value gives: under a key, of any language and at any place, or in parts under it
 * in each of several objects; without a key, the only list there is.
 */
export function listIn(value: unknown, vocabulary: Vocabulary): FoundList | undefined {
  const { keyed, rest } = searchKeys(value, vocabulary);
  const isOneEach = Array.isArray(value) && keyed.length > 1 && keyed.length <= value.length;
  if (isOneEach) {
    const numbers = numbersOfEach(keyed, vocabulary);
    if (numbers) return { numbers, keyed: true };
  }
  for (const candidate of keyed) {
    const numbers = listOf(candidate, vocabulary);
    const isScalar = typeof candidate !== 'object' && numbers?.length === 1;
    if (numbers) return { numbers, keyed: true, ...(isScalar && { isScalar }) };
  }
  if (keyed.length > 0) return undefined;
  if (Array.isArray(value) && !value.some(holdsList)) {
    const numbers = listOf(value, vocabulary);
    if (numbers) return { numbers, keyed: false };
  }
  const best = bestList(rest.filter(({ value: inner }) => !isEmpty(inner)));
  const numbers = best === undefined ? numberedValues(value) : listOf(best, vocabulary);
  return numbers && { numbers, keyed: false };
}

/** Numbers, or lists that have no number in common, as one list. */
function numbersOfEach(keyed: readonly unknown[], vocabulary: Vocabulary): number[] | undefined {
  if (!keyed.some(Array.isArray)) return numbersOf(keyed, vocabulary);
  const parts = keyed.map((part) => listOf(part, vocabulary) ?? []);
  const different = parts.flatMap((part) => [...new Set(part)]);
  return new Set(different).size === different.length ? parts.flat() : undefined;
}

/** Whether a value is an object with a list in it, so that its numbers are none. */
function holdsList(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.values(value).some(Array.isArray);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** What numbers a key. */
const ORDINAL =
  /\d{1,9}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth/i;

/** Fewer values than this under numbered keys are no list. */
const FEWEST_NUMBERED = 3;

/** The numbers of an object such as `{"star_1": 3, "star_2": "5 ★", "star_3": 9, "star_4": null}`. */
function numberedValues(value: unknown): number[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value);
  const shapes = new Set(fields.map(([key]) => key.replace(ORDINAL, '#')));
  const numbers = fields
    .map(([, inner]) => (typeof inner === 'object' ? undefined : plainNumberOf(String(inner))))
    .filter((number) => number !== undefined);
  return shapes.size === 1 && numbers.length >= FEWEST_NUMBERED ? numbers : undefined;
}

/** The list that a value is: of numbers or items with one, also written as text or as an object. */
function listOf(value: unknown, vocabulary: Vocabulary, depth = 0): number[] | undefined {
  if (depth > DEEPEST_VALUE) return undefined;
  if (typeof value === 'number') return numbersOf([value], vocabulary);
  if (typeof value === 'string') return listOfText(value, vocabulary, depth);
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    const [only] = value;
    if (value.length === 1 && (typeof only === 'object' || /[,;]\s/.test(String(only)))) {
      const inner = listOf(only, vocabulary, depth + 1);
      if (inner) return inner;
    }
    return numbersOf(value, vocabulary);
  }
  const values = Object.values(value);
  if (values.some(Array.isArray)) {
    const fields = Object.entries(value).map(([key, inner]) => ({ key, value: inner }));
    return listOf(bestList(fields), vocabulary, depth + 1);
  }
  return values.every((inner) => typeof inner !== 'object')
    ? numbersOf(values, vocabulary)
    : undefined;
}

function listOfText(text: string, vocabulary: Vocabulary, depth: number): number[] | undefined {
  const value = parseJson(text);
  if (typeof value === 'object') return listOf(value, vocabulary, depth + 1);
  const items = halfWidth(text.slice(0, LONGEST_LIST)).split(/[\s,;]/);
  const numbers = items.filter(Boolean).map((item) => numberOf(item, vocabulary));
  return numbers.length > 0 && numbers.every((number) => number !== undefined)
    ? numbers
    : undefined;
}

/**
 * The numbers of items; those without one are passed over, but one at least must have one. Of rows of
 * three numbers and more all numbers count.
 */
export function numbersOf(rows: readonly unknown[], hints: NumberHints): number[] | undefined {
  const isTable = rows.every((row) => Array.isArray(row));
  const items = isTable && rows.some((row) => row.length > 2) ? rows.flat() : rows;
  const numbers: number[] = [];
  for (const item of items.slice(0, LONGEST_LIST)) {
    const number = numberOf(item, hints);
    if (number !== undefined) numbers.push(number);
  }
  return numbers.length > 0 ? numbers : undefined;
}

/**
 * The single number that a JSON value gives: under a key; without one, the number that is called a
 * total, or the answer; else the only number outside lists that does not say how many places there are.
 */
export function numberIn(value: unknown, vocabulary: Vocabulary): number | undefined {
  const { keyed, rest } = searchKeys(value, vocabulary);
  for (const candidate of keyed) {
    const number = scalarIn(candidate, vocabulary);
    if (number !== undefined) return number;
  }
  const fields = rest.slice(0, MOST_FIELDS).map(({ key, value: inner }) => ({
    roles: rolesOf(key),
    isNumber: typeof inner === 'number',
    number: scalarIn(inner, vocabulary),
  }));
  const known = fields.filter(({ number }) => number !== undefined);
  const called = (...roles: string[]) =>
    known.filter((field) => field.roles.some((role) => roles.includes(role)));
  const isPlace = ({ roles }: { roles: readonly string[] }) =>
    roles.some((role) => ['mention', 'place', 'partial', 'mistaken'].includes(role));
  const total = called('total').filter((field) => !isPlace(field));
  const candidates =
    total.length > 0
      ? total
      : called('right').length === 1
        ? called('right')
        : known.filter(({ isNumber }) => isNumber);
  if (candidates.length === 1) return candidates[0]!.number;
  const others = candidates.filter((field) => !isPlace(field));
  return others.length === 1 ? others[0]!.number : undefined;
}

/** An object of more fields is no total. */
const MOST_FIELDS = 1000;

/** The number of a value, also of a list of one. */
function scalarIn(value: unknown, vocabulary: Vocabulary): number | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only === 'string') return singleNumberOf(only, vocabulary);
  return Array.isArray(only) ? undefined : numberOf(only, vocabulary);
}
