import { describe, expect, it } from 'vitest';
import {
  numberOf,
  numberOfText,
  numbersInText,
  plainNumberOf,
  recitedSentences,
  sane,
  unitBehind,
} from '../../../src/answers/numbers/numbers.js';

const found = (text: string) => [...numbersInText(text)].map(({ number }) => number);

const countsIn = (text: string, patterns: RegExp[]) =>
  recitedSentences(text, patterns).map(({ count }) => count);

describe('numbersInText', () => {
  it.each<[string, number[]]>([
    ['3, 5 and 9', [3, 5, 9]],
    ["1,024 2_048 3\u00a0072 4\u202f096 5\u2009120 6'144", [1024, 2048, 3072, 4096, 5120, 6144]],
    ['1,024,000 12,345 123,456', [1_024_000, 12_345, 123_456]],
    ['1,02 1,0245 1024,048', [1, 2, 1, 245, 1024, 48]],
    ['1.5 and .5 and 3.14.15', [1.5, 3.14]],
    ['1e3 2E+2 5e-1', [1000, 200, 0.5]],
    ['a7b', [7]],
    ['9007199254740991 9007199254740993 1e999', [9_007_199_254_740_991]],
    ['none', []],
  ])('of %j', (text, numbers) => {
    expect(found(text)).toEqual(numbers);
  });

  it('says where a number stands', () => {
    expect([...numbersInText('of 1,024 ★ or 7')]).toEqual([
      { number: 1024, start: 3, end: 8 },
      { number: 7, start: 14, end: 15 },
    ]);
  });
});

