/** Numbers in a text, and the units and star sentences that tell which of them count. */

import { withAsciiDigits } from '../../base/text/half-width.js';
import { chineseNumber } from './worded-numbers.js';

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
