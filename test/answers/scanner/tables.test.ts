import { describe, expect, it } from 'vitest';
import { vocabularyOf } from '../../../src/answers/prepared-answer.js';
import { tablesIn } from '../../../src/answers/scanner/lists.js';

const vocabulary = vocabularyOf({ keys: ['little_penguin'], units: ['★'] });
const read = (...lines: string[]) =>
  tablesIn(lines.join('\n'), vocabulary)
    .filter(({ single }) => !single)
    .at(-1)?.numbers;

describe('tableList', () => {
  it('takes the column that its head calls right', () => {
    expect(read('| Mistake | Right |', '|---|---|', '| 2 | 3 |', '| 8 | 7 |')).toEqual([3, 7]);
    expect(read('| Right | Mistake |', '|:--|--:|', '| 3 | 2 |', '| 7 | 8 |')).toEqual([3, 7]);
  });

  it('takes the last column that does not count the rows', () => {
    expect(read('| a | b |', '|---|---|', '| 1 | 3 |', '| 2 | 5 |', '| 3 | 9 |')).toEqual([
      3, 5, 9,
    ]);
    expect(read('| a | b |', '|---|---|', '| 3 | 1 |', '| 5 | 2 |')).toEqual([3, 5]);
    expect(read('a | b', '--- | ---', '4 | 3', '6 | 5')).toEqual([3, 5]);
    expect(read('| a |', '|---|', '| 1 |', '| 2 |')).toEqual([1, 2]);
  });

  it('takes no column that is not at least half full, and none for another that is', () => {
    expect(read('| a | b |', '|---|---|', '| 3 | 7 |', '| 5 |   |')).toEqual([3, 5]);
    expect(read('| a | b |', '|---|---|', '| 1 | 3 |', '| 2 |', '| 3 | 9 |')).toEqual([3, 9]);
    expect(read('| a | b |', '|---|---|', '| 1 | 1 |', '| 5 | 2 |')).toEqual([1, 5]);
    expect(read('| a | b |', '|---|---|', '| 4 | 3 |', '| 6 | 5 |', '| x | 9 |')).toEqual([
      3, 5, 9,
    ]);
  });

  it('reads rows that are indented', () => {
    expect(read('| Right | Mistake |', '|---|---|', '  | 3 | 2 |  ', '  | 7 | 8 |')).toEqual([
      3, 7,
    ]);
  });

  it('reads emphasis, units and rows without the outer lines', () => {
    expect(read('| a |', '|---|', '| **3 ★** |', '| `5` |')).toEqual([3, 5]);
  });

  it('leaves out a total, whose row has no number in a column that counts the rows', () => {
    expect(read('| # | ★ |', '|---|---|', '| 1 | 3 |', '| 2 | 5 |', '| Total | 8 |')).toEqual([
      3, 5,
    ]);
  });

  it('takes the last of several tables that has a list', () => {
    const first = ['| a |', '|---|', '| 1 |', '| 4 |'];
    expect(read(...first, 'then', '| b |', '|---|', '| 3 |', '| 5 |')).toEqual([3, 5]);
    expect(read(...first, 'then', '| b |', '|---|', '| x |', '| y |')).toEqual([1, 4]);
    expect(read(...first, 'then', '| b |', '|---|', '| 3 |')).toEqual([1, 4]);
    expect(read(...first, '| b |', '|---|', '| 3 |', '| 5 |')).toEqual([3, 5]);
  });

  it('is nothing for what is no table', () => {
    expect(read('a', '---', '3', '5')).toBeUndefined();
    expect(read('| a |', '| 3 |', '| 5 |')).toBeUndefined();
    expect(read('|---|', '| 3 |', '| 5 |')).toBeUndefined();
    expect(read('a', '|---|', '| 3 |', '| 5 |')).toBeUndefined();
    // A column that is mostly empty is none.
    expect(read('| a | b |', '|---|---|', '| 3 |   |', '| 5 | 7 |', '| 9 |   |')).toEqual([
      3, 5, 9,
    ]);
  });
});

it.each<[string[], number[] | undefined]>([
  [
    ['x', '| a |', '| --- |', '| 3 |', '| 5 |'],
    [3, 5],
  ],
  [
    ['| a |', '  |:-:|  ', '| 3 |', '| 5 |'],
    [3, 5],
  ],
  [['| a |', '| --- | of', '| 3 |', '| 5 |'], undefined],
  [['| a |', 'of | --- |', '| 3 |', '| 5 |'], undefined],
  [
    ['| a |', '|---|---|---|', '| 3 |', '| 5 |'],
    [3, 5],
  ],
  [['| a | b |', '|---|---|', '| x | y |', '| z | w |'], undefined],
])('the list in the table %j', (lines, numbers) => {
  expect(read(...lines)).toEqual(numbers);
});

it('a table stands where its head begins and its last row ends', () => {
  const [table] = tablesIn('so\n| a |\n|---|\n| 3 |\n| 5 |\nthen', vocabulary);
  expect([table?.start, table?.end]).toEqual([3, 26]);
});
