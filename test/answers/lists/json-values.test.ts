import { describe, expect, it } from 'vitest';
import { bestList, searchKeys } from '../../../src/answers/lists/fields.js';
import { listIn, numbersOf } from '../../../src/answers/lists/json-values.js';
import { vocabularyOf } from '../../../src/answers/prepared-answer.js';

const vocabulary = vocabularyOf({ keys: ['little_penguin', '小企鹅'], units: ['★'] });

describe('listIn', () => {
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
    [[{ little_penguin: 3, before: { little_penguin: 4 } }], [3]],
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
      [3, 5],
    ],
  ])('of %j stands under the key', (value, numbers) => {
    expect(listIn(value, vocabulary)).toMatchObject({ numbers, keyed: true });
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
    [{ star_1: 3, star_2: 5, star_3: 9 }, [3, 5, 9]],
    [{ first: 3, second: 5, third: 9 }, [3, 5, 9]],
    [{ star_9: 3, star_10: '5 ★', star_11: 9, star_12: null }, [3, 5, 9]],
    ['[3, 5]', [3, 5]],
  ])('of %j stands without it', (value, numbers) => {
    expect(listIn(value, vocabulary)).toEqual({ numbers, keyed: false });
  });

  it.each<[unknown]>([
    [{ little_penguin: 'none', owls: [1, 2] }],
    [{ little_penguin: { a: [1], b: [2] } }],
    [{ little_penguin: { a: 3, b: { c: 5 } } }],
    [{ little_penguin: '3, many' }],
    [{ little_penguin: '' }],
    [{ little_penguin: null }],
    [{ little_penguin: true }],
    [[{ little_penguin: 'none' }, { little_penguin: 'none' }]],
    [['many']],
    [{ a1: { toString: 1 }, a2: { toString: 1 }, a3: { toString: 1 } }],
    [{ owls: [1, 2], foxes: [3, 4] }],
    [{ star_1: 3, star_2: 5 }],
    [{ star_1: 3, star_2: 5, owl_3: 9 }],
    [{ star_1: 3, star_2: 5, star_3: 'many' }],
    [{ a: 3, b: 5, c: 9 }],
    [null],
    [7],
  ])('of %j is none', (value) => {
    expect(listIn(value, vocabulary)).toBeUndefined();
  });

  it('looks four levels down', () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? { little_penguin: [3] } : { a: nested(depth - 1) };
    expect(listIn(nested(4), vocabulary)?.numbers).toEqual([3]);
    expect(listIn(nested(5), vocabulary)).toBeUndefined();
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
    expect(listIn(under(deepest), vocabulary)?.numbers).toEqual([3, 5]);
    expect(listIn(under(deepest + 2), vocabulary)).toBeUndefined();
  });

  it('looks three levels down in a text under a key', () => {
    expect(listIn({ little_penguin: '[[[[3, 5]]]]' }, vocabulary)?.numbers).toEqual([3, 5]);
    expect(listIn({ little_penguin: '[[[[[[3, 5]]]]]]' }, vocabulary)).toBeUndefined();
  });
});

describe('numbersOf', () => {
  const hints = { units: new Set(['★']), recited: [] };
  it.each<[unknown[], number[] | undefined]>([
    [
      [3, 'many', '5 ★'],
      [3, 5],
    ],
    [['many'], undefined],
    [[], undefined],
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
    expect(numbersOf(rows, hints)).toEqual(numbers);
  });

  it('are no more than 100,000', () => {
    expect(numbersOf(Array(100_001).fill(3), hints)).toHaveLength(100_000);
  });
});

describe('searchKeys', () => {
  it('reads JSON in texts', () => {
    const { keyed, rest } = searchKeys({ a: '{"little_penguin": 3}', b: [5] }, vocabulary);
    expect(keyed).toEqual([3]);
    expect(rest.map(({ key }) => key)).toEqual(['a', 'b', 'little_penguin']);
    expect(searchKeys('[3]', vocabulary).rest).toEqual([{ key: '', value: [3] }]);
    expect(searchKeys({ a: ' \n{"little_penguin": 3}' }, vocabulary).keyed).toEqual([3]);
  });

  it('tries a hundred texts, and looks at 100,000 values of a level', () => {
    const last = '{"little_penguin": 3}';
    expect(searchKeys([...Array(99).fill('[]'), last], vocabulary).keyed).toEqual([3]);
    expect(searchKeys([...Array(100).fill('[]'), last], vocabulary).keyed).toEqual([]);
    const values = (count: number) => [...Array(count).fill(0), { little_penguin: 3 }];
    expect(searchKeys(values(99_999), vocabulary).keyed).toEqual([3]);
    expect(searchKeys(values(100_000), vocabulary).keyed).toEqual([]);
  });
});

describe('bestList', () => {
  const fields = (lists: Record<string, number[]>) =>
    Object.entries(lists).map(([key, value]) => ({ key, value }));
  it.each<[Record<string, number[]>, number[] | undefined]>([
    [{ mistaken: [1], count: [3], x: [5] }, [3]],
    [{ x: [3] }, [3]],
    [{ count: [1], counts: [2] }, undefined],
    [{ x: [1], mistaken: [2] }, undefined],
    [{ first_half: [1, 2], secondHalf: [3] }, [1, 2, 3]],
    [{ first_half: [1, 2], second_half: [2, 3] }, undefined],
    [{ 'chapter 1': [1], 'chapter 2': [2] }, [1, 2]],
    [{}, undefined],
  ])('of %j', (lists, best) => {
    expect(bestList(fields(lists))).toEqual(best);
  });

  it('puts lists under one key together', () => {
    const [one, other] = [
      { key: 'x', value: [1] },
      { key: 'x', value: [2] },
    ];
    expect(bestList([one, other])).toEqual([1, 2]);
    expect(bestList([one, one])).toBeUndefined();
    expect(bestList([one, { key: 'y', value: [2] }])).toBeUndefined();
  });
});
