/** Reads what an answer has in brackets: JSON, in a fence or not, damaged or cut off. */
import { jsonrepair } from 'jsonrepair';
import { parseJson } from '../../base/text/from-json.js';
import { halfWidth } from '../../base/text/half-width.js';
import type { Form } from '../answer.js';
import { isAside, ofWhoIsAsked, rolesOf } from '../labels.js';
import { type NumberMarks, numberOf, numberOfText, plainNumberOf } from '../numbers/numbers.js';
import {
  normalKey,
  type PreparedAnswer,
  type Region,
  type Vocabulary,
} from '../prepared-answer.js';

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

/** Ranks a key. A word may follow it: `little_penguin_counts`. */
export function rankIn(
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

export function underKey(value: unknown, { keys }: Vocabulary): unknown {
  const [key = ''] = keys.keys();
  return { [key]: value };
}

export function isUnderKey(text: string, offset: number, vocabulary: Vocabulary): boolean {
  const window = 2 * vocabulary.longestKey + 32;
  const before = text.slice(Math.max(0, offset - window), offset).trimEnd();
  if (!/(?:[:=]|=>)$/.test(before)) return false;
  const name = normalKey(before.replace(/[\s:=>"'`*\\]{1,24}$/, ''));
  for (const key of vocabulary.keys.keys()) if (name.endsWith(key)) return true;
  return false;
}

/** Bounds how deep nested values are read, and how many. */
const DEEPEST_VALUE = 4;
const MOST_VALUES = 100_000;

/** Texts inside JSON are tried as JSON only so often. */
const MOST_TEXTS = 100;

/** Longer lists are of models that run away. */
const LONGEST_LIST = 100_000;

interface Field {
  key: string;
  value: unknown;
  rank?: number | undefined;
}

/** Lists an object's fields level by level, also those of JSON inside a text. */
function fieldsIn(value: unknown, { keys }: Vocabulary): Field[] {
  const fields: Field[] = [];
  let texts = 0;
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST_VALUE; depth++) {
    const next: unknown[] = [];
    for (let inner of level) {
      if (typeof inner === 'string' && /^\s{0,9}[[{]/.test(inner) && texts++ < MOST_TEXTS)
        inner = parseJson(inner);
      if (typeof inner !== 'object' || inner === null) continue;
      for (const [key, under] of Object.entries(inner).slice(0, MOST_VALUES)) {
        const isField = !Array.isArray(inner);
        const rank = isField ? rankIn(keys, normalKey(key), Array.isArray(under)) : undefined;
        if (isField) fields.push({ key, value: under, rank });
        if (next.length < MOST_VALUES) next.push(under);
      }
    }
    level = next;
  }
  return fields;
}

interface FoundList {
  numbers: number[];
  key: string;
  keyed: boolean;
  isScalar: boolean;
}

/** Returns the lists of a JSON value: those under a key asked for, or else all, or the numbers under numbered keys. */
export function listsIn(value: unknown, vocabulary: Vocabulary): FoundList[] {
  const fields = fieldsIn(value, vocabulary);
  const asked = fields.filter(({ rank }) => rank !== undefined).sort((a, b) => a.rank! - b.rank!);
  if (asked.length > 0) {
    const items = asked.map((field) => field.value);
    const areItems = Array.isArray(value) && items.length > 1 && !items.some(Array.isArray);
    const numbers = areItems ? numbersOf(items, vocabulary) : undefined;
    if (numbers) return [{ numbers, key: asked[0]!.key, keyed: true, isScalar: false }];
    const found = asked.map((field) => listsOf(field, vocabulary));
    const best = found.findIndex((lists) => lists.length > 0);
    const family = (i: number) => asked[i] && asked[i].rank! % vocabulary.keys.size;
    return found.filter((_, i) => family(i) === family(best)).flat();
  }
  const isList = Array.isArray(value) && !value.some(holdsList);
  const lists = (isList ? [{ key: '', value }] : fields)
    .filter(({ value: inner }) => Array.isArray(inner) || isListText(inner))
    .flatMap((field) => listsOf(field, vocabulary));
  const numbered = lists.length === 0 ? numberedValues(value) : undefined;
  if (numbered) return [{ numbers: numbered, key: '', keyed: false, isScalar: false }];
  const filled = lists.filter(({ numbers }) => numbers.length > 0);
  return filled.length > 0 ? filled : lists;
}

function isListText(value: unknown): boolean {
  return typeof value === 'string' && /^\s{0,9}\[/.test(value);
}

function valuesOf(value: unknown): unknown[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.values(value) : [];
}

function holdsList(value: unknown): boolean {
  return valuesOf(value).some(Array.isArray);
}

const ORDINAL =
  /\d{1,9}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth/i;

const FEWEST_NUMBERED = 3;

/** Reads `{"star_1": 3, "star_2": "5 ★", "star_3": 9, "star_4": null}`. */
function numberedValues(value: unknown): number[] | undefined {
  const shapes = new Set(Object.keys(value ?? {}).map((key) => key.replace(ORDINAL, '#')));
  const numbers = valuesOf(value)
    .map((inner) => (typeof inner === 'object' ? undefined : plainNumberOf(String(inner))))
    .filter((number) => number !== undefined);
  return shapes.size === 1 && numbers.length >= FEWEST_NUMBERED ? numbers : undefined;
}

/** Returns the lists of a field: numbers, or items with a number, also as a text or an object. */
function listsOf({ key, value, rank }: Field, vocabulary: Vocabulary, depth = 0): FoundList[] {
  if (depth > DEEPEST_VALUE) return [];
  const within = (inner: unknown, name = key) =>
    listsOf({ key: name, value: inner, rank }, vocabulary, depth + 1);
  const found = (numbers: number[] | undefined) => {
    const isScalar = typeof value !== 'object' && numbers?.length === 1;
    return numbers ? [{ numbers, key, keyed: rank !== undefined, isScalar }] : [];
  };
  if (typeof value === 'string') {
    const json = parseJson(value);
    return typeof json === 'object' ? within(json) : found(numbersOfText(value, vocabulary));
  }
  if (typeof value !== 'object' || value === null) return found(numbersOf([value], vocabulary));
  if (!Array.isArray(value)) {
    const fields = Object.entries(value);
    if (!holdsList(value)) return found(numbersOf(Object.values(value), vocabulary));
    return fields.flatMap(([name, inner]) => (Array.isArray(inner) ? within(inner, name) : []));
  }
  if (value.length === 0) return found([]);
  const [only] = value;
  const isText = typeof only === 'string' && /[,;]\s|、/.test(only);
  const isNested = isText || Array.isArray(only) || holdsList(only);
  const inner = value.length === 1 && isNested ? within(only) : [];
  if (inner.length > 0) return inner;
  return found(numbersOf(ofWhoIsAsked(value, labelOf, vocabulary), vocabulary));
}

function labelOf(item: unknown): string {
  return valuesOf(item)
    .filter((value) => typeof value === 'string')
    .join(' ');
}

function numbersOfText(text: string, vocabulary: Vocabulary): number[] | undefined {
  const items = halfWidth(text.slice(0, LONGEST_LIST)).match(/[^\s,;]+/g) ?? [];
  const numbers = items.map((item) => numberOf(item, vocabulary));
  const areAll = numbers.length > 0 && numbers.every((number) => number !== undefined);
  return areAll ? numbers : undefined;
}

/** Returns the numbers of items. At least one item must have one. Of rows of three numbers and more, all count. */
export function numbersOf(rows: readonly unknown[], hints: NumberMarks): number[] | undefined {
  const isTable = rows.every((row) => Array.isArray(row));
  const items = isTable && rows.some((row) => row.length > 2) ? rows.flat() : rows;
  const numbers = items
    .slice(0, LONGEST_LIST)
    .map((item) => numberOf(item, hints))
    .filter((number) => number !== undefined);
  return numbers.length > 0 ? numbers : undefined;
}

const MOST_FIELDS = 1000;

/**
 * Returns the number of a JSON value: under a key asked for; else the only one called a total or the answer;
 * else the only one outside lists that does not count places.
 */
export function numberIn(value: unknown, vocabulary: Vocabulary): number | undefined {
  const fields = fieldsIn(value, vocabulary).slice(0, MOST_FIELDS);
  const ranked = fields.flatMap(({ key, value: inner, rank: asked }) => {
    const number = scalarIn(inner, vocabulary);
    const roles = rolesOf(key);
    const isOther = roles.some((role) => OTHERS.includes(role));
    const called = isOther ? 4 : roles.includes('total') ? 1 : roles.includes('right') ? 2 : 3;
    if (number === undefined || (called > 2 && asked === undefined && typeof inner !== 'number'))
      return [];
    return [{ number, rank: asked === undefined ? called : asked / MOST_FIELDS }];
  });
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const candidates = ranked.filter(({ rank }) => rank === best);
  return candidates.length === 1 || best < 1 ? candidates[0]!.number : undefined;
}

/** Roles that rule a number out as the total. */
const OTHERS: readonly string[] = ['mention', 'place', 'partial', 'mistaken'];

/** Returns the number of a value, or of a list of one. */
function scalarIn(value: unknown, vocabulary: Vocabulary): number | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only === 'string') return numberOfText(only, vocabulary);
  return Array.isArray(only) ? undefined : numberOf(only, vocabulary);
}
