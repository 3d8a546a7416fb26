import { parseJson } from './brackets.js';
import { halfWidth } from './half-width.js';
import { numberOf, singleNumberOf } from './item-numbers.js';
import { isAside, rankOfKey, rolesOf } from './labels.js';
import { type NumberHints, sane } from './numbers.js';

/** What is known of an answer before it is read. */
export interface Vocabulary extends NumberHints {
  /** The keys in the form of `normalKey`, and their rank: 0 for the one asked for. */
  keys: ReadonlyMap<string, number>;
  /** Length of the longest key. */
  longestKey: number;
}

/** Lists are read no further; an answer that goes on has run away. */
export const LONGEST_LIST = 100_000;

/** Values nested deeper are not looked at, nor more of them than this. */
const DEEPEST_VALUE = 4;
const MOST_VALUES = 100_000;

/** So many texts inside JSON are tried as JSON themselves. */
const MOST_TEXTS = 100;

/** A key without capital letters, spaces, underscores, hyphens, and with е for ё. */
export function normalKey(key: string): string {
  return halfWidth(key)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s_-]+/g, '');
}

/** A key of an object, and what stands under it. */
interface Field {
  key: string;
  value: unknown;
}

/** A list, and whether it stands under one of the keys. */
export interface FoundList {
  numbers: number[];
  keyed: boolean;
}

/**
 * The list that a JSON value gives: under a key, of any language and at any place; without a key, the
 * only list there is.
 */
export function listIn(value: unknown, vocabulary: Vocabulary): FoundList | undefined {
  const { keyed, rest } = searchKeys(value, vocabulary);
  for (const candidate of keyed) {
    const numbers = listOf(candidate, vocabulary);
    if (numbers) return { numbers, keyed: true };
  }
  if (keyed.length > 0) return undefined;
  if (Array.isArray(value)) {
    const numbers = listOf(value, vocabulary);
    if (numbers) return { numbers, keyed: false };
  }
  const lists = rest.filter(({ value: inner }) => Array.isArray(inner) && inner.length > 0);
  const best = lists.length === 1 ? lists[0]!.value : valueOfBestKey(lists);
  const numbers = best === undefined ? numberedValues(value) : listOf(best, vocabulary);
  return numbers && { numbers, keyed: false };
}

/** What stands under the only key that says the most of counts, of several keys. */
function valueOfBestKey(fields: readonly Field[]): unknown {
  const ranks = fields.map(({ key }) => rankOfKey(key));
  const best = Math.min(...ranks);
  const isOnly = best < UNKNOWN_RANK && ranks.filter((rank) => rank === best).length === 1;
  return isOnly ? fields[ranks.indexOf(best)]!.value : undefined;
}

const UNKNOWN_RANK = rankOfKey('');

/** What numbers a key. */
const ORDINAL =
  /\d{1,9}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth/i;

/** Fewer values than this under numbered keys are no list. */
const FEWEST_NUMBERED = 3;

/** The numbers of an object such as `{"star_1": 3, "star_2": 5, "star_3": 9}`. */
function numberedValues(value: unknown): number[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value);
  const shapes = new Set(fields.map(([key]) => key.replace(ORDINAL, '#')));
  const isNumbered = shapes.size === 1 && fields.every(([key]) => ORDINAL.test(key));
  const numbers = fields
    .map(([, inner]) => (typeof inner === 'number' ? sane(inner) : undefined))
    .filter((number) => number !== undefined);
  return isNumbered && numbers.length === fields.length && numbers.length >= FEWEST_NUMBERED
    ? numbers
    : undefined;
}

/**
 * The single number that a JSON value gives: under a key; without one, the number that is called a
 * total, or the answer; else the only number outside lists that does not say how many places there are.
 */
