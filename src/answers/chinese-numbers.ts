/** Numbers in Chinese numerals. */

/** The numerals, as a part of a pattern. */
export const NUMERALS = '[〇零一二两兩三四五六七八九十百千万萬]';

const DIGITS: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const POWERS: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1000,
  万: 10_000,
  萬: 10_000,
};

/**
 * The value of Chinese numerals, up to twelve of them.
 *
 * @example
 * chineseNumber('一百零五') // 105
 * chineseNumber('二〇一六') // 2016
 * chineseNumber('一百五') // 150, as it is said
 */
export function chineseNumber(text: string): number | undefined {
  if (!/^[〇零一二两兩三四五六七八九十百千万萬]{1,12}$/.test(text)) return undefined;
  if (!/[十百千万萬]/.test(text)) return Number([...text].map((digit) => DIGITS[digit]).join(''));
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let lastPower = 1;
  for (const character of text) {
    const power = POWERS[character];
    if (power === undefined) {
      if (digit !== undefined && digit !== 0) return undefined;
      digit = DIGITS[character]!;
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
