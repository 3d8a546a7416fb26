import { expect, it } from 'vitest';
import { isRefusal } from '../../src/answers/refusals.js';

const REFUSALS = ["i can't help", 'i’m unable', '无法回答', ''];
const LONG = 'The little penguin counted. '.repeat(30);

it.each<[boolean, string]>([
  [true, "I can't help with that."],
  [true, 'Sorry, I can’t help with that.'],
  [true, "I'm unable to see the book."],
  [true, '抱歉，我无法回答。'],
  [true, `I CAN'T HELP. ${LONG}`],
  [false, `${LONG}That I can't help.`],
  [true, `${LONG.slice(0, 560)}I can't help`],
  [false, '{"little_penguin": [3, 5, 9]}'],
  [false, ''],
])('%s: %s', (isRefused, text) => {
  expect(isRefusal(text, REFUSALS)).toBe(isRefused);
});
