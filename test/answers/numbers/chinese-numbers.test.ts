import { expect, it } from 'vitest';
import { chineseNumber } from '../../../src/answers/numbers/worded-numbers.js';

it.each([
  ['零', 0],
  ['七', 7],
  ['二〇一六', 2016],
  ['十', 10],
  ['十二', 12],
  ['二十', 20],
  ['两百', 200],
  ['一百五', 150],
  ['一百零五', 105],
  ['一百一十五', 115],
  ['三千', 3000],
  ['三千二', 3200],
  ['三千零二十', 3020],
  ['三千零二', 3002],
  ['一万', 10_000],
  ['十二万', 120_000],
  ['一万五', 15_000],
  ['一万零五', 10_005],
  ['兩萬三千四百五十六', 23_456],
])('%s is %d', (text, number) => {
  expect(chineseNumber(text)).toBe(number);
});

it.each(['', '五颗', '第五', '一二百', '五六十', '一'.repeat(13), 'five'])(
  '%s is no number',
  (text) => {
    expect(chineseNumber(text)).toBeUndefined();
  },
);

it('is read up to twelve numerals', () => {
  expect(chineseNumber('一'.repeat(12))).toBe(111_111_111_111);
});
