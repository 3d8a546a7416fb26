import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literal } from '../../src/text/literal.js';
import { matchesWildcard } from '../../src/text/wildcard.js';
import { processorTime } from '../processor-time.js';

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

  it('takes no time for many stars', () => {
    const milliseconds = processorTime(() =>
      expect(matchesWildcard(`${'*a'.repeat(1000)}*b`, 'a'.repeat(100_000))).toBe(false),
    );
    expect(milliseconds).toBeLessThan(1000);
  });
});
