/** How many generations an answer counts. */
import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { readNumber } from '../read-answer.js';
import { readingWords } from '../words.js';
import { chineseNumber, numerals } from './worded-numbers.js';

/** Finds Chinese numerals behind "答案：" or before "代". "第三代" and "上一代" are no counts. */
const hanNumber = once(() => {
  const { answer, answerIs, generations, generationNumber } = readingWords();
  const is = alternatives(answerIs);
  return new RegExp(
    `(?<=(?:${alternatives(answer)})(?:[\\s:：*]|${is}){0,8})${numerals()}{1,12}` +
      `|(?<!${alternatives(generationNumber)}|${numerals()})${numerals()}{1,12}(?=${alternatives(generations)})`,
    'g',
  );
});

export function readGenerations(text: string): number | undefined {
  const digits = text.replace(hanNumber(), (found) => String(chineseNumber(found) ?? found));
  return readNumber(digits, { keys: [], units: readingWords().generations }).number;
}
