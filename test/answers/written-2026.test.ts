/** Answers as models of 2026 write them, to tasks of lists, of totals and of options. */
import { describe, expect, it } from 'vitest';
import { readableAnswer, readList, readNumber } from '../../src/answers/readable-answer.js';

const HINTS = {
  keys: ['little_penguin', '小企鹅', 'маленький_пингвин', '꼬마펭귄'],
  units: ['stars', 'star', '★', '颗', '个', 'звёзд', '개'],
  recited: [/the little penguin counted (?<count>\d+) ★/giu],
};
const COUNTS = [14, 5, 22, 9, 37, 2, 18, 30];
const LIST = COUNTS.join(', ');
const HALVES = ['14, 5, 22, 9', '37, 2, 18, 30'];
const each = (write: (count: number, i: number) => string, between = '\n') =>
  COUNTS.map(write).join(between);
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

describe('lists', () => {
  it.each([
    ['numbers of stars', each((count, i) => `star ${i + 1} is ${count}`, ', ')],
    [
      'numbers of stars, "and"',
      each((c, i) => `${i === 7 ? 'and ' : ''}star ${i + 1} is ${c}`, ', '),
    ],
    ['numbers of stars, colons', each((count, i) => `star ${i + 1}: ${count}`, ', ')],
    ['numbers of stars, units', each((count, i) => `Star ${i + 1}: ${count} ★`, '; ')],
    [
      'ordinals',
      'The 1st star is 14, the 2nd star is 5, the 3rd is 22, the 4th is 9, the 5th is 37, the 6th is 2, the 7th is 18, the 8th is 30.',
    ],
    [
      'ordinals and dashes',
      each((c, i) => `${i + 1}${['st', 'nd', 'rd'][i] ?? 'th'} — ${c}`, '; '),
    ],
    ['ordinals in words', `${each((count, i) => `the ${ORDINALS[i]} is ${count}`, ', ')}`],
    [
      'ordinals in words, "and"',
      'The first is 14, the second is 5, the third is 22, the fourth is 9, the fifth is 37, the sixth is 2, the seventh is 18 and the eighth is 30.',
    ],
    [
      'Korean counters',
      '열네 개, 다섯 개, 스물두 개, 아홉 개, 서른일곱 개, 두 개, 열여덟 개, 서른 개',
    ],
    [
      'Korean counters in a sentence',
      '꼬마 펭귄은 별을 열네 개, 다섯 개, 스물두 개, 아홉 개, 서른일곱 개, 두 개, 열여덟 개, 서른 개 세었습니다.',
    ],
    ['Korean numerals', '십사, 오, 이십이, 구, 삼십칠, 이, 십팔, 삼십'],
    [
      'Russian words in lines',
      '1) четырнадцать\n2) пять\n3) двадцать два\n4) девять\n5) тридцать семь\n6) два\n7) восемнадцать\n8) тридцать',
    ],
    ['guillemets', each((count) => `«${count}»`, ', ')],
    ['guillemets in a sentence', `Пингвин насчитал ${each((count) => `«${count}»`, ', ')} звёзд.`],
    ['German quotes', each((count) => `„${count}“`, ', ')],
    [
      'halves',
      `{"little_penguin": [${HALVES[0]}]}\n…continuing…\n{"little_penguin": [${HALVES[1]}]}`,
    ],
    ['one list in halves', `{"little_penguin": [${HALVES[0]},\n\n…continuing…\n\n${HALVES[1]}]}`],
    [
      'halves with a key between',
      `{"little_penguin": [${HALVES[0]}], "…continuing…": true, "little_penguin": [${HALVES[1]}]}`,
    ],
    [
      'a key that goes on',
      `{"little_penguin": [${HALVES[0]}], "little_penguin_continued": [${HALVES[1]}]}`,
    ],
    ['sums as items', '{"little_penguin": [14, 5, 22, 5 + 4, 37, 2, 18, 29 + 1]}'],
    ['a sum and its result', '{"little_penguin": [14, 5, 22, 5 + 4 = 9, 37, 2, 18, 30]}'],
    ['one cell', `| little_penguin |\n|---|\n| ${LIST} |`],
    ['one cell beside a name', `| Animal | Counts |\n|---|---|\n| Little penguin | ${LIST} |`],
    [
      'one row beside a label',
      `| | ${each((_, i) => `${i + 1}`, ' | ')} |\n|${'---|'.repeat(9)}\n| ★ | ${each((count) => `${count}`, ' | ')} |`,
    ],
    [
      'a row with the sum',
      `| Where | ★ |\n|:--|--:|\n${each((c, i) => `| Chapter ${i + 2} | ${c} |`)}\n| **Sum** | **137** |`,
    ],
    [
      'others left out before',
      `Not counting the owl (12, 40) and the fox (7), the little penguin counted ${LIST} ★.`,
    ],
    [
      'others left out behind',
      `{"little_penguin": [${LIST}]}\n\nNote: the owl's 12 ★ and the fox's 7 ★ were left out.`,
    ],
    ['others in lines', `Penguin: ${LIST}\nOwl: 12, 40\nFox: 7`],
    [
      'others in lines, first',
      `- The owl: 12, 15, 17, 19, 21, 23, 25, 29\n- The little penguin: ${LIST}`,
    ],
    [
      'who counts, said once',
      `- The little penguin counted 14\n- The little penguin counted 5\n${each(
        (count) => `- it counted ${count}`,
      )
        .split('\n')
        .slice(2)
        .join('\n')}`,
    ],
    [
      'words and digits',
      'fourteen (14)\nfive (5)\ntwenty-two (22)\nnine (9)\nthirty-seven (37)\ntwo (2)\neighteen (18)\nthirty (30)',
    ],
    ['spaces in a text', `{"little_penguin": "${COUNTS.join(' ')}"}`],
    ['braces', `little_penguin = {${LIST}}`],
    ['a box with braces', `\\[\n\\boxed{\\{${LIST}\\}}\n\\]`],
    ['arrows behind corrections', each((count) => `- ${count + 1} → corrected to ${count}`)],
  ])('%s', (_name, text) => {
    expect(readList(text, HINTS).numbers).toEqual(COUNTS);
  });

  it('takes no key of others for one that goes on', () => {
    const text = `{"little_penguin": [${LIST}], "little_penguin_positions": [3, 7, 11]}`;
    expect(readList(text, HINTS).numbers).toEqual(COUNTS);
  });
});

