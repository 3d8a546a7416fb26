import { describe, expect, it } from 'vitest';
import { readList } from '../../../src/answers/readable-answer.js';

const HINTS = { keys: ['little_penguin', '小企鹅'], units: ['★'] };

/** The list that a value gives. */
function numbersOf(value: unknown): number[] | undefined {
  const { form, numbers } = readList(JSON.stringify(value), HINTS);
  return form === 'unreadable' ? undefined : numbers;
}

describe('a list in JSON', () => {
  it.each<[unknown, number[]]>([
    [{ little_penguin: [3, 5] }, [3, 5]],
    [{ 小企鹅: [1], little_penguin: [3, 5] }, [3, 5]],
    [{ little_penguin_counts: [3, 5] }, [3, 5]],
    [{ little_penguin: 'none', a: { little_penguin: [3, 5] } }, [3, 5]],
    [
      [{ little_penguin: 3 }, { little_penguin: '5' }],
      [3, 5],
    ],
    [{ little_penguin: [] }, []],
    [{ little_penguin: 3 }, [3]],
    [{ little_penguin: [[3, 5]] }, [3, 5]],
    [{ little_penguin: [{ all: [3, 5] }] }, [3, 5]],
    [{ little_penguin: { mistaken: [1, 2], correct: [3, 5] } }, [3, 5]],
    [{ little_penguin: { a: 3, b: '5' } }, [3, 5]],
    [{ little_penguin: '[3, 5]' }, [3, 5]],
    [{ little_penguin: '3; 5' }, [3, 5]],
    [{ little_penguin: ['3, 5'] }, [3, 5]],
    [{ little_penguin: ['1,024'] }, [1024]],
    [{ little_penguin: [{ count: 3, at: { page: 5 } }] }, [3]],
    [{ little_penguin: { correct: true, counts: [3, 5], chapters: [1, 2] } }, [3, 5]],
    [[{ little_penguin: '3, 5' }], [3, 5]],
    [
      [{ note: 'two' }, { little_penguin: 3 }, { little_penguin: 5 }],
      [3, 5],
    ],
    [
      [{ little_penguin: { stated: 4, true: 3 } }, { little_penguin: { stated: 6, true: 5 } }],
      [3, 5],
    ],
    [
      [{ little_penguin: [3, 3, 5] }, { little_penguin: [] }, { little_penguin: [9] }],
      [3, 3, 5, 9],
    ],
    [
      [{ little_penguin: 3 }, { little_penguin: [5, 9] }],
      [3, 5, 9],
    ],
    [
      [{ little_penguin: [3, 5] }, { little_penguin: [5, 9] }],
      [5, 9],
    ],
  ])('of %j stands under the key', (value, numbers) => {
    expect(numbersOf(value)).toEqual(numbers);
  });

  it.each<[unknown, number[]]>([
    [
      [3, 5],
      [3, 5],
    ],
    [{ owls: [3, 5] }, [3, 5]],
    [{ little_penguin_positions: [3, 5] }, [3, 5]],
    [{ x: [], owls: [3, 5] }, [3, 5]],
    [{ mistaken: [1, 2], correct: [3, 5] }, [3, 5]],
    ['[3, 5]', [3, 5]],
  ])('of %j stands without it', (value, numbers) => {
    expect(numbersOf(value)).toEqual(numbers);
  });

  it.each<[unknown]>([
    [{ little_penguin: 'none', owls: [1, 2] }],
    [{ little_penguin: '' }],
    [{ little_penguin: null }],
    [{ little_penguin: true }],
    [[{ little_penguin: 'none' }, { little_penguin: 'none' }]],
    [['many']],
    [{ a1: { toString: 1 }, a2: { toString: 1 }, a3: { toString: 1 } }],
    [{ a: 3, b: 5, c: 9 }],
    [null],
  ])('of %j is none', (value) => {
    expect(numbersOf(value)).toBeUndefined();
  });

  it('looks four levels down', () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? { little_penguin: [3] } : { a: nested(depth - 1) };
    expect(numbersOf(nested(4))).toEqual([3]);
    expect(numbersOf(nested(5))).toBeUndefined();
  });

  it.each<[string, (value: unknown) => unknown, number]>([
    ['lists', (value) => [value], 4],
    ['lists in objects', (value) => ({ counts: [value] }), 2],
  ])('looks four levels down under a key: %s', (_, wrap, deepest) => {
    const under = (depth: number) => {
      let value: unknown = [3, 5];
      for (let i = 0; i < depth; i++) value = wrap(value);
      return { little_penguin: value };
    };
    expect(numbersOf(under(deepest))).toEqual([3, 5]);
    expect(numbersOf(under(deepest + 2))).toBeUndefined();
  });

  it('looks three levels down in a text under a key', () => {
    expect(numbersOf({ little_penguin: '[[[[3, 5]]]]' })).toEqual([3, 5]);
    expect(numbersOf({ little_penguin: '[[[[[[3, 5]]]]]]' })).toBeUndefined();
  });
});

