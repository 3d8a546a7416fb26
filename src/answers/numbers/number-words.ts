/** Numbers in English words, as some models write them where digits were meant. */

import { once } from '../words.js';
import { wordedNumbers } from './worded-numbers.js';

/** The value of each word, and what finds the words of one number: also `and` behind a hundred. */
const known = once(() => {
  const { words } = wordedNumbers();
  const any = `(?:${Object.keys(words).join('|')})`;
  return {
    values: new Map(Object.entries({ ...words, oh: 0 })),
    number: new RegExp(
      String.raw`(?<![\p{L}\p{N}-])${any}(?:(?:[ -]|(?<=hundred|thousand) and )(?:${any}|oh)){0,7}(?![\p{L}\p{N}])`,
      'giu',
    ),
  };
});

/**
 * A text with digits in the place of numbers in English words.
 *
 * @param loneOne - whether "one" alone is a number, too, which it seldom is
 *
 * @example
 * withDigits('three, twenty-three and one hundred and five') // '3, 23 and 105'
 * withDigits('in eighteen twenty-nine') // 'in 1829'
 */
export function withDigits(text: string, { loneOne = false } = {}): string {
  return text.replace(known().number, (words) => {
    const value = valueOfWords(words.toLowerCase().split(/[ -]/));
    return value === undefined || (words.toLowerCase() === 'one' && !loneOne)
      ? words
      : String(value);
  });
}

/** The value of the words of a number, also of a year: `nineteen oh five`. */
function valueOfWords(words: readonly string[]): number | undefined {
  let total = 0;
  let section = 0;
  let last: number | undefined;
  for (const word of words) {
    if (word === 'and') continue;
    const value = known().values.get(word)!;
    if (value === 1000) {
      total += (section || 1) * 1000;
      section = 0;
    } else if (value === 100) section = (section || 1) * 100;
    else if (last === undefined || last === 100 || last === 1000) section += value;
    else if (last >= 20 && value < 10 && value > 0) section += value;
    else if (last >= 10 && section < 100 && (value >= 10 || word === 'oh'))
      section = 100 * section + value;
    else if (last === 0 && section >= 1000) section += value;
    else return undefined;
    last = value;
  }
  return total + section;
}
