import { describe, expect, it } from 'vitest';
import { answerOf, vocabularyOf } from '../../../src/answers/answer.js';
import {
  chooseLabelled,
  correctedList,
  type Labelled,
  labelBefore,
  proseList,
  proseOf,
  runsIn,
} from '../../../src/answers/lists/runs.js';

const vocabulary = vocabularyOf({ keys: ['little_penguin'], units: ['stars', '颗'] });
const answer = (text: string) => answerOf(text, vocabulary);
const runs = (text: string) =>
  runsIn(proseOf(text), vocabulary.units).map(({ numbers, role }) => [numbers, role]);

describe('runsIn', () => {
  it.each<[string, unknown[]]>([
    ['It saw 17, 10 and 2.', [[[17, 10, 2], undefined]]],
    ['It saw 17 and 10.', []],
    ['It saw: 17 and 10.', [[[17, 10], undefined]]],
    ['The counts are 17 and 10.', [[[17, 10], 'count']]],
    ['The correct ones are 17 and 10.', [[[17, 10], 'right']]],
    ['It saw 17 stars, 10 stars, 2 stars.', [[[17, 10, 2], undefined]]],
    [
      '17, 10, 2 owls, 5, 6, 7',
      [
        [[17, 10, 2], undefined],
        [[5, 6, 7], undefined],
      ],
    ],
    [
      '17, 10, 2\n\n5, 6, 7',
      [
        [[17, 10, 2], undefined],
        [[5, 6, 7], undefined],
      ],
    ],
    ['17 + 10 = 27, 2', []],
    ['1/2, 3%, 4.5, 6th, x7, -8', []],
    ['17, 10, 2, 29 in total', [[[17, 10, 2], undefined]]],
    ['17, 10, 28 in total', [[[17, 10, 28], undefined]]],
    ['数了三,五和九。', [[[3, 5, 9], 'count']]],
    ['3, 5, 9. Also, near the end: 31.', [[[3, 5, 9, 31], undefined]]],
    ['3, 5, 9. Also, near the end: 9.', [[[3, 5, 9], undefined]]],
    ['3, 5, 9. At the end: 31.', [[[3, 5, 9], undefined]]],
    ['3, 5, 9. Also near the end 31.', [[[3, 5, 9], undefined]]],
    ['Also, near the end: 31.', []],
    ['not 3, 5, 9', [[[3, 5, 9], 'mistaken']]],
    ['I am not sure but it saw 3, 5, 9', [[[3, 5, 9], undefined]]],
    ['3, 5, 9. Also mistaken: 31.', [[[3, 5, 9], undefined]]],
    ['3, 5, 9. Also, at the end:31.', [[[3, 5, 9, 31], undefined]]],
    ['3, 5, 9. Also, at the end:  31.', [[[3, 5, 9, 31], undefined]]],
    ['It saw:17 and 10.', [[[17, 10], undefined]]],
    ['It saw:  17 and 10.', [[[17, 10], undefined]]],
    ['Altogether it saw 3, 5 and 8.', [[[3, 5, 8], 'total']]],
    ['I read the chapters. It saw 3, 5, 9.', [[[3, 5, 9], undefined]]],
    ['三,五六十,九。', []],
    [
      '17, 10, 2\n  \n5, 6, 7',
      [
        [[17, 10, 2], undefined],
        [[5, 6, 7], undefined],
      ],
    ],
    [`3,${' '.repeat(59)}5, 9`, [[[3, 5, 9], undefined]]],
    ['knot 3, 5, 9', [[[3, 5, 9], undefined]]],
    [`3, 5,${' '.repeat(60)}9, 4, 6`, [[[9, 4, 6], undefined]]],
  ])('of %j', (text, found) => {
    expect(runs(text)).toEqual(found);
  });

  it('says where a run stands, from an offset on', () => {
    expect(runsIn('1, 2, 3; but 17, 10, 2', vocabulary.units, 8)).toEqual([
      { start: 13, end: 22, numbers: [17, 10, 2], role: undefined },
    ]);
  });
});

describe('proseOf', () => {
  it('keeps every character in its place', () => {
    for (const text of ['**3**, `5`', '3 (see above), 5', '3 [12], 5', '\\textbf{3}']) {
      expect(proseOf(text)).toHaveLength(text.length);
    }
    expect(proseOf('**3**')).toBe('  3  ');
    expect(proseOf('3 (not 4), 5')).toBe('3        , 5');
    expect(proseOf('3 (4, 5)')).toBe('3 (4, 5)');
    expect(proseOf('a[12] b')).toBe('a     b');
    expect(proseOf('3[1], 5')).toBe('3   , 5');
    expect(proseOf('3 ★  (see above)')).toBe('3 ★             ');
    expect(proseOf('3 (or 4, 5)')).toBe('3 (or 4, 5)');
    expect(proseOf('3 (4,5)')).toBe('3 (4,5)');
    expect(proseOf('x'.repeat(50_001))).toHaveLength(50_000);
  });
});

