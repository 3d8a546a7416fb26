/** Words in answers as models of today write them: said, denied, doubted, broken, marked. */
import { describe, expect, it } from 'vitest';
import { rankOfKey, roleBefore } from '../../../src/answers/labels.js';
import { withDigits } from '../../../src/answers/numbers/worded-numbers.js';
import { isAsserted } from '../../../src/answers/standing.js';
import { boxesOf } from '../../../src/answers/texts/boxes.js';
import { finalPart, inAnswerTag } from '../../../src/answers/texts/final-text.js';
import { plainWriting, withoutLatex } from '../../../src/answers/texts/plain-writing.js';

describe('isAsserted', () => {
  it.each([
    'It was 1829.',
    'It was completed in 1829, not in 1830.',
    'It was not completed in 1830, but in 1829.',
    'It was not completed until 1829.',
    'It was completed no later than 1829.',
    'Not in 1830: it was 1829.',
    'If I am not mistaken, it was 1829.',
    'I am not sure, but I think it was 1829.',
    'I could not find the day. The year was 1829.',
    'Either 1829 or 1830. On balance, the answer is 1829.',
    'It is not only 1829 that matters.',
    '不是1830年，而是1829年。',
    '是1829年，不是1830年。',
    'He didn’t use 1830 – it was 1829.',
    'Не в 1830, а в 1829.',
    '1830년이 아니라 1829년입니다.',
  ])('stands by 1829 in %j', (text) => {
    expect(isAsserted(text, /1829/g)).toBe(true);
  });

  it.each([
    'It was not 1829.',
    'The text never says that it was 1829.',
    '文中没有提到1829年。',
    'It was not completed in 1829, but in 1830.',
    'It was 1830, not 1829.',
    'It was 1830 rather than 1829.',
    'It was built in 1830 instead of 1829.',
    "It wasn't 1829, it was 1830.",
    '不是1829年，而是1830年。',
    'Не в 1829, а в 1830.',
    '1829년이 아니라 1830년입니다.',
  ])('does not stand by 1829 in %j', (text) => {
    expect(isAsserted(text, /1829/g)).toBe(false);
  });

  it.each(['a kazoo or mouth flute', 'Kazoos or similar toys.', 'It says a kazoo.'])(
    'takes %j for a kazoo',
    (text) => {
      expect(isAsserted(text, /kazoo/gi)).toBe(true);
    },
  );
});

describe('plainWriting', () => {
  it.each([
    ['harmon\u00adicas', 'harmonicas'],
    ['har-\nmonicas', 'harmonicas'],
    ['**Velvet** Turnip', 'Velvet Turnip'],
    ['har**mon**icas', 'harmonicas'],
    ['_harmonicas_', 'harmonicas'],
    ['<b>harmon</b>icas', 'harmonicas'],
    ['１８２９', '1829'],
    ['snake_case_name', 'snake_case_name'],
    ['velvet\\ turnip', 'velvet turnip'],
    ['\\text{velvet turnip}', '{velvet turnip}'],
    ['数 藕 谣', '数藕谣'],
    ['一架豎琴', '一架竖琴'],
    ['twenty - 3', 'twenty - 3'],
  ])('writes %j as %j', (text, plain) => {
    expect(plainWriting(text)).toBe(plain);
  });
});

describe('the part that is marked as the answer', () => {
  it.each([
    ['B? <answer>A</answer>', 'A'],
    ['<answer>B</answer> no, <answer>A</answer>', 'A'],
    ['<answer>A', 'A'],
    ['<final_answer>A</final_answer>.', 'A'],
    ['A <answer></answer>', 'A <answer></answer>'],
    ['A', 'A'],
  ])('of %j is %j', (text, part) => {
    expect(inAnswerTag(text)).toBe(part);
  });

  it('is every box, with the braces in it', () => {
    expect(boxesOf('$\\boxed{\\text{B}}$ and \\boxed {3, {4}} and \\boxed{open')).toEqual([
      '\\text{B}',
      '3, {4}',
    ]);
    expect(withoutLatex('\\textbf{Bo}\\ Marsh')).toBe('{Bo} Marsh');
  });

  it.each(['A<|im_end|>', 'A</s>', 'A<end_of_turn>', '<|begin_of_box|>A<|end_of_box|>'])(
    'has no tokens: %s',
    (text) => {
      expect(finalPart(text).trim()).toBe('A');
    },
  );
});

describe('withDigits', () => {
  it.each([
    ['three, seven and twenty-three', '3, 7 and 23'],
    ['twenty three', '23'],
    ['one hundred and five', '105'],
    ['two thousand and sixteen', '2016'],
    ['eighteen twenty-nine', '1829'],
    ['nineteen oh five', '1905'],
    ['nineteen hundred', '1900'],
    ['no one', 'no one'],
    ['often a tension', 'often a tension'],
  ])('writes %j as %j', (text, digits) => {
    expect(withDigits(text)).toBe(digits);
  });
});

describe('labels', () => {
  it.each([
    ['I left out the mistaken ones: ', 'mistaken'],
    ['Without the mistaken ones, the final list is ', 'right'],
    ['Updated list: ', 'right'],
    ['References: ', 'place'],
    ['and then ', 'partial'],
    ['The counts are ', 'count'],
    ['错误的数字：', 'mistaken'],
    ['Ошибочные числа: ', 'mistaken'],
    ['', undefined],
  ])('%j says %s', (label, role) => {
    expect(roleBefore(label)).toBe(role);
  });

  it('prefers the key that says the most', () => {
    const keys = ['true_count', 'count', 'total', 'x', 'mention', 'index', 'mistaken_count'];
    expect(keys.toSorted((a, b) => rankOfKey(a) - rankOfKey(b))).toEqual(keys);
  });
});
