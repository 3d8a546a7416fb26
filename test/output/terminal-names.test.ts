import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { terminalNames } from '../../src/output/terminal-names.js';

describe('terminalNames', () => {
  it('keeps names that fit, and cuts the end of one that does not', () => {
    expect([...terminalNames(['short', 'a name of many words'], 12)]).toEqual([
      ['short', 'short'],
      ['a name of many words', 'a name of m…'],
    ]);
  });

  it('keeps the end of names that begin alike', () => {
    const names = ['openai:chat:gpt-4.1-mini', 'openai:chat:gpt-4.1-nano'];
    expect([...terminalNames(names, 16).values()]).toEqual([
      'openai:…4.1-mini',
      'openai:…4.1-nano',
    ]);
  });

  it('numbers names that begin and end alike', () => {
    const names = ['provider one · my prompt', 'provider two · my prompt'];
    expect([...terminalNames(names, 10).values()]).toEqual(['provi… (1)', 'provi… (2)']);
  });

  it('never gives two names one short name, nor a wider one', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '小', '…', ' '), minLength: 0 });
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 9 }),
        fc.integer({ min: 8, max: 20 }),
        (names, width) => {
          const short = [...terminalNames(names, width).values()];
          for (const one of short) expect(stringWidth(one)).toBeLessThanOrEqual(width);
          expect(new Set(short).size).toBe(names.length);
        },
      ),
    );
  });
});
