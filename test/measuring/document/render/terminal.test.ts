import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { terminalNames } from '../../../../src/measuring/document/render/terminal.js';

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

  it('keeps what is different in names that begin and end alike', () => {
    const names = ['provider one · my prompt', 'provider two · my prompt'];
    expect([...terminalNames(names, 10).values()]).toEqual(['…one · my…', '…two · my…']);
    expect([
      ...terminalNames(['企鹅模型第一号长版本', '企鹅模型第二号长版本'], 9).values(),
    ]).toEqual(['…一号长…', '…二号长…']);
  });

  it('numbers names whose differences are far apart', () => {
    const long = 'a'.repeat(20);
    const names = [`${long}1${long}`, `${long}1${long.slice(1)}b`, `${long}2${long}`];
    const shared = names.map((name) => `${long}${name}${long}`);
    expect([...terminalNames(shared, 10).values()]).toEqual([
      'aaaaa… (1)',
      'aaaaa… (2)',
      '…2aaaaaaa…',
    ]);
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
