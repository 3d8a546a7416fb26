import { halfWidth } from '../base/text/half-width.js';
import type { NumberHints } from './answer.js';
import type { NumberMarks } from './numbers/numbers.js';
import { answerText, finalPart, withoutStruck, withoutTags } from './texts/final-text.js';
import { readingWords } from './words.js';

export interface Vocabulary extends NumberMarks {
  /** Keys as `normalKey` writes them, with a rank: 0 is the one asked for. */
  keys: ReadonlyMap<string, number>;
  longestKey: number;
  /** Words of the keys, in small letters, that say who counts. */
  names: readonly string[];
}

/** Drops capital letters, spaces, underscores, hyphens and diaereses. */
export function normalKey(key: string): string {
  return halfWidth(key)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('\u0308', '')
    .normalize('NFC')
    .replace(/[\s_-]/g, '');
}

export interface PreparedAnswer {
  /** Without reasoning. If the answer is in a tag, only what the tag holds. */
  text: string;
  /** The same in half-width characters. */
  plain: string;
  brackets: Brackets;
  vocabulary: Vocabulary;
}

export function answerOf(output: unknown, vocabulary: Vocabulary): PreparedAnswer {
  return answerOfText(withoutTags(withoutStruck(finalPart(answerText(output)))), vocabulary);
}

export function answerOfText(text: string, vocabulary: Vocabulary): PreparedAnswer {
  const plain = halfWidth(text);
  return { text, plain, brackets: matchBrackets(plain), vocabulary };
}

export function vocabularyOf({ keys, units = [], recited = [] }: NumberHints): Vocabulary {
  const ranks = new Map<string, number>();
  keys.forEach((key, rank) => {
    const normal = normalKey(key);
    if (normal !== '' && !ranks.has(normal)) ranks.set(normal, rank);
  });
  return {
    keys: ranks,
    longestKey: Math.max(0, ...keys.map((key) => key.length)),
    units: new Set(
      [...units, ...readingWords().counters].map((unit) => unit.toLowerCase()).filter(Boolean),
    ),
    recited,
    names: keys
      .flatMap((key) => key.toLowerCase().split(/[\s_-]/))
      .filter((word) => word.length > 2),
  };
}

/** Finding bracketed regions and JSON in hostile text, in linear time. */

export interface Region {
  start: number;
  /** Behind the closing bracket. */
  end: number;
}

const DEEPEST = 1000;

/** Only the last such many regions of each kind are kept. Answers have a handful. */
const MOST_REGIONS = 500;

export interface Brackets {
  /** Regions in `{}` or `[]` that are in no other. */
  outermost: readonly Region[];
  /** Regions in `[]` without brackets in them. */
  flat: readonly Region[];
}

// A closing bracket is its opening one plus 2.
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Matches brackets. One that nothing closes is ignored, as are quotes: prose has many single ones.
 *
 * @example
 * matchBrackets('a { b [1] c [2') // outermost and flat: the region of [1]
 */
export function matchBrackets(text: string): Brackets {
  const outermost: Region[] = [];
  const flat: Region[] = [];
  const open: number[] = [];
  let braces = 0;
  let lastBracket: number | undefined;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (open.length === DEEPEST) {
        open.length = 0;
        braces = 0;
      }
      if (unit === OPEN_BRACE) braces++;
      open.push(i);
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      if ((unit === CLOSE_BRACE ? braces : open.length - braces) > 0) {
        // A bracket opened inside and never closed is damage, and part of the region.
        let start = open.pop()!;
        for (; text.charCodeAt(start) !== unit - 2; start = open.pop()!) {
          if (text.charCodeAt(start) === OPEN_BRACE) braces--;
        }
        if (unit === CLOSE_BRACE) braces--;
        const region = { start, end: i + 1 };
        while (outermost.length > 0 && outermost[outermost.length - 1]!.start > start) {
          outermost.pop();
        }
        keep(outermost, region);
        if (unit === CLOSE_BRACKET && start === lastBracket) keep(flat, region);
      }
    } else continue;
    lastBracket = i;
  }
  return { outermost: outermost.slice(-MOST_REGIONS), flat: flat.slice(-MOST_REGIONS) };
}

function keep(regions: Region[], region: Region): void {
  regions.push(region);
  if (regions.length > 2 * MOST_REGIONS) regions.splice(0, MOST_REGIONS);
}