it('sane numbers are finite and exact', () => {
  expect(sane(-0)).toBe(0);
  expect(Object.is(sane(-0), 0)).toBe(true);
  expect(sane(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
  expect(sane(2 ** 53)).toBeUndefined();
  expect(sane(-(2 ** 53))).toBeUndefined();
  expect(sane(Number.NaN)).toBeUndefined();
});

describe('unitBehind', () => {
  const units = new Set(['stars', '颗']);
  it.each([
    '5 stars',
    '5 STARS',
    '5颗',
    '5 ★',
    '5 ☆',
    '5** stars',
    '5`_"\')]} stars',
    `5${' '.repeat(42)}stars`,
  ])('is there in %j', (text) => {
    expect(unitBehind(text, 1, units)).toBe(true);
  });

  it.each(['5', '5 owls', '5 of the stars', '5, stars', `5${' '.repeat(44)}stars`])(
    'is not in %j',
    (text) => {
      expect(unitBehind(text, 1, units)).toBe(false);
    },
  );
});

describe('recited sentences', () => {
  const short = /owl saw (?<count>\d+|[一二三]+)/gi;
  const long = /owl saw \d+, no, (?<count>\d+)/i;

  it('are found in the order of the text, the longer where two begin alike', () => {
    const text = 'Owl saw 3. Owl saw 5, no, 6. Owl saw 二!';
    expect(recitedSentences(text, [short, long])).toEqual([
      { start: 0, end: 9, count: 3 },
      { start: 11, end: 27, count: 6 },
      { start: 29, end: 38, count: 2 },
    ]);
    expect(recitedSentences(text, [long, short])).toEqual(recitedSentences(text, [short, long]));
  });

  it('count in digits of any script, and never beyond what is exact', () => {
    expect(countsIn('owl saw １３, owl saw 99999999999999999999', [short])).toEqual([13]);
    expect(countsIn('owl saw', [/owl (?<count>saw)/])).toEqual([]);
    expect(countsIn('owl saw 3', [/owl saw \d/])).toEqual([]);
  });

  it('do not overlap', () => {
    const inner = /saw (?<count>\d+)/g;
    expect(countsIn('owl saw 3 saw 5', [short, inner])).toEqual([3, 5]);
  });
});

const hints = { units: new Set(['stars', '颗']), recited: [/owl saw (?<count>\d+) ★/gi] };

describe('numberOf', () => {
  it.each<[unknown, number | undefined]>([
    [5, 5],
    [-5, -5],
    [Number.NaN, undefined],
    ['5 ★', 5],
    ['十二颗', 12],
    ['-5', -5],
    ['1: 3', 3],
    ['12 of 30', 12],
    ['no 12 of 30', undefined],
    ['many', undefined],
    [null, undefined],
    [true, undefined],
    [[1, 3], 3],
    [[3], 3],
    [[3, 'many'], 3],
    [[], undefined],
    [[1, 2, 3], undefined],
    [[1, [3]], undefined],
    [{ index: 1, count: 3 }, 3],
    [{ count: '3', index: 1 }, 3],
    [{ count: 3, total: '7' }, 3],
    [{ x: 3, y: 4 }, undefined],
    [{ count: 'many', x: 3 }, 3],
    [' 12 of 30', 12],
    ['- x 5', 5],
    [' 1. 3', 3],
    [{ true_count: 3, correct: 4 }, 4],
    [{ quote: 'of 7', x: 3 }, 3],
    [{ x: [3] }, undefined],
    [{}, undefined],
  ])('%j is %s', (item, number) => {
    expect(numberOf(item, hints)).toBe(number);
  });

  it('looks at twelve fields of an object, and at 256 characters of a text', () => {
    const fields = (before: number) =>
      Object.fromEntries([
        ...Array.from({ length: before }, (_, i) => [`x${i}`, null]),
        ['count', 3],
      ]);
    expect(numberOf(fields(11), hints)).toBe(3);
    expect(numberOf(fields(12), hints)).toBeUndefined();
    expect(numberOf(`${' '.repeat(255)}7`, hints)).toBe(7);
    expect(numberOfText(`${' '.repeat(256)}7`, hints)).toBeUndefined();
  });
});

describe('numberOfText', () => {
  it.each<[string, number | undefined]>([
    ['at 9: owl saw 3 ★ of 4', 3],
    ['12 + 1 = 13', 13],
    ['of 5 owls 3 stars', 3],
    ['of 5 stars 3 stars', undefined],
    ['of 5 owls 3', undefined],
    ['约三颗', 3],
    ['三颗和五颗', undefined],
    ['', undefined],
  ])('of %j is %s', (text, number) => {
    expect(numberOfText(text, hints)).toBe(number);
  });
});

describe('the result', () => {
  it.each<[string, number | undefined]>([
    ['12 + 1 = 13', 13],
    ['17 → 18', 18],
    ['17 ➜ 18', 18],
    ['17 ⇒ 18', 18],
    ['17 -> 18', 18],
    ['17 ==> 18', 18],
    ['1: 3', 3],
    ['5 - 2', 3],
    ['5–2 stars', 3],
    ['5 − 2', 3],
    ['5 + 2', 7],
    ['2 - 5', 5],
    ['2 - 2', 2],
    ['5 - 2 of the many owls', 2],
    ['1. 3', 3],
    ['(1) 3', 3],
    ['#1) 3', 3],
    ['1st] 3', 3],
    ['2nd. 3', 3],
    ['1 — 3', 3],
    ['1- 3', 3],
    ['saw 5. 3 of 4', undefined],
    ['saw 5. 3', undefined],
    ['1: 3 of 5', undefined],
    ['  1. 3 — page 4', 3],
    ['-3', -3],
    ['x -3', 3],
    ['2 =3', 3],
    ['saw 2, rather 3', 3],
    ['1. 2, rather 3', 3],
    ['1. 3, rather late, in chapter 4', 3],
    ['x 5 + 2', undefined],
    ['5 + 12', 17],
    ['12. 3', 3],
    ['1.) 3', 3],
    ['a = b', undefined],
    ['1 → 2 → 3', 3],
    ['a\n→ 3', 3],
  ])('of %j is %s', (text, result) => {
    expect(numberOfText(text, hints)).toBe(result);
  });
});

describe('plainNumberOf', () => {
  it.each<[string, number | undefined]>([
    ['5', 5],
    ['~5 ★', 5],
    ['"5"', 5],
    ['≈ 5.25', 5.25],
    ['5 of the little penguins!', 5],
    [`5${'x'.repeat(25)}`, undefined],
    ['5 of 7', undefined],
    ['about 5', undefined],
    ['五颗', 5],
    ['约五颗', undefined],
    ['颗五', undefined],
    [`五${' '.repeat(14)}颗`, 5],
    [`五${' '.repeat(15)}颗`, undefined],
    ['五 个', 5],
    ['一二三四五六七八九十百千万零两兩', undefined],
    ['9'.repeat(16), undefined],
  ])('of %j is %s', (text, number) => {
    expect(plainNumberOf(text)).toBe(number);
  });
});
