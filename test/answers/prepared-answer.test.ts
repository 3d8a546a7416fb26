import { expect, it } from 'vitest';
import { vocabularyOf } from '../../src/answers/prepared-answer.js';
import { answerText, plainValue } from '../../src/answers/texts/final-text.js';

it('knows each key once, by the rank of its first form', () => {
  const { keys, longestKey, units, recited } = vocabularyOf({
    keys: ['little_penguin', ' ', 'Little Penguin', '小企鹅'],
    units: ['Stars', '', '★'],
  });
  expect([...keys]).toEqual([
    ['littlepenguin', 0],
    ['小企鹅', 3],
  ]);
  expect(longestKey).toBe(14);
  expect([...units]).toEqual(['stars', '★', '颗', '顆', '个', '個', '개']);
  expect(recited).toHaveLength(0);
  expect([...vocabularyOf({ keys: ['fox'] }).units]).toHaveLength(5);
});

it.each([
  ['B', 'B'],
  [49, '49'],
  [false, 'false'],
  [null, ''],
  [undefined, ''],
  [[{ type: 'text', text: '3 and 5', index: 0 }, null], 'type: text\ntext: 3 and 5\nindex: 0'],
])('has the text of %j', (output, text) => {
  expect(answerText(output)).toBe(text);
});

it('leaves out what JSON does not have', () => {
  const cycle: Record<string, unknown> = { counts: [3] };
  cycle.self = cycle;
  expect(plainValue(cycle)).toBeUndefined();
  expect(plainValue({ counts: [3], read: () => 5 })).toEqual({ counts: [3] });
});