describe('labelBefore', () => {
  it.each([
    ['Some here.\nThe counts: **', 'The counts'],
    ['Done. The counts are ', ' The counts are'],
    ['Done! The counts (', ' The counts'],
    ['Why? The counts = [', ' The counts ='],
    ['{"a": 1} and ', ' and'],
    ['[1] and ', ' and'],
    [`${'x'.repeat(130)} and `, `${'x'.repeat(115)} and`],
  ])('of %j is %j', (before, label) => {
    expect(labelBefore(`${before}3, 5`, before.length)).toBe(label);
  });
});

describe('chooseLabelled', () => {
  const list = (role: Labelled['role'], ...numbers: number[]): Labelled => ({
    start: 0,
    end: 0,
    numbers,
    role,
  });
  it.each<[string, Labelled[], number[] | undefined]>([
    ['none', [], undefined],
    [
      'the last that is called right',
      [list('right', 1, 2), list('right', 3, 4), list('count', 5, 6)],
      [3, 4],
    ],
    ['not a single one that is right', [list('right', 1), list(undefined, 3, 4)], [3, 4]],
    [
      'the last of two numbers',
      [list(undefined, 1, 2), list(undefined, 3, 4), list(undefined, 5)],
      [3, 4],
    ],
    ['the last of one number', [list(undefined, 1), list(undefined, 3)], [3]],
    ['the third', [list(undefined, 1), list(undefined, 3), list(undefined, 5)], [5]],
    [
      'the third of several',
      [list('count', 1, 2), list('count', 3, 4), list('count', 5, 6)],
      [5, 6],
    ],
    ['two parts of one list', [list('partial', 1, 2), list('partial', 3, 4)], [1, 2, 3, 4]],
    ['what goes on behind a list', [list('count', 1, 2), list('partial', 3, 4)], [1, 2, 3, 4]],
    ['no parts that repeat', [list('count', 1, 2), list('partial', 2, 4)], [2, 4]],
    [
      'what is not set aside',
      [list(undefined, 1, 2), list('mistaken', 3, 4), list('place', 5, 6)],
      [1, 2],
    ],
    ['what is set aside where all is', [list('mistaken', 3, 4)], [3, 4]],
  ])('takes %s', (_, lists, chosen) => {
    expect(chooseLabelled(lists)).toEqual(chosen);
  });
});

describe('correctedList', () => {
  const before = { end: 9, numbers: [3, 5, 9, 7] };
  const corrected = (text: string) => correctedList(answer(`[3,5,9,7] ${text}`), before);
  it.each<[string, number[] | undefined]>([
    ['Updated list: 3, 5, 9', [3, 5, 9]],
    ['Updated list: 3, 5', undefined],
    ['In all: 3, 5, 9, 7, 11', [3, 5, 9, 7, 11]],
    ['In all: 3, 5, 9, 8, 11', undefined],
    ['In all: 3, 5, 9, 7', undefined],
    ['Not counted: 3, 5, 9, 7, 11', undefined],
    ['Nothing more.', undefined],
    ['更正:三,五,九。', [3, 5, 9]],
  ])('%j', (text, numbers) => {
    expect(corrected(text)).toEqual(numbers);
  });

  it('a list of one number is corrected by nothing that does not say so', () => {
    const one = { end: 3, numbers: [3] };
    expect(correctedList(answer('[3] In all: 3, 5, 9'), one)).toBeUndefined();
    expect(correctedList(answer('[3] Updated: 3, 5, 9'), one)).toEqual([3, 5, 9]);
  });
});

describe('proseList', () => {
  it.each<[string, number[] | undefined]>([
    ['It saw three, five and one.', [3, 5, 1]],
    ['It saw 3, 5, 9, 4, 6, 7. Twice: 3, 5.', [3, 5, 9, 4, 6, 7]],
    ['Mistaken: 1, 2, 3. It saw 4, 5, 6.', [4, 5, 6]],
    ['Nothing.', undefined],
  ])('of %j', (text, numbers) => {
    expect(proseList(answer(text))).toEqual(numbers);
  });
});
