/** Numbers in Chinese numerals and in words, as some models write them where digits were meant. */
import { z } from 'zod';
import { readDataset } from '../../base/datasets.js';
import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { readingWords } from '../words.js';

const values = z.record(z.string(), z.number());

const wordedNumbers = once(() =>
  readDataset(
    'reading/numbers.yaml',
    z.strictObject({ digits: values, powers: values, words: values, joined: values }),
  ),
);

const chinese = once(() => {
  const { digits, powers } = wordedNumbers();
  const ofPowers = `[${Object.keys(powers).join('')}]`;
  const any = `[${Object.keys({ ...digits, ...powers }).join('')}]`;
  return { any, whole: new RegExp(`^${any}{1,12}$`), ofPowers: new RegExp(ofPowers) };
});

export function numerals(): string {
  return chinese().any;
}

/**
 * Returns the value of up to twelve Chinese numerals.
 *
 * @example
 * chineseNumber('一百零五') // 105
 * chineseNumber('二〇一六') // 2016
 * chineseNumber('一百五') // 150, as it is said
 */
export function chineseNumber(text: string): number | undefined {
  const { whole, ofPowers } = chinese();
  if (!whole.test(text)) return undefined;
  const { digits, powers } = wordedNumbers();
  const values = [...text].map((numeral) => digits[numeral] ?? powers[numeral]!);
  return ofPowers.test(text) ? valueOfNumerals(values, true) : Number(values.join(''));
}

/**
 * Adds digits and powers of ten: 2, 100, 5, 10 are 250.
 *
 * @param isShort - whether a last digit belongs to the next lower power
 */
function valueOfNumerals(values: readonly number[], isShort: boolean): number | undefined {
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let lower = 1;
  for (const value of values) {
    if (value < 10) {
      if (digit) return undefined;
      digit = value;
      if (digit === 0) lower = 1;
      continue;
    }
    const isPower = /^10+$/.test(`${value}`);
    if (value < 10_000) section += (isPower ? digit || 1 : 1) * value;
    else {
      total += (section + (digit ?? 0)) * value;
      section = 0;
    }
    digit = undefined;
    lower = isShort ? value / 10 : 1;
  }
  return total + section + (digit ?? 0) * lower;
}

/** The value of each word, and a pattern for the words of one number, with `and` behind a hundred. */
const known = once(() => {
  const { words, joined } = wordedNumbers();
  const any = `(?:${alternatives(Object.keys(words))})`;
  const part = `(?:${alternatives(Object.keys(joined))})`;
  const counters = `(?:${alternatives(readingWords().counters)})`;
  return {
    values: new Map(Object.entries({ ...words, oh: 0 })),
    number: new RegExp(
      String.raw`(?<![\p{L}\p{N}-])${any}(?:(?:[ -]|(?<=hundred|thousand|million) and )(?:${any}|oh)){0,15}(?![\p{L}\p{N}])`,
      'giu',
    ),
    part: new RegExp(part, 'g'),
    joined: new RegExp(
      String.raw`(?<=^|[,\n] {0,3})${part}{1,6}(?= {0,2}(?:${counters}|[,.\n]|$))|(?<=[^\p{L}])${part}{1,6}(?= ?${counters})`,
      'gu',
    ),
  };
});

/**
 * Writes digits for numbers in words.
 *
 * @param loneOne - whether "one" alone is a number, too, where it begins a line or an item, or stands behind a colon
 * @param inPlace - whether what stands behind a number stays in its place
 *
 * @example
 * withDigits('three, twenty-three and one hundred and five') // '3, 23 and 105'
 * withDigits('in eighteen twenty-nine') // 'in 1829'
 */
export function withDigits(text: string, { loneOne = false, inPlace = false } = {}): string {
  const { number, joined, part } = known();
  const digits = (found: string, value: number | undefined) =>
    String(value ?? found).padEnd(inPlace ? found.length : 0);
  const partsOf = (found: string) =>
    found.match(part)!.map((word) => wordedNumbers().joined[word]!);
  return text
    .replace(joined, (found) => digits(found, valueOfNumerals(partsOf(found), false)))
    .replace(number, (found, offset: number, all: string) => {
      const words = found.toLowerCase();
      const isItem = loneOne && /(?:^|[,:\n]\s?)$/.test(all.slice(Math.max(0, offset - 2), offset));
      return words === 'one' && !isItem ? found : digits(found, valueOfWords(words.split(/[ -]/)));
    });
}

/** Returns the value of a number's words, or of a year's: `nineteen oh five`. */
function valueOfWords(words: readonly string[]): number | undefined {
  let total = 0;
  let section = 0;
  let last: number | undefined;
  for (const word of words) {
    if (word === 'and') continue;
    const value = known().values.get(word)!;
    if (value >= 1000) {
      total += (section || 1) * value;
      section = 0;
    } else if (value === 100) section = (section || 1) * 100;
    else if (last === undefined || last >= 100) section += value;
    else if (last >= 20 && value < 10 && value > 0) section += value;
    else if (last >= 10 && section < 100 && (value >= 10 || word === 'oh'))
      section = 100 * section + value;
    else if (last === 0 && section >= 1000) section += value;
    else return undefined;
    last = value;
  }
  return total + section;
}

/** Chinese and Korean numerals, several of which make one number without spaces. */
const joining = once(() => {
  const { digits, powers, joined } = wordedNumbers();
  const chineseOnes = Object.keys({ ...digits, ...powers });
  const any = alternatives([...chineseOnes, ...Object.keys(joined)]);
  // Korean ones are common syllables, so only tens join.
  const tens = Object.keys(joined).filter((word) => joined[word]! >= 10);
  return {
    before: new RegExp(`(?:${alternatives([...chineseOnes, ...tens])})$`),
    first: new RegExp(`^(?:${any})`),
  };
});

/**
 * Tells whether a value that begins with numerals would go on a number before it.
 *
 * @example
 * joinsNumber('四十', '六周') // true
 */
export function joinsNumber(before: string, value: string): boolean {
  return joining().first.test(value) && joining().before.test(before);
}
