/**
 * Words that help to read an answer, from `datasets/reading/`. Models mix languages, so those of all
 * languages are looked for together.
 */
import { z } from 'zod';
import { readDataset } from '../datasets.js';
import { literal } from '../literal.js';

const list = z.array(z.string().min(1)).min(1);
const schema = z.strictObject({
  between: z.array(list).min(1),
  betweenHan: list,
  denial: list,
  denialHan: list,
  denialBehindKo: list,
  noDenial: list,
  unsure: list,
  or: list,
  either: list,
  eldest: list,
  copula: list,
});

/** The words of `datasets/reading/words.yaml`. */
export type ReadingWords = z.output<typeof schema>;

let words: ReadingWords | undefined;

export function readingWords(): ReadingWords {
  words ??= readDataset('reading/words.yaml', schema);
  return words;
}

/**
 * A part of a pattern that finds any of some words, the longest first. A word in letters is found
 * where no letter stands before it and, unless `isStem`, none behind it; one in Han characters or
 * Hangul is found anywhere.
 *
 * @example
 * new RegExp(anyOf(['not']), 'u').test('another knot') // false
 */
export function anyOf(wanted: readonly string[], isStem = false): string {
  const either = wanted
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const isWhole = !isStem || word.endsWith('!');
      const text = word.replace(/!$/, '');
      const before = /^[\p{L}\p{N}]/u.test(text) && !isUnspaced(text[0]!) ? '(?<![\\p{L}\\p{N}])' : '';
      const behind =
        isWhole && /[\p{L}\p{N}]$/u.test(text) && !isUnspaced(text.at(-1)!) ? '(?![\\p{L}\\p{N}])' : '';
      return before + literal(text).replaceAll(' ', '\\s') + behind;
    });
  return `(?:${either.join('|')})`;
}

function isUnspaced(character: string): boolean {
  return /[\p{Script=Han}\p{Script=Hangul}]/u.test(character);
}

/** A function that makes its value at first use. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
