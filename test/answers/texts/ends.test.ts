import { expect, it } from 'vitest';
import { bothEnds, linesOf } from '../../../src/answers/texts/final-text.js';

it('keeps the beginning and the end of a long text', () => {
  expect(bothEnds('abcd', 2)).toBe('abcd');
  expect(bothEnds('abcde', 2)).toBe('ab\nde');
});

it('has the lines that are not blank', () => {
  expect(linesOf(' a b \n \t\n\nc\n')).toEqual(['a b', 'c']);
  expect(linesOf(' \n')).toEqual([]);
});
