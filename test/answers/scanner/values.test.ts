import { describe, expect, it } from 'vitest';
import { numberOfAnswer } from '../../../src/answers/choose-number.js';
import { answerOf, vocabularyOf } from '../../../src/answers/prepared-answer.js';
import { readList } from '../../../src/answers/readable-answer.js';
import { listOf } from '../../../src/answers/scanner/lists.js';

const vocabulary = vocabularyOf({ keys: ['little_penguin'], units: ['★'] });
const readIn = (text: string) => listOf(answerOf(text, vocabulary))?.chosen.numbers;
const fence = (body: string) => `\`\`\`json\n${body}\n\`\`\``;

describe('a list in a fence', () => {
  const list = fence('[1, 2, 4]');
  it.each([
    ['nothing behind', list],
    ['a footnote behind', `${list} see [1]`],
    ['braces behind', `${list} as in {x}`],
    ['a list before', `{"little_penguin": [3]} ${list}`],
    ['other numbers behind', `${list} on pages 3, 5, 9`],
    ['other blocks behind', `${list}\n${fence('no list')}`],
  ])('reads a list with %s', (_, text) => {
    expect(readIn(text)).toEqual([1, 2, 4]);
  });

  it.each<[string, number[], string]>([
    ['an empty list under the key', [], `${list} {"little_penguin": []}`],
    ['another under the key', [3, 5], `${list} {"little_penguin": [3, 5]}`],
    ['one right behind', [3, 5], `${list}{"little_penguin": [3, 5]}`],
    ['a correction in words', [3, 5, 9], `${list} Corrected: 3, 5, 9`],
    ['a correction in Chinese', [3, 5, 9], `${list} 更正：三、五、九`],
  ])('leaves it where what follows is %s', (_, numbers, text) => {
    expect(readIn(text)).toEqual(numbers);
  });
});

it.each([
  [fence('17'), 17],
  [`${fence('{"little_penguin": 17}')}\n${fence('many')}`, 17],
  [fence('many'), undefined],
])('the number in %j is %s', (text, number) => {
  expect(numberOfAnswer(answerOf(text, vocabulary)).number).toBe(number);
});

it('the last object with a number counts', () => {
  expect(
    numberOfAnswer(answerOf('{"little_penguin": 17} of {"owl": "none"}', vocabulary)).number,
  ).toBe(17);
});

describe('a list in a text', () => {
  it.each<[string, number[] | undefined]>([
    ['I found {"little_penguin": {"first": 3, "then": 5}} there.', [3, 5]],
    ['I found {"counts": [3, 5]} there.', [3, 5]],
    ['They are {counts: [3, 5]}.', [3, 5]],
    ['{"little_penguin": [3 (chapter 1), 5 (not 4), 9]}', [3, 5, 9]],
    ["There: {'little_penguin': [ ]}", []],
    ["There: {'little_penguin': [none]}", undefined],
    ["{'little_penguin': [3, 5], 'owl': [1, 2]}", [3, 5]],
    ["{'little_penguin': [1, 2], 'little_penguin': [3, 5]}", [3, 5]],
    ['They are [3, 5]. See [the text', [3, 5]],
    ['Pages: [1, 2]. little_penguin: [3, 5', [3]],
    ['[1, 2], [7], x[]', [1, 2]],
    ['It says ["page 3", "page 5"].', undefined],
    ["{'little_penguin': [3, 5,]}, others: {'little_penguin': [none,]}", [3, 5]],
    ['It says ["so"].', undefined],
    ['Right: {a: [3, 5,]}. Mistaken: {b: [1, 2,]}.', [3, 5]],
    ['Right: {b: none}. Found: [3, 5]. Mistaken: {a: [1, 2,]}.', [3, 5]],
    ['Found: [3, 5]. Mistaken: {a: [1, 2,]}. Right: {b: none}.', [3, 5]],
  ])('of %j', (text, numbers) => {
    expect(readIn(text)).toEqual(numbers);
  });

  it.each<[string, number[] | undefined]>([
    ['{"count": 3}\n{"count": 5}', [3, 5]],
    ['{"count": 3, "at": {"page": 1}}\n{"count": 5, "at": {"page": 2}}', [3, 5]],
    ['{"count": 3, "note": null}\n{"count": 5, "note": null}', [3, 5]],
    ['{"count": "3", "quote": "it counted, then slept"}\n{"count": "5 ★", "quote": ""}', [3, 5]],
    ['{"who": "penguin", "little_penguin": "3, 5"}\n{"who": "owl", "owl": "1, 2"}', [3, 5]],
    ['{"little_penguin": [3, 5]}\n{"owls": 2}', [3, 5]],
    ['{"little_penguin": [3, 5], "total": 8}\n{"owl": [1], "total": 1}', [3, 5]],
    ['{"count": 3}', [3]],
    ['{"who": "owl"} and {"who": "fox"}', undefined],
  ])('of objects such as %j', (text, numbers) => {
    expect(readIn(text)).toEqual(numbers);
  });
});