export function numberIn(value: unknown, vocabulary: Vocabulary): number | undefined {
  const { keyed, rest } = searchKeys(value, vocabulary);
  for (const candidate of keyed) {
    const only = Array.isArray(candidate) && candidate.length === 1 ? candidate[0] : candidate;
    const number = scalarIn(only, vocabulary);
    if (number !== undefined) return number;
  }
  if (Array.isArray(value)) return undefined;
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

function scalarIn(value: unknown, vocabulary: Vocabulary): number | undefined {
  if (typeof value === 'string') return singleNumberOf(value, vocabulary);
  return Array.isArray(value) ? undefined : numberOf(value, vocabulary);
}

/**
 * Walk through a value, level by level.
 *
 * @returns what stands under a key, the key asked for first, and all values in objects, also in those
 *   that stand as JSON in a text
 */
function searchKeys(
  value: unknown,
  { keys, longestKey }: Vocabulary,
): { keyed: unknown[]; rest: Field[] } {
  const keyed: { rank: number; value: unknown }[] = [];
  const rest: Field[] = [];
  let texts = 0;
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST_VALUE && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (let inner of level) {
      if (typeof inner === 'string' && /^\s{0,9}[[{]/.test(inner) && texts++ < MOST_TEXTS) {
        inner = parseJson(inner);
        if (Array.isArray(inner)) rest.push({ key: '', value: inner });
      }
      if (typeof inner !== 'object' || inner === null) continue;
      if (Array.isArray(inner)) {
        for (let i = 0; i < inner.length && next.length < MOST_VALUES; i++) next.push(inner[i]);
        continue;
      }
      for (const [key, under] of Object.entries(inner).slice(0, MOST_VALUES)) {
        const isLong = key.length > 2 * longestKey + LONGEST_SUFFIX;
        const rank = isLong ? undefined : rankIn(keys, normalKey(key), Array.isArray(under));
        if (rank !== undefined) keyed.push({ rank, value: under });
        rest.push({ key, value: under });
        if (next.length < MOST_VALUES) next.push(under);
      }
    }
    level = next;
  }
  keyed.sort((a, b) => a.rank - b.rank);
  return { keyed: keyed.map((found) => found.value), rest };
}

/** A longer word behind a key makes another key of it. */
const LONGEST_SUFFIX = 12;

/** Rank of a key; a list may also stand under one with a word behind it: `little_penguin_counts`. */
function rankIn(
  keys: ReadonlyMap<string, number>,
  normal: string,
  isList: boolean,
): number | undefined {
  const rank = keys.get(normal);
  if (rank !== undefined || !isList) return rank;
  for (const [key, known] of keys) {
    if (normal.startsWith(key) && !rolesOf(normal.slice(key.length)).some(isAside)) {
      return known + keys.size;
    }
  }
  return undefined;
}

/** The list that a value is: of numbers or items with one, also written as text or as an object. */
function listOf(value: unknown, vocabulary: Vocabulary, depth = 0): number[] | undefined {
  if (depth > DEEPEST_VALUE) return undefined;
  if (typeof value === 'number') return numbersOf([value], vocabulary);
  if (typeof value === 'string') return listOfText(value, vocabulary, depth);
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (value.length === 1 && typeof value[0] === 'object') {
      const inner = listOf(value[0], vocabulary, depth + 1);
      if (inner) return inner;
    }
    return numbersOf(value, vocabulary);
  }
  const values = Object.values(value).slice(0, LONGEST_LIST);
  const lists = values.filter(Array.isArray);
  if (lists.length > 0) {
    const fields = Object.entries(value)
      .filter(([, inner]) => Array.isArray(inner))
      .map(([key, inner]) => ({ key, value: inner }));
    const best = lists.length === 1 ? lists[0] : valueOfBestKey(fields);
    return best === undefined ? undefined : listOf(best, vocabulary, depth + 1);
  }
  return values.every((inner) => typeof inner !== 'object')
    ? numbersOf(values, vocabulary)
    : undefined;
}

function listOfText(text: string, vocabulary: Vocabulary, depth: number): number[] | undefined {
  const value = parseJson(text);
  if (typeof value === 'object') return listOf(value, vocabulary, depth + 1);
  const items = halfWidth(text.slice(0, LONGEST_LIST)).split(/[\s,;]+/);
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
  const isTable = rows.length > 0 && rows.every((row) => Array.isArray(row));
  const items =
    isTable && rows.some((row) => row.length > 2) ? rows.flat().slice(0, LONGEST_LIST) : rows;
  const numbers: number[] = [];
  for (let i = 0; i < items.length && i < LONGEST_LIST; i++) {
    const number = numberOf(items[i], hints);
    if (number !== undefined) numbers.push(number);
  }
  return numbers.length > 0 ? numbers : undefined;
}

/** A value as if it stood under the key that was asked for. */
export function underKey(value: unknown, { keys }: Vocabulary): unknown {
  const [key = ''] = keys.keys();
  return { [key]: value };
}

/** Whether a key with a colon or an equals sign stands right before an offset. */
export function isUnderKey(text: string, offset: number, vocabulary: Vocabulary): boolean {
  const window = 2 * vocabulary.longestKey + 32;
  const before = text.slice(Math.max(0, offset - window), offset).trimEnd();
  if (!/(?:[:=]|=>)$/.test(before)) return false;
  const name = normalKey(before.replace(/[\s:=>"'`*\\]{1,24}$/, ''));
  for (const key of vocabulary.keys.keys()) if (name.endsWith(key)) return true;
  return false;
}
