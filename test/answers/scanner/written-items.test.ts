/** Items in words, sums, tags and tables, as models write them: the true counts are 6, 1, 13, 10 and 19. */
import { describe, expect, it } from 'vitest';
import { readList } from '../../../src/answers/readable-answer.js';

const hints = {
  keys: ['little_penguin', '小企鹅', 'маленький_пингвин', '꼬마펭귄'],
  units: ['stars', 'star', '★', '颗', '个', '개'],
  recited: [/the little penguin counted (?<count>\d+) ★/giu],
};
const COUNTS = [6, 1, 13, 10, 19];
const WRONG = [7, 2, 12, 11, 18];

function rows(write: (count: number, i: number) => string, between = '\n'): string {
  return COUNTS.map(write).join(between);
}

describe('items as models write them', () => {
  it.each([
    ['remarks with numbers', rows((count, i) => `${i + 1}. ${count} — chapter ${i + 30}`)],
    ['numbers out of how many', rows((count, i) => `(${i + 1}/5) ${count}`)],
    ['numbers in square brackets', rows((count, i) => `[${i + 1}] ${count}`)],
    ['numbers from zero', rows((count, i) => `${i}: ${count}`)],
    ['ordinals and dashes', 'Первый — 6, второй — 1, третий — 13, четвёртый — 10, пятый — 19.'],
    ['Chinese numerals to the end', '颗数分别是六、一、十三、十、十九。'],
    ['Chinese numerals and a word', '颗数分别是六、一、十三、十和十九。'],
    [
      'shortened sentences',
      `- "The little penguin counted 6 ★"\n- "…1 ★"\n- "…13 ★"\n- "…10 ★"\n- "…19 ★"`,
    ],
    ['quoted sentences', rows((count) => `- ${count} ("…counted ${count} ★")`)],
    ['an object with the key each', `[${rows((count) => `{"little_penguin": ${count}}`, ', ')}]`],
    ['a sum', rows((count) => `${count}`, ' + ')],
    ['a sum and its total', `${rows((count) => `${count}`, ' + ')} = 49`],
    [
      'a table of HTML',
      `<table><tr><th>#</th><th>Stars</th></tr>${rows((count, i) => `<tr><td>${i + 1}</td><td>${count}</td></tr>`, '')}</table>`,
    ],
    [
      'a table of HTML with mistakes',
      `<table><tr><th>Right</th><th>Mistake</th></tr>${rows((count, i) => `<tr><td>${count}</td><td>${WRONG[i]}</td></tr>`, '')}</table>`,
    ],
    [
      'a story',
      'It counted 6 stars first. Later it counted 1 star, then 13. After that came 10, and at the very end 19.',
    ],
    ['a longer list behind', '{"little_penguin": [6, 1, 13, 10]}\n\nEDIT: so: [6, 1, 13, 10, 19]'],
    ['an equals sign', 'Result = 6, 1, 13, 10, 19'],
    ['one more, added behind', 'I found 6, 1, 13 and 10. Also, near the end: 19.'],
    ['numbers in a line', rows((count, i) => `${i + 1}) ${count}`, ' ')],
    ['numbers in a line, with units', rows((count, i) => `${i + 1}. ${count} ★`, ' ')],
    ['a line of mentions before', 'Mentions: 1, 2, 3, 4, 5\nStars: 6, 1, 13, 10, 19'],
    ['Italian', 'Il piccolo pinguino ha contato 6, 1, 13, 10 e 19 stelle.'],
    ['differences behind', '6, 1, 13, 10, 19\n\n(differences: 5, 12, 3, 9)'],
    ['denied ones', rows((count, i) => `not ${WRONG[i]} but ${count}`, '; ')],
    ['denied ones in lines', rows((count, i) => `- not ${WRONG[i]} but ${count}`)],
    ['struck ones', rows((count, i) => `- ~~${WRONG[i]}~~ ${count}`)],
    ['deleted ones', rows((count, i) => `- <del>${WRONG[i]}</del> ${count}`)],
  ])('%s', (_name, output) => {
    expect(readList(output, hints).numbers).toEqual(COUNTS);
  });

  it('reads two numbers behind a colon, which may be all', () => {
    expect(readList('I could only find two: 10 and 19.', hints).numbers).toEqual([10, 19]);
  });

  it('keeps a list that a shorter one follows', () => {
    const output = '{"little_penguin": [6, 1, 13, 10, 19]}\n\nOdd ones: 1, 13, 19';
    expect(readList(output, hints).numbers).toEqual(COUNTS);
  });
});
