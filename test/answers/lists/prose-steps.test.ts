import { describe, expect, it } from 'vitest';
import { answerOf, vocabularyOf } from '../../../src/answers/answer.js';
import {
  cutOffList,
  repairedList,
  repairedNumber,
} from '../../../src/answers/lists/damaged-steps.js';
import {
  bareList,
  recitedList,
  recitedSentence,
  toldList,
  withoutOpenEnd,
} from '../../../src/answers/lists/prose-steps.js';

const vocabulary = vocabularyOf({
  keys: ['little_penguin'],
  units: ['stars', '★'],
  recited: [/the owl saw (?<count>\d+) ★/gi],
});
const answer = (text: string) => answerOf(text, vocabulary);

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

describe('bareList', () => {
  it.each<[string, number[] | undefined]>([
    ['3, 5, 9', [3, 5, 9]],
    ['The owl saw 3 ★\n5 ★\n9 ★\n11 ★', [3, 5, 9, 11]],
    ['The owl saw 5 ★:\n5 ★\n9 ★\n11 ★', [5, 9, 11]],
    ['Owls:\n5 ★\n9 ★\n11 ★\nThe owl saw 3 ★ there', [5, 9, 11]],
    ['Owls.', undefined],
  ])('of %j', (text, numbers) => {
    expect(bareList(answer(text))).toEqual(numbers);
  });
});

describe('recitedList', () => {
  it.each<[string, number[] | undefined]>([
    ['The owl saw 3 ★. The owl saw 5 ★.', [3, 5]],
    ['The owl saw 3 ★.', undefined],
    ['The owl saw 3 ★. The owl saw 5 ★. Pages 2, 4, 6. The owl saw 7 ★.', [3, 5, 7]],
    ['The owl saw 3 ★. The owl saw 5 ★. In short: 3, 5.', undefined],
    ['The owl saw 3 ★. The owl saw 5 ★. The owl saw 7 ★. Of these: 3, 5.', [3, 5, 7]],
  ])('of %j', (text, numbers) => {
    expect(recitedList(answer(text))).toEqual(numbers);
  });

  it('a single sentence counts where nothing else does', () => {
    expect(recitedSentence(answer('The owl saw 3 ★.'))).toEqual([3]);
    expect(recitedSentence(answer('The owl saw 3.'))).toBeUndefined();
  });
});

describe('toldList', () => {
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
    expect(toldList(answer(text))).toEqual(numbers);
  });
});

describe('repairedList', () => {
  it.each<[string, number[] | undefined]>([
    ['{"little_penguin": [3 5 9]}', [3, 5, 9]],
    ['little_penguin: [3 5 9]', [3, 5, 9]],
    ['{"little_penguin": [1 2]} or {"little_penguin": [3 5]}', [3, 5]],
    ['{"little_penguin": [3, "as I said", 5]}', [3, 5]],
    ['{"little_penguin": ["3 ★" "5 ★"]}', [3, 5]],
    ['{"little_penguin": [3 5], "note": null}', [3, 5]],
    ['{"little_penguin": [3 5]} {owl: x} {owl: x} {owl: x}', [3, 5]],
    [`${'Long ago. '.repeat(400)}{"little_penguin": [3 5]}`, [3, 5]],
    ['{"owl": [3 5 9]}', undefined],
    [`{"little_penguin": [3 5 "${'x'.repeat(600)}"]}`, undefined],
    [`{"little_penguin": [3 5${' '.repeat(4000)}]}`, undefined],
    ['{"little_penguin": []}', undefined],
  ])('of %j', (text, numbers) => {
    expect(repairedList(answer(text))).toEqual(numbers);
  });

  it('repairs three regions, the last ones', () => {
    const damaged = '{"little_penguin": x} ';
    expect(repairedList(answer(`{"little_penguin": [3 5]} ${damaged.repeat(2)}`))).toEqual([3, 5]);
    expect(repairedList(answer(`{"little_penguin": [3 5]} ${damaged.repeat(3)}`))).toBeUndefined();
    expect(repairedNumber(answer("{'little_penguin': 17}"))).toBe(17);
    expect(repairedNumber(answer("{'little_penguin': 'many'}"))).toBeUndefined();
    expect(repairedNumber(answer("{'little_penguin': 17} {'little_penguin': x}"))).toBe(17);
  });
});

describe('cutOffList', () => {
  it.each<[string, number[] | undefined]>([
    ['{"little_penguin": [3, 5, 9', [3, 5]],
    ['{"little_penguin": [3, 5, 9 ', [3, 5, 9]],
    ['{"little_penguin": [3, 5, 九', [3, 5]],
    ['{"little_penguin": ["3 ★", "5 ★", "', [3, 5]],
    ['[3, 5, 9', [3, 5]],
    ['[3, 5', undefined],
    ['[3 owls on page 5, 5, 9', undefined],
    ['[3, 5]', undefined],
    ['3, 5', undefined],
  ])('of %j', (text, numbers) => {
    expect(cutOffList(answer(text))).toEqual(numbers);
  });
});
