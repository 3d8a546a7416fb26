import { expect, it } from 'vitest';
import { answerText, plainValue, vocabularyOf } from '../../src/answers/answer.js';

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
  [[{ type: 'text', text: '3 and 5', index: 0 }, null], 'text\n3 and 5'],
  [{ a: { b: { c: 'on the third level' } } }, 'on the third level'],
  [{ a: { b: { c: { d: 'on the fourth level' } } } }, 'on the fourth level'],
  [{ a: { b: { c: { d: { e: 'on the fifth level' } } } } }, ''],
])('has the text of %j', (output, text) => {
  expect(answerText(output)).toBe(text);
});

it('has every text of a long list', () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => `chapter ${i}`);
  expect(answerText(texts)).toBe(texts.join('\n'));
  expect(answerText(texts.map((text) => ({ text })))).toBe(texts.join('\n'));
});

it('leaves out what JSON does not have', () => {
  const cycle: Record<string, unknown> = { counts: [3] };
  cycle.self = cycle;
  expect(plainValue(cycle)).toBeUndefined();
  expect(plainValue({ counts: [3], read: () => 5 })).toEqual({ counts: [3] });
});
