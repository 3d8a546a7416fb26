import { expect, it } from 'vitest';
import { answeringPart } from '../../../src/answers/texts/answering-part.js';

it.each([
  ['Six weeks.', 'Six weeks.'],
  ['Draft: a.\nAnswer: b', ' b'],
  ['Answer: a. Answer: b', ' b'],
  ['**Answer:** b\n\nBecause of a.', ' b'],
  ['Answer:\n\nb', '\n\nb'],
  ['Answer: as follows:\n\nb\n\nc', ' as follows:\n\nb'],
  ['The answer is b', ' b'],
  ['答案是乙', '乙'],
  ['정답: 을', ' 을'],
  ['a. Wait, no, b', ' no, b'],
  ['a\nCorrection: b', ' b'],
  ['It is actually b', 'It is actually b'],
  ['a, so \\boxed{\\text{b}}', '{b}'],
  ['a \\boxed{}', 'a \\boxed{}'],
  ['b. Answer:', 'b. Answer:'],
])('of %j it is %j', (text, part) => {
  expect(answeringPart(text)).toBe(part);
});
