/** Totals as models of today write them: 6 + 1 + 13 + 10 + 19 is 49. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber } from '../../src/answers/readable-answer.js';

const hints = {
  keys: ['little_penguin', '小企鹅', 'маленький_пингвин', '꼬마펭귄'],
  units: ['stars', 'star', '★', '颗', '个', 'звёзд', 'звёздочек', '개'],
  recited: [/the little penguin counted (?<count>\d+) ★/giu],
};

describe('totals as models write them', () => {
  it.each([
    ['a sentence', 'The little penguin counted 49 stars altogether.'],
    ['how many entries', 'The grand total across all 5 entries comes to 49.'],
    ['how many were added', 'The sum of the 5 counts is 49.'],
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
    ['places right behind', '6 + 1 + 13 + 10 + 19 = 49 in 5 places'],
    ['places further behind', 'The number of stars is 49 across 5 chapters.'],
    ['places behind a dash', '49 — I found 5 sentences.'],
    ['places behind a comma', 'Total: 49, 5 sentences'],
    ['a heading', '## Total\n\n49\n\n## Counts\n\n- 6\n- 1\n- 13\n- 10\n- 19'],
    ['a first heading', '# Sum\n49\nThe last one was 19.'],
    ['a label in the line before', 'Total:\n\n49\n\nThe last one was 19.'],
    ['a label with a unit', 'Total ★: 49\nThe last one was 19 ★.'],
    ['a sentence with a list', '49. I added 6, 1, 13, 10 and 19.'],
    ['a list with "and"', 'I got 49 by adding 6, 1, and 13, 10 and 19'],
    ['what the list sums to', 'The sum of 6, 1, 13, 10 and 19: 49'],
    ['part of it behind', 'The total is 49, of which 19 came last.'],
    ['a wrong one behind', 'The total is 49; the wrong total was 40.'],
    ['a part behind', 'The total is 49. The total so far had been 30.'],
    ['several labels', 'Final answer: 49\nTotal of the last two: 29'],
    ['the result before a number of another kind', '6 + 43 = 49, as asked in 2024.'],
    ['an approximate result', '6 + 43 ≈ 49, as asked in 2024.'],
    ['an arrow without spaces', '6,43→49, as asked in 2024.'],
    ['arrows of hyphens', 'I get 6 -> 49. So I say in 2024.'],
    ['double arrows', 'I get 6 =>  49. So I say in 2024.'],
    ['arrows and units', 'The total goes 6 ★ → 7 ★ → 49 ★'],
    ['arrows and words', 'The total goes 6 stars => 49 stars'],
    ['an arrow right behind', 'The total goes 6→49'],
    ['addends behind', '49 (6 + 43)'],
    ['addends without spaces', '49 (6+43)'],
    ['addends in words', '49 = 6 stars + 43 stars, as asked in 2024.'],
    ['a sum behind without spaces', '49=6+43 (2024)'],
    ['a sum behind with units', '49 ★ = 6★ + 43★, as asked in 2024'],
    ['a sum behind in a column', '49\n  =  6\n  +  43\nThat was 2024.'],
    ['addends in a column', 'It is 49.\n6\n+ 1\n+ 13\n+ 10\n+ 19'],
    ['factors', 'It is 49, or 7 × 7.'],
    ['factors with an x', 'It is 49, or 7x7.'],
    ['how sure', 'It is 49 (confidence 9/10).'],
    ['how sure in percent', 'It is 49, and I am sure to 100 %.'],
    ['how sure in per cent right behind', 'It is 49, and I am sure to 100%.'],
    ['"in all" behind', '49 in all, the last one being 19'],
    ['"altogether" behind', '49 stars altogether. The last one had 19 stars.'],
    ['a unit', 'For the little penguin it is 49 ★, as asked in 2024.'],
    ['a unit in a word', 'For the little penguin it is 49 stars, as asked in 2024.'],
    ['count of mentions behind', '49\n\nMention count: 5'],
    ['chapters behind', '49\n\nIn chapters: 5'],
    ['a line number behind', '49\nLast line number: 212'],
    ['numbered lines behind', '49\n\n1. One in the first chapter.\n2. One in the second.'],
    ['numbers in brackets behind', '49\n\n(1) One in the first chapter.\n(2)  One in the second.'],
    ['indented numbers behind', '49\n\n  1) One in the first chapter.\n  2) One in the second.'],
    ['Chinese item numbers behind', '49\n\n1、第一章\n2、第二章'],
    ['Chinese item numbers with a point behind', '49\n\n1.第一章\n2.第二章'],
    ['denied in the end', 'It is 49 and not 48'],
    ['denied with an apostrophe', 'I say 49; it isn’t 48'],
    ['Chinese, denied in the end', '应该是49，而不是48'],
    ['a better answer after a pause', 'Final answer: 40. Wait, I missed one, so the sum is 49.'],
    ['a unit after a pause', 'The total is 40. Hmm, let me recount. With the last one it is 49 ★.'],
    ['a pause without another total', 'The total is 49. Wait, is it? I read chapter 5 again. Yes.'],
    ['a pause and other numbers', 'The total is 49. Hmm, this is from 1865.'],
    ['a word with "wait" in it', 'The answer is 49. I await your next 5 ★.'],
    ['Chinese, a pause', '总数是40。等等，漏了一个，总数是49。'],
    ['Chinese, a pause and a unit', '答案是40。不对，应为49颗。'],
    ['at the very beginning', '49 is the total. The last one was 19 ★.'],
    ['Chinese sentences', '总和是49。最大的一个数是19。'],
    ['Chinese chapters', '第1章6颗，第2章43颗，共49颗。'],
    ['an array before', 'I add [6, 1, 13, 10, 19] and get 49'],
    ['a keyed array before', '{"little_penguin": [6, 43]}\nI get 49'],
    ['an object with arrays before', '{"counts": [6, 43], "chapters": [1, 2]} I get 49'],
    ['an array behind', 'I get 49, from [6, 1, 13, 10, 19].'],
    ['an array, then an object', 'I add [6, 43], {"chapters": [1, 2]} and get 49'],
    ['a keyed array that does not end', 'It is 49: {"little_penguin": [6, 1, 13, 10, 19, 4'],
    ['an array that does not end', 'I add [6, 1, 13 and so on, which makes 49 ★'],
    ['a footnote', 'It is 49 [1].'],
    ['footnotes', 'It is 49 [1][2].'],
    ['several footnotes', 'It is 49 [1, 2].'],
    ['footnotes before', 'As [1] and [2] say: 49'],
    ['a number in an array', 'Total: [49]'],
    ['a number in an array of a sentence', 'The total is [ 49 ].'],
    ['Chinese, a number in an array', '总数是[49]，见[1]。'],
    ['in braces', '{that makes 49 altogether}'],
    ['in a bold heading', '**Total:** **49**\n\n*19* was the last.'],
    ['with a sign for "about"', '~49'],
    ['all the sentences behind', '49 in all sentences together, the last being 19'],
    ['a remark with a comma', 'Total: 49 as far as I can see, 19 of them late.'],
    ['what the list with units sums to', 'The sum of 6 stars, 24 stars and 19 stars: 49'],
    ['what two sum to', 'The sum of 30 stars and 19 stars: 49'],
    ['what stars in a sentence sum to', 'The sum of 6 ★, 24 ★ and 19 ★ is 49.'],
    ['Chinese, what stars sum to', '6颗、24颗和19颗的总和是49。'],
    [
      'what numbers between commas sum to',
      'The sum of the counts, 6, 24 and 19, is 49. The last was 19 ★.',
    ],
    ['a sum of some and an answer', 'First I counted 6 and 24, then 19 ★. The answer is 49.'],
    ['what two with a comma sum to', 'The sum of 30, and 19: 49'],
    ['addends in other words', '49 points = 6 points + 43 points, as asked in 2024.'],
    ['larger addends', '49 = 30 + 19, as asked in 2024.'],
    ['steps behind', 'The total is 49. Steps: 6 → 30 → 48'],
    ['a total between commas', 'The total, as I see it, is 49. The last was 19.'],
    [
      'a total between commas, behind a number',
      '6 came first. The total, I say, is 49. The last was 19.',
    ],
    ['a total behind a number', 'Of 6 the total is 49. The last was 19.'],
    ['a total without a verb', 'The total 49 is more than the 19 that I first thought.'],
    ['a plus in a name', 'My C++ program says 49.'],
    ['a word that ends in x', 'At the very max 49'],
    ['a line of text before', 'I got 49 ★ for it, as the answer to your question\n2024'],
    [
      'an array that is no JSON, then an object',
      'I get 49 from [6 ★, 43 ★], {"chapters": [1, 2]}.',
    ],
    ['a keyed array of texts that does not end', 'I get 49: {"little_penguin": ["6 ★", "43 ★", '],
    [
      'a number in an array, and why',
      'Total: [49]\n\nThat is what all sentences with the penguin in it say together.',
    ],
  ])('%s', (_name, output) => {
    expect(readNumber(output, hints).number).toBe(49);
  });

  it.each([
    ['1,024', 'The total is 1,024 stars.'],
    ['1.024 with spaces', 'Total: 1 024 ★'.replace(' 024', '\u202f024')],
    ['LaTeX', 'The sum is $1{,}024$.'],
    ['without a label', 'I get 1,024, as of chapter 3.'],
  ])('with a thousands separator: %s', (_name, output) => {
    expect(readNumber(output, hints).number).toBe(1024);
  });

  it.each([
    'I cannot add them up.',
    'There are 5 sentences.',
    '文中共有5处。',
    '1. I looked for them.\n2. I found none.',
    '6, 1, 13, 10 and 19',
    '6 + 1 + 13 + 10 + 19',
    'It is not 49.',
    '{"little_penguin": [6, 1, 13, 10, 19]}',
    'The little penguin counted 6 ★. The little penguin counted 1 ★.',
  ])('is no total: %s', (output) => {
    expect(readNumber(output, hints).number).toBeUndefined();
  });

  it.each([
    ['1 + 1 = 2. That is all.'],
    ['1 and 1 is\n2 stars. That is all.'],
    ['1. One in the first chapter.\n2. One in the last.\nThat makes 2. No more.'],
  ])('reads a total no larger than the number of numbers: %s', (output) => {
    expect(readNumber(output, hints).number).toBe(2);
  });

  it('reads what stands at the beginning and at the end', () => {
    const words = 'and so on '.repeat(2_500);
    expect(readNumber(`Total: 49.\n${words}${words}\n19`, hints).number).toBe(49);
    expect(readNumber(`19\n${words}${words}\nTotal: 49`, hints).number).toBe(49);
    expect(readNumber(`19\n${words}\nTotal: 49\n${words}`, hints).number).toBe(19);
  });
});

it('reads the same between blank lines', () => {
  const pieces = fc.constantFrom(
    ...['6', '43', '49', '★', 'stars', '=', '+', 'total', 'sentences', 'answer', '\n', '- ', 'not'],
    ...[',', 'and', 'wait', '→', '(', ')', ':', '.', '1.', 'in', '#'],
  );
  const texts = fc.array(pieces, { maxLength: 14 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(texts, (text) => {
      expect(readNumber(`\n${text}\n \n`, hints)).toEqual(readNumber(text, hints));
    }),
  );
});

it.each([
  '131 ★ altogether: 3 ★, 7 ★, 9 ★, 13 ★, 18 ★, 23 ★, 27 ★, 31 ★',
  '131 ★ altogether: 3 ★, 7 ★ and 31 ★.',
  'сто тридцать один',
  '백삼십일',
])('a total before a list, or in words: %s', (output) => {
  expect(readNumber(output, { keys: ['little_penguin'], units: ['★'] }).number).toBe(131);
});
