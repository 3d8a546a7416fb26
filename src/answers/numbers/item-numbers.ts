/** The number that an item of a list gives: a number, a text, a pair or an object with one. */

import { once } from '../../base/kept.js';
import { halfWidth } from '../../base/text/half-width.js';
import { alternatives } from '../../base/text/literal.js';
import { rankOfKey } from '../labels.js';
import { readingWords } from '../words.js';
import { type NumberHints, numbersInText, recitedSentences, sane, unitBehind } from './numbers.js';
import { chineseNumber, numerals, withDigits } from './worded-numbers.js';

/** An item of a list is looked at only so far. */
const LONGEST_ITEM = 256;

/**
 * The number that an item of a list gives: the one meant as its value, else the one it begins with.
 *
 * @example
 * numberOf('5 ★', hints) // 5
 * numberOf('十二颗', hints) // 12
 * numberOf('1: 3', hints) // 3
 * numberOf({ index: 1, count: 3 }, hints) // 3
 * numberOf('many', hints) // undefined
 */
export function numberOf(item: unknown, hints: NumberHints): number | undefined {
  if (typeof item === 'number') return sane(item);
  if (typeof item === 'string') return numberOfText(item, hints);
  if (Array.isArray(item)) return numberOfPair(item, hints);
  return typeof item === 'object' && item !== null ? numberOfObject(item, hints) : undefined;
}

/** Of a pair the second: an index stands first, and so does a mistaken number. */
function numberOfPair(pair: readonly unknown[], hints: NumberHints): number | undefined {
  if (pair.length > 2 || pair.some(Array.isArray)) return undefined;
  return numberOf(pair[1], hints) ?? numberOf(pair[0], hints);
}

/** At most this many fields of an item are looked at. */
const MOST_FIELDS = 12;

/** The number under the key that says the most: `count` rather than `index`, `true` than `stated`. */
function numberOfObject(item: object, hints: NumberHints): number | undefined {
  const found: { rank: number; number: number }[] = [];
  for (const [key, value] of Object.entries(item).slice(0, MOST_FIELDS)) {
    const isText = typeof value === 'string';
    if (!isText && typeof value !== 'number') continue;
    const number = numberOf(value, hints);
    // A text, such as a quotation, says less than a number.
    if (number !== undefined) found.push({ rank: rankOfKey(key) + (isText ? 0.5 : 0), number });
  }
  const best = Math.min(...found.map(({ rank }) => rank));
  const candidates = found.filter(({ rank }) => rank === best);
  return candidates.length === 1 || best === 0 ? candidates.at(-1)!.number : undefined;
}

function numberOfText(item: string, hints: NumberHints): number | undefined {
  return singleNumberOf(item, hints) ?? sane(Number(/^\d{1,15}/.exec(halfWidth(item).trim())?.[0]));
}

/**
 * The number that a short text gives: the only one in it; else the one that a recited star sentence
 * counts; the result behind an arrow, an equals sign or a label; the difference or sum of two; the
 * only one with a unit behind it.
 */
export function singleNumberOf(item: string, hints: NumberHints): number | undefined {
  const start = item.slice(0, LONGEST_ITEM);
  const text = withDigits(halfWidth(start).trim(), { loneOne: true });
  const found = [...numbersInText(text)];
  const [first] = found;
  if (!first) return chineseIn(text);
  if (found.length === 1) {
    return /-$/.test(text.slice(0, first.start)) ? sane(-first.number) : first.number;
  }
  const recited = recitedSentences(start, hints.recited);
  if (recited.length === 1) return recited[0]!.count;
  const result = resultIn(text);
  if (result !== undefined) return result;
  const withUnit = found.filter(({ end }) => unitBehind(text, end, hints.units));
  return withUnit.length === 1 ? withUnit[0]!.number : undefined;
}

/** What stands before a result: an arrow, an equals sign, the number of an item with a mark. */
const BEFORE_RESULT =
  /^.*(?:→|➜|⇒|[-=]>|=|:)|^\(?#?\d{1,4}(?:st|nd|rd|th)?(?:[.)\]、]+|\s*[-–—])(?=\s)/s;

/**
 * The result that a short text works out or labels.
 *
 * @example
 * resultIn('12 + 1 = 13') // 13
 * resultIn('17 → 18') // 18
 * resultIn('1: 3') // 3
 * resultIn('5 - 2') // 3
 */
export function resultIn(text: string): number | undefined {
  const sum = /^\s*(\d{1,9})\s*([-+−–])\s*(\d{1,9})\D{0,8}$/.exec(text);
  if (sum) {
    const value =
      sum[2] === '+' ? Number(sum[1]) + Number(sum[3]) : Number(sum[1]) - Number(sum[3]);
    if (value > 0) return value;
  }
  const behind = text.replace(BEFORE_RESULT, '');
  if (behind === text) return undefined;
  const found = [...numbersInText(behind)];
  return found.length === 1 ? found[0]!.number : undefined;
}

/**
 * The number of an item that is nothing but a number with, at most, a word or two behind it; for
 * lists that nothing marks as the answer.
 */
export function plainNumberOf(item: string): number | undefined {
  const text = halfWidth(item.slice(0, LONGEST_ITEM)).trim();
  const match = /^["'~≈★\s]*(\d{1,15}(?:\.\d{1,9})?)[^\d]{0,24}$/.exec(text);
  if (match) return sane(Number(match[1]));
  return text.length > 16
    ? undefined
    : chineseNumber(text.replace(/\P{Script=Han}/gu, '').replace(patterns().counter, ''));
}

const patterns = once(() => ({
  counter: new RegExp(`(?:${alternatives(readingWords().counters)})$`),
  runs: new RegExp(`${numerals()}+`, 'g'),
}));

/** The only number in Chinese numerals of a text. */
function chineseIn(text: string): number | undefined {
  const runs = text.match(patterns().runs);
  return runs?.length === 1 ? chineseNumber(runs[0]!) : undefined;
}
