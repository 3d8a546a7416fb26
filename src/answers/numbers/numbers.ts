/** Numbers in a text, and the units and star sentences that tell which of them count. */

import { once } from '../../base/kept.js';
import { halfWidth, withAsciiDigits } from '../../base/text/half-width.js';
import { alternatives } from '../../base/text/literal.js';
import { rankOfKey, rolesOf } from '../labels.js';
import { anyOf, readingWords } from '../words.js';
import { chineseNumber, numerals, withDigits } from './worded-numbers.js';

export interface NumberMarks {
  /** Words that may stand behind a number, in small letters. */
  units: ReadonlySet<string>;
  /** Sentences hidden in the prompt, whose group `count` is the number that counts. */
  recited: readonly RegExp[];
}

/**
 * Matches a number, with separators between groups of three. It never begins inside another one, which keeps
 * the search linear.
 */
const NUMBER =
  /(?<![\d.])(?:\d{1,3}(?:[,'_\u00a0\u202f\u2009]\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e[+-]?\d+)?/gi;

export interface FoundNumber {
  number: number;
  start: number;
  end: number;
}

export function* numbersInText(text: string): Generator<FoundNumber> {
  for (const match of text.matchAll(NUMBER)) {
    const number = sane(Number(match[0].replace(/[^\d.e+-]/gi, '')));
    if (number === undefined) continue;
    yield { number, start: match.index, end: match.index + match[0].length };
  }
}

/** Returns a number that can be a count: finite and exact. */
export function sane(number: number): number | undefined {
  // Adding 0 turns -0 into 0.
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number + 0 : undefined;
}

/** Tells whether a unit, or any symbol such as ★, stands behind an offset. */
export function unitBehind(text: string, offset: number, units: ReadonlySet<string>): boolean {
  const behind = text
    .slice(offset, offset + 48)
    .replace(/^[\s*_`"')\]}]+/, '')
    .toLowerCase();
  if (/^\p{So}/u.test(behind)) return true;
  for (const unit of units) if (behind.startsWith(unit)) return true;
  return false;
}

export interface RecitedSentence {
  start: number;
  end: number;
  count: number;
}

export function recitedSentences(text: string, patterns: readonly RegExp[]): RecitedSentence[] {
  const digits = withAsciiDigits(text);
  const found: RecitedSentence[] = [];
  for (const pattern of patterns) {
    for (const match of digits.matchAll(asGlobal(pattern))) {
      const given = match.groups?.count ?? '';
      const count = /^\d/.test(given) ? sane(Number(given)) : chineseNumber(given);
      const end = match.index + match[0].length;
      if (count !== undefined) found.push({ start: match.index, end, count });
    }
  }
  // If two patterns match at one place, the longer match says more.
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((sentence) => {
    if (sentence.start < end) return false;
    end = sentence.end;
    return true;
  });
}

function asGlobal(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
}

const LONGEST_ITEM = 256;

/**
 * Returns the number meant as an item's value, or else the one it begins with.
 *
 * @example
 * numberOf('5 ★', hints) // 5
 * numberOf('十二颗', hints) // 12
 * numberOf([1, 3], hints) // 3
 * numberOf({ index: 1, count: 3 }, hints) // 3
 * numberOf('many', hints) // undefined
 */
export function numberOf(item: unknown, hints: NumberMarks): number | undefined {
  if (typeof item === 'number') return sane(item);
  if (typeof item === 'string') {
    return numberOfText(item, hints) ?? sane(Number.parseInt(halfWidth(item.slice(0, 16)), 10));
  }
  if (typeof item !== 'object' || item === null) return undefined;
  if (!Array.isArray(item)) return numberOfFields(Object.entries(item), hints);
  // Of a pair the second counts: indexes and mistaken numbers stand first.
  if (item.length > 2 || item.some(Array.isArray)) return undefined;
  return numberOf(item[1], hints) ?? numberOf(item[0], hints);
}

const MOST_FIELDS = 12;

/** Prefers a number by its key: `count` rather than `index`, `true` than `stated`. */
function numberOfFields(
  fields: readonly (readonly [string, unknown])[],
  hints: NumberMarks,
): number | undefined {
  const found = fields.slice(0, MOST_FIELDS).flatMap(([key, value]) => {
    const isText = typeof value === 'string';
    const number = isText || typeof value === 'number' ? numberOf(value, hints) : undefined;
    // A text, such as a quotation, ranks below a number.
    return number === undefined ? [] : [{ rank: rankOfKey(key) + (isText ? 0.5 : 0), number }];
  });
  const best = Math.min(...found.map(({ rank }) => rank));
  const candidates = found.filter(({ rank }) => rank === best);
  return candidates.length === 1 || best === 0 ? candidates.at(-1)!.number : undefined;
}

const patterns = once(() => {
  const { denial, denialHan, corrects, ordinalEndings, counters, copula } = readingWords();
  const ordinal = alternatives(ordinalEndings);
  return {
    /** Finds an item's marker, whose number does not count. */
    marker: new RegExp(
      String.raw`^(?:[-*•–·▪‣]\s+)?(?:(?:#|no\.\s*)?[([]?\d{1,4}(?:(?:\s?(?:\/|of)\s?\d{1,4})?[.)\]、]+(?=\D)` +
        String.raw`|-?(?:${ordinal})(?!\p{L})|\s*[-–—]\s(?=\D*\d+\D*$))|#\d{1,4}` +
        String.raw`|(?:\p{L}{1,20}\s){0,3}\d{1,4}(?:${ordinal})?(?:\s\p{L}{1,20})?(?:\s*:|\s(?:${anyOf(copula)})\s)(?=.*\d))?`,
      'iu',
    ),
    /** Finds a number that another one replaces: "not 2 but 3". */
    denied: new RegExp(
      `(?:(?:${anyOf(denial)})\\s{1,3}|(?:${anyOf(denialHan)})\\s?)\\d{1,9}(?!\\d)(?=[^\\d]{0,40}\\d)`,
      'giu',
    ),
    corrected: new RegExp(`(?:${alternatives(corrects)})[^\\d]{0,40}$`, 'i'),
    counter: new RegExp(`(?:${alternatives(counters)})$`),
    han: new RegExp(`${numerals()}+`, 'g'),
  };
});

/** Drops an item's marker and numbers that it denies. */
export function withoutMarker(text: string): string {
  const { marker, denied } = patterns();
  return text.replace(marker, '').replace(denied, ' ');
}

export const ITEM_ARROW = /→|➜|⇒|[-=]>/;
const RESULT = /^.*(?:→|➜|⇒|[-=]>|=)/s;

/** Matches a number before a remark: "18 — chapter 32". */
const BEFORE_REMARK = /^\s*(\d{1,9})\s*(?:[—–]|\s-\s|,\s)\s*\p{L}/u;

/** Matches two numbers whose sum or difference is meant. */
const SUM = /^\s*(\d{1,9})\s*([-+−–])\s*(\d{1,9})\D{0,8}$/;

/**
 * Returns the number that a short text gives: the only one, without item numbers and denied ones; else, in this
 * order, the count of a recited sentence, a sum, the result behind an arrow or "=", the only one with a unit,
 * the one before a remark, the one that corrects another.
 *
 * @example
 * numberOfText('not 2 but 3', hints) // 3
 * numberOfText('12 + 1 = 13', hints) // 13
 */
export function numberOfText(item: string, hints: NumberMarks): number | undefined {
  const start = item.slice(0, LONGEST_ITEM);
  const given = withDigits(halfWidth(start).trim(), { loneOne: true });
  const [, first, sign, second] = SUM.exec(given) ?? [];
  const sum = Number(first) + (sign === '+' ? 1 : -1) * Number(second);
  if (sum > 0) return sum;
  const kept = withoutMarker(given);
  const isMarked = kept !== given;
  const text = /\d/.test(kept) ? kept : given;
  const found = [...numbersInText(text)];
  const last = found.at(-1);
  if (!last) {
    const runs = text.match(patterns().han);
    return runs?.length === 1 ? chineseNumber(runs[0]!) : undefined;
  }
  const only = (numbers: typeof found) => (numbers.length === 1 ? numbers[0]!.number : undefined);
  if (found.length === 1)
    return text.startsWith('-') && last.start === 1 ? -last.number : last.number;
  const recited = recitedSentences(start, hints.recited);
  if (recited.length === 1) return recited[0]!.count;
  const result = text.replace(RESULT, '');
  if (result !== text) return only([...numbersInText(result)]);
  const withUnit = only(found.filter(({ end }) => unitBehind(text, end, hints.units)));
  if (withUnit !== undefined) return withUnit;
  const isCorrected = patterns().corrected.test(text.slice(0, last.start));
  const [, remarked] = BEFORE_REMARK.exec(text) ?? [];
  if (isMarked && remarked && (!isCorrected || rolesOf(text).includes('place'))) {
    return Number(remarked);
  }
  return isCorrected ? last.number : undefined;
}

/**
 * Returns the number of an item that has at most a word or two behind it, for lists that nothing marks as the
 * answer.
 */
export function plainNumberOf(item: string): number | undefined {
  const text = halfWidth(item.slice(0, LONGEST_ITEM)).trim();
  const match = /^["'~≈★\s]*(\d{1,15}(?:\.\d{1,9})?)[^\d]{0,24}$/.exec(text);
  if (match) return sane(Number(match[1]));
  return text.length > 16
    ? undefined
    : chineseNumber(text.replace(/\P{Script=Han}/gu, '').replace(patterns().counter, ''));
}
