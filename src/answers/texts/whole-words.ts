/**
 * Finds values as whole words. In scripts without spaces each character is a word. A number never matches part
 * of a longer one.
 */
import { joinsNumber } from '../numbers/worded-numbers.js';

export interface TextSpan {
  start: number;
  end: number;
}

/** Words joined without anything between them. */
export interface Words {
  text: string;
  joined: string;
  /** From the start of each word in `joined` to its place in the text. Likewise of ends. */
  starts: ReadonlyMap<number, number>;
  ends: ReadonlyMap<number, number>;
}

/** Scripts without spaces, and Hangul, whose particles follow a word directly. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー]';

const WORD = new RegExp(
  [
    String.raw`(?<thousands>(?<!\d[.,])\d{1,3}(?:[,.'’\u202f]\d{3}){1,8}(?![.,]?\d))`,
    String.raw`(?<decimal>(?<!\d[.,])\d{1,20}[.,]\d{1,20}(?![.,]?\d))`,
    String.raw`(?<number>\d+)`,
    String.raw`(?<unspaced>${UNSPACED}\p{M}*)`,
    String.raw`(?:(?!${UNSPACED})[\p{L}\p{M}])(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}])*`,
  ].join('|'),
  'gu',
);

/** Separates two numbers that follow each other. */
const APART = '\u0001';

/**
 * Splits a text into words in small letters, without articles.
 *
 * @param text - of NFKC, with numbers in digits
 * @param articles - words that make no difference, in small letters
 */
export function wordsOf(text: string, articles: ReadonlySet<string> = new Set()): Words {
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  const pieces: string[] = [];
  let length = 0;
  let wasNumber = false;
  for (const { 0: found, index, groups } of text.matchAll(WORD)) {
    const isNumber = /^\d/.test(found);
    const word = writtenAlike(found, groups!);
    if (articles.has(word)) continue;
    if (isNumber && wasNumber) {
      pieces.push(APART);
      length++;
    }
    const end = index + found.length;
    if (groups!.unspaced || (isNumber ? isNumberStart(text, index, found) : isStart(text, index))) {
      starts.set(length, index);
    }
    pieces.push(word);
    length += word.length;
    if (!isNumber || isNumberEnd(text, end, found)) ends.set(length, end);
    wasNumber = isNumber;
  }
  return { text, joined: pieces.join(''), starts, ends };
}

/** The end of a range is not its number. A year beside its month is one. */
function isNumberStart(text: string, index: number, found: string): boolean {
  return YEAR.test(found) || !/\d[-‐–:]$/.test(before(text, index));
}

/** "1990s" is not 1990. */
function isNumberEnd(text: string, end: number, found: string): boolean {
  const behind = text.slice(end, end + 2);
  return !/^s(?!\p{L})/u.test(behind) && (YEAR.test(found) || !/^[-‐–:]\d/.test(behind));
}

const YEAR = /^\d{4}$/;

function writtenAlike(found: string, { thousands, decimal }: Record<string, string>): string {
  if (thousands) return thousands.replace(/\D/g, '');
  return decimal ? decimal.replace(',', '.') : found.toLowerCase();
}

function before(text: string, index: number): string {
  return text.slice(Math.max(0, index - 2), index);
}

/** The second part of "forty-six" is no word. */
function isStart(text: string, index: number): boolean {
  return !HYPHENS.has(text[index - 1] ?? '') || !/[\p{L}\p{N}].$/u.test(before(text, index));
}

const HYPHENS = new Set('-‐‑');

const MOST_PLACES = 50;

/**
 * Finds a value as whole words.
 *
 * @example
 * placesOf(wordsOf('46 weeks'), wordsOf('6 weeks')) // []
 */
export function spansOf(
  { text, joined, starts, ends }: Words,
  { joined: value }: Words,
): TextSpan[] {
  const places: TextSpan[] = [];
  if (value === '') return places;
  for (
    let at = joined.indexOf(value);
    at >= 0 && places.length < MOST_PLACES;
    at = joined.indexOf(value, at + value.length)
  ) {
    const [start, end] = [starts.get(at), ends.get(at + value.length)];
    if (start === undefined || end === undefined) continue;
    if (!joinsNumber(before(text, start), value)) places.push({ start, end });
  }
  return places;
}
