/** The steps that read lists which are damaged or were cut off. */
import { jsonrepair } from 'jsonrepair';
import type { Answer } from '../answer.js';
import { numerals } from '../numbers/chinese-numbers.js';
import { plainNumberOf } from '../numbers/item-numbers.js';
import { numberIn } from '../totals/json-total.js';
import { isPlain, itemsOf, LONGEST_BODY, openBracket } from './items.js';
import { listIn, numbersOf } from './json-values.js';
import { isUnderKey, normalKey, underKey, type Vocabulary } from './keys.js';

/**
 * jsonrepair is not linear: 4000 characters of open quotes and line ends take it half a second. Lists
 * of numbers need little but digits, commas and spaces, so the rest is limited strictly.
 */
const LONGEST_REPAIR = 4000;
const MOST_OTHER_CHARACTERS = 600;
const MOST_REPAIRS = 3;

/** The last bracketed regions under or with a key, with their damage repaired. */
function* repairedValues({ plain, brackets, vocabulary }: Answer): Generator<unknown> {
  let repairs = 0;
  for (const { start, end } of brackets.outermost.toReversed()) {
    if (end - start > LONGEST_REPAIR) continue;
    const region = plain.slice(start, end);
    const isList = region.startsWith('[') && isUnderKey(plain, start, vocabulary);
    if (!isList && !holdsKey(region, vocabulary)) continue;
    if (region.replace(/[\d,\s]/g, '').length > MOST_OTHER_CHARACTERS) continue;
    if (repairs++ === MOST_REPAIRS) return;
    try {
      const value: unknown = JSON.parse(jsonrepair(region));
      yield isList ? underKey(value, vocabulary) : value;
    } catch {
      // Too damaged, or nested too deep for jsonrepair.
    }
  }
}

function holdsKey(region: string, { keys }: Vocabulary): boolean {
  const normal = normalKey(region);
  for (const key of keys.keys()) if (normal.includes(key)) return true;
  return false;
}

/** Damaged JSON under a key: missing commas or quotes, comments, a bracket too few. */
export function repairedList(answer: Answer): number[] | undefined {
  for (const value of repairedValues(answer)) {
    const list = listIn(withoutProse(value), answer.vocabulary);
    if (list?.keyed && list.numbers.length > 0) return list.numbers;
  }
  return undefined;
}

export function repairedNumber(answer: Answer): number | undefined {
  for (const value of repairedValues(answer)) {
    const number = numberIn(value, answer.vocabulary);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** A repaired list without the items that do not begin with a number: they were remarks. */
function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => typeof item !== 'string' || plainNumberOf(item) !== undefined)
      .map(withoutProse);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, under]) => [key, withoutProse(under)]),
  );
}

/** A list that begins but does not end, as when the output limit was reached. */
export function cutOffList({ plain, vocabulary }: Answer): number[] | undefined {
  const start = openBracket(plain);
  if (start === undefined) return undefined;
  const body = plain.slice(start + 1, start + 1 + LONGEST_BODY);
  const items = itemsOf(body);
  // What touches the end may be the beginning of a longer number.
  if (new RegExp(`[\\d.]|${numerals()}`).test(body.slice(-1))) items.pop();
  if (isUnderKey(plain, start, vocabulary)) return numbersOf(items, vocabulary);
  const isList = items.length > 1 && isPlain(items.join());
  return isList ? numbersOf(items, vocabulary) : undefined;
}