it.each<[string, number[] | undefined]>([
  ['It is [7].', [7]],
  ['[3] or [5], as in x[]', [5]],
  ['x[] and ["so"]', undefined],
])('the last array with a number in %j', (text, numbers) => {
  expect(readIn(text)).toEqual(numbers);
});

it.each<[string, number[] | undefined]>([
  ['{"pages": [3, 5, 9], "little_penguin": "none"}', undefined],
  ['{"little_penguin": 3, "little_penguin": 5,\n "little_penguin" : 9}', [3, 5, 9]],
  ['{"little_penguin": [3, 5], "little_penguin": [9]}', [3, 5, 9]],
  ['{"little_penguin": [3, 5], "little_penguin": [5, 9]}', [5, 9]],
  ['{"a": {"little_penguin": [3]}, "b": {"little_penguin": [5]}}', [3, 5]],
  ['{"little_penguin": 3, "note": "a, \\"b\\": c", "little_penguin": 5}', [3, 5]],
  ['[3, 5]; [9, 11]', [3, 5, 9, 11]],
  ['[3, 5] or [9, 11]', [9, 11]],
  ['[3, 5],\n```\n[9, 11]\n```', [3, 5, 9, 11]],
  ['“{"little_penguin": [3, 5]}”', [3, 5]],
  ['｛“little_penguin”：［３，５］｝', [3, 5]],
  ['{"little_penguin": [3, 5], "said": "“three”"}', [3, 5]],
  ['"{\\"little_penguin\\": [3, 5]}"', [3, 5]],
  ['[[3], 5, {"a": 9}] and more', undefined],
  ['little_penguin: [[3, 5, 9]] and more', [3, 5, 9]],
])('in brackets: %j', (text, numbers) => {
  expect(readIn(text)).toEqual(numbers);
});

it.each<[string, string, number[]]>([
  ['json', '{"little_penguin": [3, 5], "said": "“three”"}', [3, 5]],
  ['fenced', '```json\n{"stars": 3}\n```\n```json\n{"stars": 5}\n```', [3, 5]],
  ['damaged', '{"little_penguin": [3+4, 12 + 15 = 27, 5 + 6 + 7 = 18]}', [7, 27, 18]],
  ['damaged', '{"little_penguin": [3 (page 4), 5 ★]}', [3, 5]],
  ['damaged', `{"little_penguin": [${'3, 5, '.repeat(1000)}`, Array(1000).fill([3, 5]).flat()],
  ['damaged', `{"little_penguin": [${'3, 5, '.repeat(1000)}9`, Array(1000).fill([3, 5]).flat()],
  ['embedded', 'They are [3, 5, 9, "…"].', [3, 5, 9]],
  ['unreadable', '{"little_penguin": "none", "pages": [3, 5, 9]}', []],
  ['unreadable', 'They are [of 3, by 5].', []],
  ['unreadable', 'They are [].', []],
])('the form %s of %j', (form, text, numbers) => {
  const found = readList(text, { keys: ['little_penguin'], units: ['★'] });
  expect([found.form, found.numbers]).toEqual([form, numbers]);
});
