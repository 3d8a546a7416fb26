/** Lists in brackets: JSON, in a fence or not, also damaged or cut off, and arrays in other text. */
import { jsonrepair } from 'jsonrepair';
import type { Form } from '../answer.js';
import { numberOf, plainNumberOf, resultIn } from '../numbers/item-numbers.js';
import { type NumberHints, numbersInText } from '../numbers/numbers.js';
import { numerals } from '../numbers/worded-numbers.js';
import type { PreparedAnswer } from '../prepared-answer.js';
import { parseJson, type Region } from '../texts/brackets.js';
import type { Candidate } from './candidate.js';
import { isUnderKey, normalKey, underKey, type Vocabulary } from './fields.js';
import { type FoundList, LONGEST_LIST, listIn, numbersOf } from './json-values.js';
import { labelBefore } from './runs.js';

/** Of a list written as text no more is read. */
const LONGEST_BODY = 1_000_000;

/** What an answer has in brackets. */
interface Values {
  candidates: Candidate[];
  /** The regions that are no prose: JSON, and arrays that were read. */
  taken: Region[];
}

/** Every list that stands in brackets. */
export function valuesIn(answer: PreparedAnswer): Values {
  const { plain, brackets, vocabulary } = answer;
  const candidates: Candidate[] = [];
  const taken: Region[] = [];
  const add = (region: Region, list: FoundList, form: Form, single = false) => {
    const previous = candidates.at(-1);
    const between = plain.slice(previous?.end, region.start);
    candidates.push({
      ...region,
      numbers: list.numbers,
      form,
      keyed: list.keyed,
      label: labelBefore(plain, region.start),
      adjacent: previous !== undefined && /^[\s,;`]*$/.test(between),
      single: single || (!list.keyed && list.numbers.length === 1),
    });
    taken.push(region);
  };
  for (const region of brackets.outermost) {
    const value = regionValue(answer, region);
    if (value === undefined) {
      for (const { list, ...array } of arraysIn(answer, region)) add(array, list, 'embedded');
      continue;
    }
    taken.push(region);
    const list = listInRegion(answer, region, value);
    const number = list || Array.isArray(value) ? undefined : numberOf(value, vocabulary);
    const form = formOf(plain, region);
    if (list) add(region, list, form, list.isScalar);
    else if (number !== undefined) add(region, { numbers: [number], keyed: false }, form, true);
  }
  if (candidates.length === 0) {
    for (const { value, region } of repairedValues(answer)) {
      const list = listIn(value, vocabulary);
      if (list?.keyed && list.numbers.length > 0) add(region, list, 'damaged');
    }
  }
  const open = openBracket(plain);
  const region = { start: open ?? 0, end: plain.length };
  const cutOff = open === undefined ? undefined : cutOffList(plain, open, vocabulary);
  if (cutOff) add(region, cutOff, 'damaged');
  return { candidates, taken };
}

/** The value of a region that is JSON, also where a key stands in it more than once. */
export function regionValue({ text, plain }: PreparedAnswer, { start, end }: Region): unknown {
  return jsonValue(text.slice(start, end)) ?? jsonValue(plain.slice(start, end));
}

/** A JSON text's value; of an object that has a key twice, a list of objects with one key each. */
function jsonValue(text: string): unknown {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isFlat = text.indexOf('{') === text.lastIndexOf('{');
  const keys = isFlat ? (text.match(KEY)?.length ?? 0) : 0;
  return keys > Object.keys(value).length
    ? (parseJson(`[${text.replace(NEXT_KEY, '},{')}]`) ?? value)
    : value;
}

/** A key, and what separates it from the field before it. */
const KEY = /"[^"\\]{1,60}"\s*:/g;
const NEXT_KEY = /,\s*(?="[^"\\]{1,60}"\s*:)/g;

/** How a value in brackets is written: as the whole answer, in a fence, or inside a text. */
export function formOf(plain: string, { start, end }: Region): Form {
  if (start === plain.length - plain.trimStart().length && end === plain.trimEnd().length)
    return 'json';
  return /```\w{0,20}\s*$/.test(plain.slice(Math.max(0, start - 48), start))
    ? 'fenced'
    : 'embedded';
}

function listInRegion(
  answer: PreparedAnswer,
  region: Region,
  value: unknown,
): FoundList | undefined {
  const { plain, vocabulary } = answer;
  if (!Array.isArray(value)) return listIn(value, vocabulary);
  const isUnder = isUnderKey(plain, region.start, vocabulary);
  const list = listIn(isUnder ? underKey(value, vocabulary) : value, vocabulary);
  const isWhole = formOf(plain, region) !== 'embedded';
  const body = plain.slice(region.start + 1, region.end - 1);
  return isWhole || list?.keyed || (body.trim() !== '' && isPlain(body)) ? list : undefined;
}

/** The arrays of something that is not JSON. */
function* arraysIn(
  { plain, brackets, vocabulary }: PreparedAnswer,
  { start, end }: Region,
): Generator<Region & { list: FoundList }> {
  for (const array of brackets.flat) {
    if (array.start < start || array.end > end) continue;
    // A remark in brackets is none of the numbers.
    const body = plain.slice(array.start + 1, array.end - 1).replace(/\([^()\n]{0,90}\)/g, '');
    const keyed = isUnderKey(plain, array.start, vocabulary);
    if (!keyed && !isPlain(body)) continue;
    const numbers = keyed && body.trim() === '' ? [] : numbersOfItems(body, vocabulary);
    if (numbers) yield { ...array, list: { numbers, keyed } };
  }
}

/** The items of a list written as text; a comma behind the last one is forgiven. */
export function itemsOf(body: string): string[] {
  return body
    .slice(0, LONGEST_BODY)
    .split(/[,;]/, LONGEST_LIST)
    .filter((item) => item.trim() !== '');
}

/** The numbers of a list that is not JSON. Two numbers in an item make it too damaged for this. */
export function numbersOfItems(body: string, vocabulary: NumberHints): number[] | undefined {
  const hasSeveral = (item: string) =>
    [...numbersInText(item.slice(0, 256))].length > 1 && resultIn(item.slice(0, 256)) === undefined;
  const items = itemsOf(body);
  return items.some(hasSeveral) ? undefined : numbersOf(items, vocabulary);
}

/** Whether items are numbers with a word or two behind them, or dots. */
export function isPlain(body: string): boolean {
  return itemsOf(body).every(
    (item) => /^[\s."'…]{1,9}$/.test(item) || plainNumberOf(item) !== undefined,
  );
}

/** The last opening square bracket, if nothing closes it. */
export function openBracket(plain: string): number | undefined {
  const start = plain.lastIndexOf('[');
  return start > plain.lastIndexOf(']') ? start : undefined;
}

/** A list that begins but does not end, as when the output limit was reached. */
function cutOffList(plain: string, start: number, vocabulary: Vocabulary): FoundList | undefined {
  const body = plain.slice(start + 1, start + 1 + LONGEST_BODY);
  const items = itemsOf(body);
  // What touches the end may be the beginning of a longer number.
  if (new RegExp(`[\\d.]|${numerals()}`).test(body.slice(-1))) items.pop();
  const keyed = isUnderKey(plain, start, vocabulary);
  if (!keyed && !(items.length > 1 && isPlain(items.join()))) return undefined;
  const numbers = numbersOf(items, vocabulary);
  return numbers && { numbers, keyed };
}

/**
 * jsonrepair is not linear: 4000 characters of open quotes and line ends take it half a second. Lists
 * of numbers need little but digits, commas and spaces, so the rest is limited strictly.
 */
const LONGEST_REPAIR = 4000;
const MOST_OTHER_CHARACTERS = 600;
const MOST_REPAIRS = 3;

/** The last bracketed regions under or with a key, with their damage repaired. */
export function* repairedValues({
  plain,
  brackets,
  vocabulary,
}: PreparedAnswer): Generator<{ value: unknown; region: Region }> {
  let repairs = 0;
  for (const region of brackets.outermost.toReversed()) {
    const { start, end } = region;
    if (end - start > LONGEST_REPAIR) continue;
    const text = plain.slice(start, end);
    const isList = text.startsWith('[') && isUnderKey(plain, start, vocabulary);
    if (!isList && !holdsKey(text, vocabulary)) continue;
    if (text.replace(/[\d,\s]/g, '').length > MOST_OTHER_CHARACTERS) continue;
    if (repairs++ === MOST_REPAIRS) return;
    try {
      const value: unknown = JSON.parse(jsonrepair(text));
      yield { value: isList ? underKey(value, vocabulary) : value, region };
    } catch {
      // Too damaged, or nested too deep for jsonrepair.
    }
  }
}

function holdsKey(text: string, { keys }: Vocabulary): boolean {
  const normal = normalKey(text);
  for (const key of keys.keys()) if (normal.includes(key)) return true;
  return false;
}
