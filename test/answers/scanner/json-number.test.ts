import { expect, it } from 'vitest';
import { vocabularyOf } from '../../../src/answers/prepared-answer.js';
import { numberIn } from '../../../src/answers/scanner/values.js';

const vocabulary = vocabularyOf({ keys: ['little_penguin'], units: ['★'] });

it.each<[unknown, number | undefined]>([
  [{ little_penguin: 17 }, 17],
  [{ little_penguin: '17 ★', total: 4 }, 17],
  [{ little_penguin: [17] }, 17],
  [{ little_penguin: [3, 5, 9], total: 17 }, 17],
  [{ little_penguin: { count: 17, index: 3 } }, 17],
  [{ total: 17, mentions: 3 }, 17],
  [{ total: '17', sentences: 3 }, 17],
  [{ total_mentions: 3, total: 17 }, 17],
  [{ answer: 17, a: 3, b: 5 }, 17],
  [{ correct: 17, final: 18, a: 3 }, undefined],
  [{ a: 17 }, 17],
  [{ a: 17, mentions: 3 }, 17],
  [{ a: 17, b: 3 }, undefined],
  [{ a: '17', b: 3 }, 3],
  [{ mentions: 3 }, 3],
  [{ a: [3, 5] }, undefined],
  [[17], undefined],
  [[3, 5, 9], undefined],
  [[{ total: 17 }], 17],
  [[{ chapter: 1, count: 17 }], 17],
  [{ total: 'many', answer: 17 }, 17],
  [{ total_mentions: 3, answer: 17 }, 17],
  [{ total: [1, 17] }, undefined],
  [{ total: [17] }, 17],
  [{ total: '17 or 18' }, undefined],
  [17, undefined],
  ['many', undefined],
  [null, undefined],
])('numberIn(%j) is %s', (value, number) => {
  expect(numberIn(value, vocabulary)).toBe(number);
});

it('reads no total behind a thousand other fields', () => {
  const others = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`field${i}`, 'text']));
  expect(numberIn({ ...others, total: 17 }, vocabulary)).toBeUndefined();
  expect(numberIn({ total: 17, ...others }, vocabulary)).toBe(17);
});
