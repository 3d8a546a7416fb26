/** Numbers in Chinese numerals. */
import { once } from '../words.js';
import { wordedNumbers } from './worded-numbers.js';

const patterns = once(() => {
  const { digits, powers } = wordedNumbers();
  const ofPowers = `[${Object.keys(powers).join('')}]`;
  const any = `[${Object.keys({ ...digits, ...powers }).join('')}]`;
  return { any, whole: new RegExp(`^${any}{1,12}$`), ofPowers: new RegExp(ofPowers) };
});

/** Any of the numerals, as a part of a pattern. */
export function numerals(): string {
  return patterns().any;
}

/**
 * The value of Chinese numerals, up to twelve of them.
 *
 * @example
 * chineseNumber('一百零五') // 105
 * chineseNumber('二〇一六') // 2016
 * chineseNumber('一百五') // 150, as it is said
 */
export function chineseNumber(text: string): number | undefined {
  const { whole, ofPowers } = patterns();
  if (!whole.test(text)) return undefined;
  const { digits, powers } = wordedNumbers();
  if (!ofPowers.test(text)) return Number([...text].map((digit) => digits[digit]).join(''));
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let lastPower = 1;
  for (const character of text) {
    const power = powers[character];
    if (power === undefined) {
      if (digit !== undefined && digit !== 0) return undefined;
      digit = digits[character]!;
      if (digit === 0) lastPower = 1;
    } else if (power === 10_000) {
      total += (section + (digit ?? 0)) * power;
      section = 0;
      digit = undefined;
      lastPower = power;
    } else {
      section += (digit || 1) * power;
      digit = undefined;
      lastPower = power;
    }
  }
  return total + section + (digit ?? 0) * (lastPower > 10 ? lastPower / 10 : 1);
}
