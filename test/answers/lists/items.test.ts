import { expect, it } from 'vitest';
import {
  isPlain,
  itemsOf,
  numbersOfItems,
  openBracket,
} from '../../../src/answers/lists/values.js';

const hints = { units: new Set(['stars']), recited: [] };

it('items are parted by commas and semicolons, and none is empty', () => {
  expect(itemsOf('3, , 5; 9,')).toEqual(['3', ' 5', ' 9']);
});

it.each<[string, number[] | undefined]>([
  ['3, 5.5, 9 stars', [3, 5.5, 9]],
  ['5 - 2, 12 + 1, 1: 9', [3, 13, 9]],
  ['3, ..., 9', [3, 9]],
  ['3 5, 9', undefined],
  ['many, none', undefined],
])('numbers of %j', (body, numbers) => {
  expect(numbersOfItems(body, hints)).toEqual(numbers);
});

it.each([
  ['3, 5 stars, 9', true],
  ['3, ..., 9', true],
  ['3, "…", 9', true],
  ['3, see above.', false],
  ['3, "see above"', false],
  ['3, of 5', false],
])('%j is plain: %j', (body, plain) => {
  expect(isPlain(body)).toBe(plain);
});

it.each<[string, number | undefined]>([
  ['[3, 5', 0],
  ['[1] and [3, 5', 8],
  ['[3, 5]', undefined],
  ['3, 5]', undefined],
  ['3, 5', undefined],
])('the bracket that stays open in %j', (text, start) => {
  expect(openBracket(text)).toBe(start);
});
