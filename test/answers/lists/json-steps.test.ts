import { describe, expect, it } from 'vitest';
import { answerOf, vocabularyOf } from '../../../src/answers/answer.js';
import {
  embeddedList,
  embeddedNumber,
  listInFence,
  listInJson,
  loneNumber,
  numberInFence,
} from '../../../src/answers/lists/json-steps.js';

const vocabulary = vocabularyOf({ keys: ['little_penguin'], units: ['★'] });
const answer = (text: string) => answerOf(text, vocabulary);
const fence = (body: string) => `\`\`\`json\n${body}\n\`\`\``;

it('a number is no list', () => {
  expect(listInJson(answer('7'))).toBeUndefined();
});

describe('listInFence', () => {
  const list = fence('[1, 2, 4]');
  it.each([
    ['nothing behind', list],
    ['a footnote behind', `${list} see [1]`],
    ['braces behind', `${list} as in {x}`],
    ['a list before', `{"little_penguin": [3]} ${list}`],
    ['an empty list under the key behind', `${list} {"little_penguin": []}`],
    ['other numbers behind', `${list} on pages 3, 5, 9`],
    ['other blocks behind', `${list}\n${fence('no list')}`],
  ])('reads a list with %s', (_, text) => {
    expect(listInFence(answer(text))).toEqual([1, 2, 4]);
  });

  it.each([
    ['another under the key', `${list} {"little_penguin": [3, 5]}`],
    ['one right behind', `${list}{"little_penguin": [3, 5]}`],
    ['a correction in words', `${list} Corrected: 3, 5, 9`],
    ['a correction in Chinese', `${list} 更正：三、五、九`],
  ])('leaves it where what follows is %s', (_, text) => {
    expect(listInFence(answer(text))).toBeUndefined();
  });

  it('looks at the last hundred blocks', () => {
    const first = fence('{"little_penguin": [3]}');
    const others = (count: number) => `${first}\n${`${fence('none')}\n`.repeat(count)}`;
    expect(listInFence(answer(others(99)))).toEqual([3]);
    expect(listInFence(answer(others(100)))).toBeUndefined();
    expect(listInFence(answer(`${'``` '.repeat(501)}${first}`))).toBeUndefined();
    expect(listInFence(answer(`${'``` '.repeat(502)}${first}`))).toEqual([3]);
  });
});

it.each([
  [fence('17'), 17],
  [`${fence('{"little_penguin": 17}')}\n${fence('many')}`, 17],
  [fence('many'), undefined],
])('the number in %j is %s', (text, number) => {
  expect(numberInFence(answer(text))).toBe(number);
});

it('the last object with a number counts', () => {
  expect(embeddedNumber(answer('{"little_penguin": 17} of {"owl": "none"}'))).toBe(17);
});

describe('embeddedList', () => {
  it.each<[string, number[] | undefined]>([
    ['I found {"little_penguin": {"first": 3, "then": 5}} there.', [3, 5]],
    ['I found {"counts": [3, 5]} there.', [3, 5]],
    ['They are {counts: [3, 5]}.', [3, 5]],
    ["There: {'little_penguin': [ ]}", []],
    ["There: {'little_penguin': [none]}", undefined],
    ["{'little_penguin': [3, 5], 'owl': [1, 2]}", [3, 5]],
    ["{'little_penguin': [1, 2], 'little_penguin': [3, 5]}", [3, 5]],
    ['They are [3, 5]. See [the text', [3, 5]],
    ['Pages: [1, 2]. little_penguin: [3, 5', undefined],
    ['[1, 2], [7], x[]', [1, 2]],
    ['It says ["page 3", "page 5"].', undefined],
    ["{'little_penguin': [3, 5,]}, others: {'little_penguin': [none,]}", [3, 5]],
    ['It says ["so"].', undefined],
    ['Right: {a: [3, 5,]}. Mistaken: {b: [1, 2,]}.', [3, 5]],
    ['Right: {b: none}. Found: [3, 5]. Mistaken: {a: [1, 2,]}.', [3, 5]],
    ['Found: [3, 5]. Mistaken: {a: [1, 2,]}. Right: {b: none}.', [3, 5]],
  ])('of %j', (text, numbers) => {
    expect(embeddedList(answer(text))).toEqual(numbers);
  });

  it.each<[string, number[] | undefined]>([
    ['{"count": 3}\n{"count": 5}', [3, 5]],
    ['{"count": 3, "at": {"page": 1}}\n{"count": 5, "at": {"page": 2}}', [3, 5]],
    ['{"count": 3, "note": null}\n{"count": 5, "note": null}', [3, 5]],
    ['{"count": "3", "quote": "it counted, then slept"}\n{"count": "5 ★", "quote": ""}', [3, 5]],
    ['{"who": "penguin", "little_penguin": "3, 5"}\n{"who": "owl", "owl": "1, 2"}', [3, 5]],
    ['{"little_penguin": [3, 5]}\n{"owls": 2}', [3, 5]],
    ['{"little_penguin": [3, 5], "total": 8}\n{"owl": [1], "total": 1}', [3, 5]],
    ['{"count": 3}', undefined],
    ['{"who": "owl"} and {"who": "fox"}', undefined],
  ])('of objects such as %j', (text, numbers) => {
    expect(embeddedList(answer(text))).toEqual(numbers);
  });
});

it.each<[string, number[] | undefined]>([
  ['It is [7].', [7]],
  ['[3] or [5], as in x[]', [5]],
  ['x[] and ["so"]', undefined],
])('the last array with a number in %j', (text, numbers) => {
  expect(loneNumber(answer(text))).toEqual(numbers);
});
