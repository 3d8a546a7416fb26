import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isForward, splitting, within } from '../../src/haystack/pieces.js';
import { hostileText } from './hostile-text.js';

const WORDS = / ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;
const DIGITS = /\p{N}{1,3}/gu;

function piecesOf(text: string, steps: readonly RegExp[]): string[] {
  const endOf = splitting(steps)(text);
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start = endOf(start)) {
    pieces.push(text.slice(start, endOf(start)));
  }
  return pieces;
}

describe('splitting', () => {
  it('lets a later expression see only what an earlier one left', () => {
    expect(piecesOf('a  1234 b', [WORDS])).toEqual(['a', ' ', ' ', '1234', ' b']);
    expect(piecesOf('a  1234 b', [DIGITS, WORDS])).toEqual(['a', '  ', '123', '4', ' b']);
  });

  it('makes the parts of the whole text, for any text', () => {
    fc.assert(
      fc.property(hostileText(30), (text) => {
        const parts = piecesOf(text, [DIGITS, /[一-龥]+/gu, WORDS]);
        expect(parts).toEqual(within(text, [DIGITS, /[一-龥]+/gu, WORDS]));
      }),
    );
  });
});

describe('isForward', () => {
  it.each([
    WORDS,
    DIGITS,
    /'s|'t| ?\p{L}+| ?\p{N}+|\s+(?!\S)|\s+/gu,
    /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{M}]*[\p{Ll}\p{M}]+(?:'[sS]|'[lL][lL])?|\s*[\r\n]+/gu,
    / ?[^()|\s.,!?]+/gu,
  ])('%s', (expression) => {
    expect(isForward(expression, true)).toBe(true);
  });

  it.each([
    ['looks back', /(?<=a)b/gu],
    ['looks at words', /\bword/gu],
    ['is anchored', /^a|b/gu],
    ['looks far ahead', /\p{N}{1,3}(?=(?:\p{N}{3})*\P{N})/gu],
    ['depends on a quotation mark that may be far away', /"[^"]*"|./gu],
    ['takes exponential time', /(a+)+/gu],
    ['matches nothing at all', /a*/gu],
    ['is lazy', /a+?b/gu],
    ['refers back', /(a)\1/gu],
  ])('not where it %s', (_, expression) => {
    expect(isForward(expression, true)).toBe(false);
  });

  it('only the last expression may look at the character behind a piece', () => {
    expect(isForward(/\s+(?!\S)|\s+/gu, false)).toBe(false);
  });
});