it.each<[unknown, number[] | undefined]>([
  [{ answer: '[3, 5]' }, [3, 5]],
  [{ answer: ' [3, 5]', note: 'of [2, 4]' }, [3, 5]],
  [{ answer: [] }, []],
  [{ 小企鹅: [3, 5], little_penguin: 'none' }, [3, 5]],
  [{ 小企鹅: [1, 2], little_penguin: [3, 5] }, [3, 5]],
  [{ little_penguin: [3], little_penguin_continued: [5] }, [3, 5]],
  [[{ little_penguin: 3 }, { note: 'x' }], [3]],
  [
    [{ little_penguin: 3 }, { little_penguin: 3 }],
    [3, 3],
  ],
  [
    [
      { chapter: 1, counts: [3, 5] },
      { chapter: 2, counts: [9] },
    ],
    [3, 5, 9],
  ],
  [{ little_penguin: ['3、5'] }, [3, 5]],
  [{ little_penguin: [{ counts: [3, 5], pages: [1, 2] }] }, [3, 5]],
])('the list of %j', (value, numbers) => {
  expect(numbersOf(value)).toEqual(numbers);
});

describe('rows', () => {
  it.each<[unknown[], number[] | undefined]>([
    [
      [3, 'many', '5 ★'],
      [3, 5],
    ],
    [['many'], undefined],
    [
      [
        [1, 3],
        [2, 5],
      ],
      [3, 5],
    ],
    [
      [
        [1, 3, 5],
        [9, 11],
      ],
      [1, 3, 5, 9, 11],
    ],
    [[[1, 3, 5], 9], [9]],
  ])('of %j', (rows, numbers) => {
    expect(numbersOf({ little_penguin: rows })).toEqual(numbers);
  });

  it('are no more than 100,000', () => {
    expect(numbersOf({ little_penguin: Array(100_001).fill(3) })).toHaveLength(100_000);
  });
});

describe('JSON in texts', () => {
  it('is read', () => {
    expect(numbersOf({ a: '{"little_penguin": [3, 5]}', b: [5] })).toEqual([3, 5]);
    expect(numbersOf({ a: ' \n{"little_penguin": [3, 5]}' })).toEqual([3, 5]);
  });

  it('is tried a hundred times, and looked for among 100,000 values of a level', () => {
    const last = '{"little_penguin": [3, 5]}';
    expect(numbersOf([...Array(99).fill('[]'), last])).toEqual([3, 5]);
    expect(numbersOf([...Array(100).fill('[]'), last])).not.toEqual([3, 5]);
    const values = (count: number) => [...Array(count).fill('x'), { little_penguin: [3, 5] }];
    expect(numbersOf(values(99_999))).toEqual([3, 5]);
    expect(numbersOf(values(100_000))).toBeUndefined();
  });
});

describe('of several lists', () => {
  it.each<[Record<string, number[]>, number[] | undefined]>([
    [{ mistaken: [1, 2], count: [3, 4], x: [5, 6] }, [3, 4]],
    [{ x: [3, 4] }, [3, 4]],
    [{ x: [1, 2], mistaken: [2, 3] }, [1, 2]],
    [{ counts: [3, 4], chapters: [1, 2] }, [3, 4]],
    [{ first_half: [1, 2], secondHalf: [3] }, [1, 2, 3]],
    [{ 'chapter 1': [1], 'chapter 2': [2] }, [1, 2]],
    [{ little_penguin: [3, 4], owl: [1, 2, 5, 6] }, [3, 4]],
    [{}, undefined],
  ])('of %j', (lists, best) => {
    expect(numbersOf(lists)).toEqual(best);
  });

  it('is in doubt where nothing tells them apart', () => {
    const { numbers, near } = readList({ owl: [], fox: [1, 2], hare: [3, 4] }, HINTS);
    expect([numbers, near]).toEqual([[3, 4], [[1, 2]]]);
  });

  it('puts lists under one key together', () => {
    expect(numbersOf([{ x: [1, 2] }, { x: [3, 4] }])).toEqual([1, 2, 3, 4]);
    expect(
      numbersOf([
        { chapter: 1, counts: [1, 2] },
        { chapter: 2, counts: [3] },
      ]),
    ).toEqual([1, 2, 3]);
  });
});
