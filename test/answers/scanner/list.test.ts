import { describe, expect, it } from 'vitest';
import { numberOfAnswer } from '../../../src/answers/choose-number.js';
import { answerOf, vocabularyOf } from '../../../src/answers/prepared-answer.js';
import { listOf } from '../../../src/answers/scanner/lists.js';
import { withoutOpenEnd } from '../../../src/answers/scanner/values.js';

const vocabulary = vocabularyOf({
  keys: ['little_penguin'],
  units: ['stars', '★'],
  recited: [/the owl saw (?<count>\d+) ★/gi],
});
const readIn = (text: string) => listOf(answerOf(text, vocabulary))?.chosen.numbers;

describe('withoutOpenEnd', () => {
  it.each([
    ['[3, 5, 9', '[3, 5, '],
    ['{"a": 3.5', '{"a": '],
    ['[3, 5, 9]', '[3, 5, 9]'],
    ['{"a": 3} 5', '{"a": 3} 5'],
    ['3, 5', '3, 5'],
    ['[3, 5, ', '[3, 5, '],
    ['[35', '['],
  ])('of %j is %j', (text, closed) => {
    expect(withoutOpenEnd(text)).toBe(closed);
  });
});

describe('lines', () => {
  it.each<[string, number[] | undefined]>([
    ['3, 5, 9', [3, 5, 9]],
    ['The owl saw 3 ★\n5 ★\n9 ★\n11 ★', [3, 5, 9, 11]],
    ['The owl saw 5 ★:\n5 ★\n9 ★\n11 ★', [5, 9, 11]],
    ['Owls:\n5 ★\n9 ★\n11 ★\nThe owl saw 3 ★ there', [5, 9, 11]],
    ['Owls.', undefined],
  ])('of %j', (text, numbers) => {
    expect(readIn(text)).toEqual(numbers);
  });
});

describe('recited sentences', () => {
  it.each<[string, number[] | undefined]>([
    ['The owl saw 3 ★. The owl saw 5 ★.', [3, 5]],
    ['The owl saw 3 ★.', [3]],
    ['The owl saw 3 ★. The owl saw 5 ★. Pages 2, 4, 6. The owl saw 7 ★.', [3, 5, 7]],
    ['The owl saw 3 ★. The owl saw 5 ★. In short: 3, 5.', [3, 5]],
    ['The owl saw 3 ★. The owl saw 5 ★. The owl saw 7 ★. Of these: 3, 5.', [3, 5, 7]],
  ])('of %j', (text, numbers) => {
    expect(readIn(text)).toEqual(numbers);
  });

  it('a single sentence counts where nothing else does', () => {
    expect(readIn('The owl saw 3 ★.')).toEqual([3]);
    expect(readIn('The owl saw 3.')).toBeUndefined();
  });
});

describe('what is told', () => {
  it.each<[string, number[] | undefined]>([
    ['It saw 3, 5 and 9.', [3, 5, 9]],
    ['It counted 3, on page 7 it counted 5.', [3, 5]],
    ['3 + 5 + 9 = 17', [3, 5, 9]],
    ['3★ + 5★ + 9★ = 17★', [3, 5, 9]],
    ['3  ★  +  5  +  9', [3, 5, 9]],
    ['13+15+19', [13, 15, 19]],
    ['3\n+ 5\n+ 9', undefined],
    ['1 + 2 + 4 = 7, no, 3 + 5 + 9 = 17', [3, 5, 9]],
    ['3 + 5 = 8', undefined],
    ['3.5 + 5 + 9.5', undefined],
    ['Nothing.', undefined],
  ])('of %j', (text, numbers) => {
    expect(readIn(text)).toEqual(numbers);
  });
});

it.each<[string, number[] | undefined]>([
  ['42 of them', undefined],
  [`42${' '.repeat(300)}`, undefined],
  ['[3, 5] I overlooked 5 and 9.', [3, 5, 9]],
])('of the whole answer %j', (text, numbers) => {
  expect(readIn(text)).toEqual(numbers);
});

describe('damaged JSON', () => {
  it.each<[string, number[] | undefined]>([
    ['{"little_penguin": [3 5 9]}', [3, 5, 9]],
    ['little_penguin: [3 5 9]', [3, 5, 9]],
    ['{"little_penguin": [1 2]} or {"little_penguin": [3 5]}', [3, 5]],
    ['{"little_penguin": [3, "as I said", 5]}', [3, 5]],
    ['{"little_penguin": ["3 ★" "5 ★"]}', [3, 5]],
    ['{"little_penguin": [3 5], "note": null}', [3, 5]],
    ['{"little_penguin": [3 5]} {owl: x} {owl: x} {owl: x}', [3, 5]],
    [`${'Long ago. '.repeat(400)}{"little_penguin": [3 5]}`, [3, 5]],
    ['{"owl": [3 5 9]}', [3, 5, 9]],
    [`{"little_penguin": [3 5 "${'x'.repeat(600)}"]}`, undefined],
    [`{"little_penguin": [3 5${' '.repeat(4000)}]}`, undefined],
    ['{"little_penguin": []}', []],
  ])('of %j', (text, numbers) => {
    expect(readIn(text)).toEqual(numbers);
  });

  it('repairs six regions, the last ones', () => {
    const damaged = '{"little_penguin": x} ';
    expect(readIn(`{"little_penguin": [3 5]} ${damaged.repeat(5)}`)).toEqual([3, 5]);
    expect(readIn(`{"little_penguin": [3 5]} ${damaged.repeat(6)}`)).toBeUndefined();
    expect(numberOfAnswer(answerOf("{'little_penguin': 17}", vocabulary)).number).toBe(17);
    expect(
      numberOfAnswer(answerOf("{'little_penguin': 'many'}", vocabulary)).number,
    ).toBeUndefined();
    expect(
      numberOfAnswer(answerOf("{'little_penguin': 17} {'little_penguin': x}", vocabulary)).number,
    ).toBe(17);
  });
});

describe('what was cut off', () => {
  it.each<[string, number[] | undefined]>([
    ['{"little_penguin": [3, 5, 9', [3, 5]],
    ['{"little_penguin": [3, 5, 9 ', [3, 5, 9]],
    ['{"little_penguin": ["3 ★", "5 ★", "', [3, 5]],
    ['[3, 5, 9', [3, 5]],
    ['[3, 5', [3]],
    ['[3 owls on page 5, 5, 9', undefined],
    ['[3, 5]', [3, 5]],
  ])('of %j', (text, numbers) => {
    expect(readIn(text)).toEqual(numbers);
  });
});

it('is in doubt between two lists that are called right together', () => {
  const choice = listOf(answerOf('The right ones are [3, 5] or [3, 9].', vocabulary));
  expect(choice?.near.map(({ numbers }) => numbers)).toEqual([[3, 5]]);
  expect(choice?.chosen.numbers).toEqual([3, 9]);
});
