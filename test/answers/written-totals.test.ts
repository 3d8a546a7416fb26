/** Totals as models of today write them: 6 + 1 + 13 + 10 + 19 is 49. */
import { describe, expect, it } from 'vitest';
import { readNumber } from '../../src/answers/read-answer.js';

const hints = {
  keys: ['little_penguin', '小企鹅', 'маленький_пингвин', '꼬마펭귄'],
  units: ['stars', 'star', '★', '颗', '个', 'звёзд', 'звёздочек', '개'],
  recited: [/the little penguin counted (?<count>\d+) ★/giu],
};

describe('totals as models write them', () => {
  it.each([
    ['a sentence', 'The little penguin counted 49 stars altogether.'],
    ['places behind', 'The total is 49, from 5 sentences.'],
    ['places before', 'Across 5 mentions, the total comes to 49.'],
    ['number of places in a line behind', '49\n\nNumber of sentences: 5'],
    ['an explanation behind', 'Answer: 49\n\nExplanation: I added 6, 1, 13, 10 and 19.'],
    ['a sum behind', '49 (= 6 + 1 + 13 + 10 + 19)'],
    ['a sum before', '6 + 1 + 13 + 10 + 19 = 49'],
    ['a sum with units', '6★ + 1★ + 13★ + 10★ + 19★ = 49★'],
    ['a sum and places', '6 + 1 + 13 + 10 + 19 = 49 stars in 5 places'],
    ['sums in steps', '6 + 1 = 7\n7 + 13 = 20\n20 + 10 = 30\n30 + 19 = 49'],
    ['a sum the other way', '49 = 6 + 1 + 13 + 10 + 19'],
    ['a list before', 'The numbers are 6, 1, 13, 10 and 19, which add up to 49.'],
    ['a list behind', 'The sum is 49. The individual counts were 6 ★, 1 ★, 13 ★, 10 ★ and 19 ★.'],
    ['lines before', '- 6 ★\n- 1 ★\n- 13 ★\n- 10 ★\n- 19 ★\n\n**Total: 49 ★**'],
    ['numbered lines before', '1. 6 ★\n2. 1 ★\n3. 13 ★\n4. 10 ★\n5. 19 ★\n\nTotal = 49'],
    ['a table with a total', '| # | ★ |\n|---|---|\n| 1 | 6 |\n| 2 | 43 |\n| **Total** | **49** |'],
    ['a running total', 'Running total: 6 → 7 → 20 → 30 → 49'],
    ['a fresh start', 'The total is 40. Wait, I missed one: the total is 49.'],
    ['a denied one', 'The total is 49, not 48.'],
    ['instead of another', 'It should be 49 instead of 40.'],
    ['final answer', 'I get 48 at first. Final answer: **49**'],
    ['box behind steps', '6 + 1 + 13 = 20, and so on: $$\\boxed{49}$$'],
    ['box with a unit', '\\boxed{49\\ \\bigstar}'],
    ['tag', 'Adding 6 and 43 …<answer>49</answer>'],
    ['heading', '## Answer\n\n49'],
    ['two keys', '{"sentences": 5, "total": 49}'],
    ['answer and places', '{"answer": 49, "mentions": 5}'],
    ['sum as text', '{"total_stars": "49 ★", "number_of_sentences": 5}'],
    ['list and sum', '{"counts": [6, 1, 13, 10, 19], "sum": 49}'],
    ['sum with calculation', '{"little_penguin": "6 + 1 + 13 + 10 + 19 = 49"}'],
    ['places and a unit', 'There are 5 such sentences and together they give 49 ★.'],
    ['Chinese numerals in a sentence', '小企鹅总共数了四十九颗★。'],
    ['full-width', '合计：４９'],
    ['Chinese', '小企鹅一共数了49颗★。'],
    ['Chinese, places', '文中共有5处，总共49颗星。'],
    ['Chinese, places behind', '总数为49（共5次）。'],
    ['Chinese sum', '6+1+13+10+19=49，所以答案是49颗。'],
    ['Chinese numerals', '四十九'],
    ['Russian', 'Всего 49 звёзд.'],
    ['Russian, places', 'В тексте 5 предложений, сумма равна 49.'],
    ['Korean', '모두 합하면 49개입니다.'],
    ['Korean, places', '총 5번 언급되며, 합계는 49개입니다.'],
    ['words', 'In total: forty-nine stars.'],
  ])('%s', (_name, output) => {
    expect(readNumber(output, hints).number).toBe(49);
  });

  it.each([
    ['1,024', 'The total is 1,024 stars.'],
    ['1.024 with spaces', 'Total: 1 024 ★'.replace(' 024', '\u202f024')],
    ['LaTeX', 'The sum is $1{,}024$.'],
  ])('with a thousands separator: %s', (_name, output) => {
    expect(readNumber(output, hints).number).toBe(1024);
  });

  it.each([
    'I cannot add them up.',
    'There are 5 sentences.',
    '文中共有5处。',
    '{"little_penguin": [6, 1, 13, 10, 19]}',
    'The little penguin counted 6 ★. The little penguin counted 1 ★.',
  ])('is no total: %s', (output) => {
    expect(readNumber(output, hints).number).toBeUndefined();
  });
});
