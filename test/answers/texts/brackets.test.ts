import { describe, expect, it } from 'vitest';
import { matchBrackets } from '../../../src/answers/prepared-answer.js';
import { parseJson } from '../../../src/base/text/from-json.js';

/** The texts of the regions. */
function regions(text: string) {
  const { outermost, flat } = matchBrackets(text);
  const of = (list: typeof flat) => list.map(({ start, end }) => text.slice(start, end));
  return { outermost: of(outermost), flat: of(flat) };
}

describe('matchBrackets', () => {
  it.each<[string, string[], string[]]>([
    ['a { b [1] c [2', ['[1]'], ['[1]']],
    [
      '{"a": [1], "b": {"c": [2, [3]]}} [4]',
      ['{"a": [1], "b": {"c": [2, [3]]}}', '[4]'],
      ['[1]', '[3]', '[4]'],
    ],
    ['[{]}', ['[{]'], []],
    ['{[}]', ['{[}'], []],
    [']}[1]{', ['[1]'], ['[1]']],
    ['[[1] [2]', ['[1]', '[2]'], ['[1]', '[2]']],
    ['{[1] [2]}', ['{[1] [2]}'], ['[1]', '[2]']],
    ['[{}]', ['[{}]'], []],
    ['{ { } [1]', ['{ }', '[1]'], ['[1]']],
    ['[ } ]', ['[ } ]'], []],
    ['{ ] }', ['{ ] }'], []],
    ['{ [ { ] } }', ['{ [ { ] }'], []],
    ['none', [], []],
  ])('of %j', (text, outermost, flat) => {
    expect(regions(text)).toEqual({ outermost, flat });
  });

  it('keeps the last 500 regions of each kind', () => {
    const text = Array.from({ length: 1101 }, (_, i) => `[${i}]`).join('');
    const { outermost, flat } = regions(text);
    const last = Array.from({ length: 500 }, (_, i) => `[${601 + i}]`);
    expect(outermost).toEqual(last);
    expect(flat).toEqual(last);
  });

  it('starts anew where brackets are nested deeper than 1000', () => {
    expect(regions(`${'['.repeat(1000)}1${']'.repeat(1000)}`).outermost[0]).toHaveLength(2001);
    expect(regions(`${'['.repeat(1001)}1]`).outermost).toEqual(['[1]']);
    expect(regions(`${'{'.repeat(1000)}[1]}`).outermost).toEqual(['[1]']);
  });
});

describe('parseJson', () => {
  it.each<[string, unknown]>([
    [' {"a": 1}\n', { a: 1 }],
    ['[1]', [1]],
    ['"a"', 'a'],
    ['-1', -1],
    ['12', 12],
    ['\u00a0[1]\ufeff', [1]],
    ['null', null],
  ])('of %j', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(['', 'yes', '{a: 1}', '[1', '1]x', 'x[1]', '.5', '"', '1.'])('%j is none', (text) => {
    expect(parseJson(text)).toBeUndefined();
  });

  it('is read however deep it is nested', () => {
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(Array.isArray(parseJson(text))).toBe(true);
  });
});
