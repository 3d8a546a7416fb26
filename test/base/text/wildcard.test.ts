import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literal } from '../../../src/base/text/literal.js';
import { matchesWildcard } from '../../../src/base/text/wildcard.js';
import { expectLinear } from '../../growth.js';

describe('matchesWildcard', () => {
  it.each([
    ['openai:*:gpt-4*', 'openai:chat:gpt-4.1', true],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*b*c', 'axxbyyc', true],
    ['a', 'ab', false],
  ])('%s and %s: %s', (pattern, text, expected) => {
    expect(matchesWildcard(pattern, text)).toBe(expected);
  });

  it('decides as a regular expression does', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '\n'), maxLength: 8 });
    fc.assert(
      fc.property(short, short, (pattern, text) => {
        const expression = new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 's');
        expect(matchesWildcard(pattern, text)).toBe(expression.test(text));
      }),
    );
  });

  it('takes time linear in the text, however many stars there are, and in the stars', () => {
    const stars = (count: number) => `${'*a'.repeat(count)}*b`;
    const [text, pattern] = ['a'.repeat(100_000), stars(1000)];
    const fails = (pattern: string, text: string) =>
      expect(matchesWildcard(pattern, text)).toBe(false);
    expectLinear(
      [12_500, 100_000, 800_000],
      (length) => 'a'.repeat(length),
      (text) => fails(pattern, text),
    );
    expectLinear([125, 1000, 8000], stars, (pattern) => fails(pattern, text));
  });
});
