import { expect, it } from 'vitest';
import { withDigits } from '../../../src/answers/numbers/worded-numbers.js';

it.each([
  ['zero, ten and nineteen', '0, 10 and 19'],
  ['twenty, ninety-nine', '20, 99'],
  ['one hundred', '100'],
  ['hundred', '100'],
  ['a thousand', 'a 1000'],
  ['three thousand', '3000'],
  ['two hundred and six', '206'],
  ['two thousand three hundred and forty-five', '2345'],
  ['two hundred thousand', '200000'],
  ['nineteen oh five', '1905'],
  ['twenty twenty', '2020'],
  ['twenty oh six', '2006'],
  ['ten sixty-six', '1066'],
  ['Eighteen Twenty-Nine', '1829'],
  ['five six', 'five six'],
  ['twenty ten five', 'twenty ten five'],
  ['twenty twenty ten', 'twenty twenty ten'],
  ['twenty ten', '2010'],
  ['nineteen ten', '1910'],
  ['ten oh six', '1006'],
  ['twelve five', 'twelve five'],
  ['five twenty', 'five twenty'],
  ['zero five', 'zero five'],
  ['nine oh five', 'nine oh five'],
  ['Oh, six', 'Oh, 6'],
  ['zero', '0'],
  ['twelve and seven', '12 and 7'],
  ['one', 'one'],
  ['One of them', 'One of them'],
  ['twenty-one', '21'],
  ['someone, bone, tent', 'someone, bone, tent'],
  ['ten-fold', '10-fold'],
  ['often', 'often'],
  ['no numbers', 'no numbers'],
  ['forty', '40'],
  ['six', '6'],
])('%s becomes %s', (text, digits) => {
  expect(withDigits(text)).toBe(digits);
});

it('takes "one" alone for a number where that is meant', () => {
  expect(withDigits('one, two', { loneOne: true })).toBe('1, 2');
});

it.each([
  ['двадцать один, сто пять, двести тридцать и сорок', '21, 105, 230 и 40'],
  ['Восемнадцать, два', '18, 2'],
  ['이십오, 오, 백삼십일, 십일', '25, 5, 131, 11'],
  ['스물다섯, 열하나, 다섯 개', '25, 11, 5 개'],
  ['이 문장은 다섯 곳에 있다', '이 문장은 다섯 곳에 있다'],
  ['It is one, then', 'It is one, then'],
])('in other languages, %s becomes %s', (text, digits) => {
  expect(withDigits(text, { loneOne: true })).toBe(digits);
});

it('keeps what stands behind a number in its place where that is asked for', () => {
  expect(withDigits('thirty-one, two!', { inPlace: true })).toBe('31        , 2  !');
});
