import { parseJson } from './brackets.js';
import { halfWidth, type NumberHints, numberOf, singleNumberOf } from './numbers.js';

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

/** A key without capital letters, spaces, underscores, hyphens. */
export function normalKey(key: string): string {
  return halfWidth(key)
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
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
  const lists = rest.filter((inner) => Array.isArray(inner) && inner.length > 0);
  if (lists.length !== 1) return undefined;
  const numbers = listOf(lists[0], vocabulary);
  return numbers && { numbers, keyed: false };
}

/** The single number that a JSON value gives: under a key; without one, the only number outside lists. */
export function numberIn(value: unknown, vocabulary: Vocabulary): number | undefined {
  const { keyed, rest } = searchKeys(value, vocabulary);
  for (const candidate of keyed) {
    const only = Array.isArray(candidate) && candidate.length === 1 ? candidate[0] : candidate;
    const number = scalarIn(only, vocabulary);
    if (number !== undefined) return number;
  }
  if (Array.isArray(value)) return undefined;
  const numbers = rest.filter((inner) => typeof inner === 'number');
  return numbers.length === 1 ? numberOf(numbers[0], vocabulary) : undefined;
}

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
): { keyed: unknown[]; rest: unknown[] } {
  const keyed: { rank: number; value: unknown }[] = [];
  const rest: unknown[] = [];
  let texts = 0;
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST_VALUE && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (let inner of level) {
      if (typeof inner === 'string' && /^\s{0,9}[[{]/.test(inner) && texts++ < MOST_TEXTS) {
        inner = parseJson(inner);
        if (Array.isArray(inner)) rest.push(inner);
      }
      if (typeof inner !== 'object' || inner === null) continue;
      if (Array.isArray(inner)) {
        for (let i = 0; i < inner.length && next.length < MOST_VALUES; i++) next.push(inner[i]);
        continue;
      }
      for (const [key, under] of Object.entries(inner).slice(0, MOST_VALUES)) {
        const rank = key.length > 2 * longestKey + 8 ? undefined : keys.get(normalKey(key));
        if (rank !== undefined) keyed.push({ rank, value: under });
        rest.push(under);
        if (next.length < MOST_VALUES) next.push(under);
      }
    }
    level = next;
  }
  keyed.sort((a, b) => a.rank - b.rank);
  return { keyed: keyed.map((found) => found.value), rest };
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
    return lists.length === 1 ? listOf(lists[0], vocabulary, depth + 1) : undefined;
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

/** The numbers of items; those without one are passed over, but one at least must have one. */
export function numbersOf(items: readonly unknown[], hints: NumberHints): number[] | undefined {
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
