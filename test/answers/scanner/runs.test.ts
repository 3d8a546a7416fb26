import { describe, expect, it } from 'vitest';
import { vocabularyOf } from '../../../src/answers/prepared-answer.js';
import { additionsIn, labelBefore, proseOf, runsIn } from '../../../src/answers/scanner/prose.js';

const vocabulary = vocabularyOf({ keys: ['little_penguin'], units: ['stars', '颗'] });
const runs = (text: string) =>
  runsIn(proseOf(text), vocabulary)
    .filter(({ single }) => !single)
    .map(({ numbers, role }) => [numbers, role]);

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
    ['17, 10, 28 in total', [[[17, 10, 28], undefined]]],
    ['数了三,五和九。', [[[3, 5, 9], 'count']]],
    ['not 3, 5, 9', [[[3, 5, 9], 'mistaken']]],
    ['I am not sure but it saw 3, 5, 9', [[[3, 5, 9], undefined]]],
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

  it('says where a run stands, and whether it is a list without others', () => {
    const found = runsIn('Two: 17, 10; here 2, there: 5', vocabulary);
    expect(
      found.map(({ start, end, numbers, single, loose }) => [start, end, numbers, single, loose]),
    ).toEqual([
      [5, 11, [17, 10], false, false],
      [18, 19, [2], true, true],
      [28, 29, [5], true, false],
    ]);
  });
});

it.each<[string, number[]]>([
  ['Also, near the end: 31.', [31]],
  ['Also, at the end:31.', [31]],
  ['At the end: 31.', []],
  ['Also near the end 31.', []],
  ['Also mistaken: 31.', []],
  ['Correction: I overlooked 31.', [31]],
  ['I forgot 31 and 40.', [31, 40]],
  ['I missed the one on page 31.', []],
])('%j adds %j to the list before it', (text, numbers) => {
  const prose = `I overlooked 2. 3, 5, 9. ${text}`;
  expect(additionsIn(prose, runsIn(prose, vocabulary), 24)).toEqual(numbers);
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
    expect(proseOf('3,\n5')).toBe('3, 5');
    expect(proseOf('3,\n\n5')).toBe('3,\n\n5');
    expect(proseOf('* 3 *5*')).toBe('- 3  5 ');
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
