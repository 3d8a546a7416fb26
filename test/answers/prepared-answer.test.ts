import { describe, expect, it } from 'vitest';
import { matchBrackets, vocabularyOf } from '../../src/answers/prepared-answer.js';
import { answerText, plainValue } from '../../src/answers/texts/final-text.js';
import { parseJson } from '../../src/base/text/from-json.js';

it('knows each key once, by the rank of its first form', () => {
  const { keys, longestKey, units, recited } = vocabularyOf({
    keys: ['little_penguin', ' ', 'Little Penguin', '小企鹅'],
    units: ['Stars', '', '★'],
  });
  expect([...keys]).toEqual([
    ['littlepenguin', 0],
    ['小企鹅', 3],
  ]);
  expect(longestKey).toBe(14);
  expect([...units]).toEqual(['stars', '★', '颗', '顆', '个', '個', '개']);
  expect(recited).toHaveLength(0);
  expect([...vocabularyOf({ keys: ['fox'] }).units]).toHaveLength(5);
});

it.each([
  ['B', 'B'],
  [49, '49'],
  [false, 'false'],
  [null, ''],
  [undefined, ''],
  [[{ type: 'text', text: '3 and 5', index: 0 }, null], 'type: text\ntext: 3 and 5\nindex: 0'],
])('has the text of %j', (output, text) => {
  expect(answerText(output)).toBe(text);
});

it('leaves out what JSON does not have', () => {
  const cycle: Record<string, unknown> = { counts: [3] };
  cycle.self = cycle;
  expect(plainValue(cycle)).toBeUndefined();
  expect(plainValue({ counts: [3], read: () => 5 })).toEqual({ counts: [3] });
});

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