describe('totals', () => {
  it.each([
    '{"little_penguin": 107}\n\nCorrection: I missed one sentence with 30. The total is 137.',
    '```json\n{"little_penguin": 107}\n```\n\nWait, I missed one. The correct total is 137.',
    '```json\n{"little_penguin": 107}\n```\n\nCorrection: I overlooked the last one (30 ★), so the total should be 137.',
    '{"little_penguin": 137}\n\nHmm, let me double-check: 14, 5, 22, 9, 37, 2, 18, 30. Yes, correct.',
    '{"little_penguin": 137}\n\nThis counts 8 sentences.',
    '{"total": 137}\n\nActually, let me look again: 14 + 5 = 19, so I keep it.',
    'The total is 107. Correction: I overlooked 30 ★. The total is 137.',
    '137 ★ altogether: 14 ★, 5 ★, 22 ★, 9 ★, 37 ★, 2 ★, 18 ★, 30 ★',
    '{"little_penguin": 14 + 5 + 22 + 9 + 37 + 2 + 18 + 30 = 137}',
    '«137»',
    'Ответ: «137»',
    '| Total |\n|---|\n| 137 |',
    '모두 백서른일곱 개입니다.',
    '총 백삼십칠 개입니다.',
    'One hundred and thirty-seven stars in total.',
    '14+5=19, 19+22=41, 41+9=50, 50+37=87, 87+2=89, 89+18=107, 107+30=137.\n\nTotal: 137',
  ])('%s', (text) => {
    expect(readNumber(text, HINTS).number).toBe(137);
  });

  it('is none where a sum is not carried out', () => {
    const { number } = readNumber('{"little_penguin": 14 + 5 + 22 + 9}', HINTS);
    expect(number).toBeUndefined();
  });
});

describe('options', () => {
  const options = ['Ada Fenn', 'Bo Marsh', 'Cy Thorn', 'Di Vale'];
  it.each([
    'A: No, Ada is the mother.\nB: No.\nC: Yes, Cy is the eldest.\nD: No, Di is a daughter.',
    'A is wrong because Ada is a child. B is wrong too. C fits the chain. D is not an ancestor.',
    'A ✗\nB ✗\nC ✓\nD ✗',
    'A. false; B. false; C. true; D. false',
    'Option A is incorrect. Option B is incorrect. Option C is correct. Option D is incorrect.',
    'Option A: Ada Fenn is a parent, so not the one.\nOption B: Bo Marsh, not the one.\nOption C: Cy Thorn is the root.\nOption D: Di Vale does not appear.\n',
    "Let's judge each option:\n- A (Ada Fenn): has a parent, so no.\n- B (Bo Marsh): has a parent, so no.\n- C (Cy Thorn): has no parent, so yes.\n- D (Di Vale): not in this line, so no.",
    'A) not her\nB) not him\nC) top of the chain\nD) not related\n\nAnswer: C',
    '정답은 C입니다.',
  ])('are judged one by one: %s', (text) => {
    expect(readableAnswer(text).choice(options, 'Eve Long')).toBe(2);
  });

  it.each([
    'A is wrong. B is wrong. C may be. D may be.',
    'A is wrong. A is wrong. C may be. A is wrong.',
  ])('are not decided by %s', (text) => {
    expect(readableAnswer(text).choice(options, 'Eve Long')).toBeUndefined();
  });
});
