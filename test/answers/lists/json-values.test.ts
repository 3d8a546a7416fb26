import { describe, expect, it } from 'vitest';
import { vocabularyOf } from '../../../src/answers/answer.js';
import { searchKeys, valueOfBestKey } from '../../../src/answers/lists/fields.js';
import { listIn, numbersOf } from '../../../src/answers/lists/json-values.js';

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
  ])('of %j stands under the key', (value, numbers) => {
    expect(listIn(value, vocabulary)).toEqual({ numbers, keyed: true });
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
});

describe('searchKeys', () => {
  it('reads JSON in texts, and calls no long key one of ours', () => {
    const long = `little_penguin${'x'.repeat(30)}`;
    const { keyed, rest } = searchKeys({ a: '{"little_penguin": 3}', [long]: [5] }, vocabulary);
    expect(keyed).toEqual([3]);
    expect(rest.map(({ key }) => key)).toEqual(['a', long, 'little_penguin']);
    expect(searchKeys('[3]', vocabulary).rest).toEqual([{ key: '', value: [3] }]);
  });
});

describe('valueOfBestKey', () => {
  const field = (key: string) => ({ key, value: key });
  it('is of the only key that says the most', () => {
    expect(valueOfBestKey(['mistaken', 'count', 'x'].map(field))).toBe('count');
    expect(valueOfBestKey(['count', 'counts'].map(field))).toBeUndefined();
    expect(valueOfBestKey(['x', 'mistaken'].map(field))).toBeUndefined();
    expect(valueOfBestKey([])).toBeUndefined();
  });
});
