import { describe, expect, it } from 'vitest';
import { answerOf, vocabularyOf } from '../../../src/answers/prepared-answer.js';
import { listOf } from '../../../src/answers/scanner/lists.js';

const vocabulary = vocabularyOf({ keys: ['little_penguin'], units: ['stars', '★', '颗'] });
const read = (text: string) => listOf(answerOf(text, vocabulary))?.chosen.numbers;

describe('lines of numbers', () => {
  it.each([
    ['commas', '3, 5, 9'],
    ['semicolons, pipes and brackets', '(3; 5| 9)'],
    ['quotes', '"3" \'5\' `9`'],
    ['conjunctions', '3 and 5 и 9'],
    ['conjunctions of Han and Hangul', '3 和 5 그리고 9'],
    ['units', '3 stars, 5★ 9颗'],
    ['units apart', '3 stars\n5 stars\n9 ★'],
    ['bullets', '- 3\n* 5\n• 9.'],
    ['empty lines', '\n3\n\n5\n9\n'],
    ['line numbers', '1. 3\n2. 5\n3. 9'],
    ['line numbers from 0', '0: 3\n1: 5\n2: 9'],
    ['fences', '```\n3\n5\n9\n```'],
    ['Chinese numerals', '三 五 九颗'],
    ['a key in the line before', 'little_penguin:\n3\n5\n9'],
    ['a key in the line', 'little_penguin: 3, 5, 9'],
    ['words before', 'Here they are:\n3\n5\n9'],
    ['words behind', '3\n5\n9\nThat is all.'],
    ['the last block of several', '1 2 4\nor rather\n3 5 9'],
    ['a block that is not set aside', 'Right:\n3 5 9\nMistaken:\n1 2 4'],
    ['the beginning behind a colon', 'I found these: 3,\n5, 9\nThat is all.'],
    ['no total', 'Found:\n3\n5\n9\nTotal: 17'],
    ['line numbers between empty lines', '1. 3\n\n2. 5\n\n3. 9'],
    ['emphasis', '**3**, 5 and *9*'],
    ['words before line numbers', 'Here they are:\n1. 3\n2. 5\n3. 9'],
    ['marks behind a unit', '3 stars!!\n5 stars!\n9'],
    ['rows with labels', 'Mentions: 1, 2, 4\nStars:3, 5, 9'],
    ['rows with bullets and labels', '- Mentions: 1, 2, 4\n- Stars: 3, 5, 9'],
    ['a row with a label that is a unit', 'Stars: 3, 5, 9'],
    ['no calculation', '3 5 9\n8 + 9 = 17'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual([3, 5, 9]);
  });

  it.each<[string, number[] | undefined]>([
    ['3 and 5', [3, 5]],
    ['It is:\n3\n5', [3, 5]],
    ['It is:\n3\n5\n', [3, 5]],
    ['', undefined],
    ['owls', undefined],
    ['3 owls, 5 hares and 9 foxes', undefined],
    ['1 3\n2 5\n4 9', [1, 3, 2, 5, 4, 9]],
    ['1 3', [1, 3]],
    ['1 3 4\n2 5 6', [1, 3, 4, 2, 5, 6]],
    ['Mentions: 1, 2, 4\nStars: 13, 15, 19', [13, 15, 19]],
    ['3.5 4 5', [3.5, 4, 5]],
    ['Stars: 3, 5, 9\nFoxes: 1, 2, 4', [1, 2, 4]],
    ['3 5 9\nMistaken: 1, 2, 4', [3, 5, 9]],
    ['Mistaken:\n1 2 4', undefined],
    [`3 5 9 ${'x'.repeat(49)}`, [3, 5, 9]],
    [`3 5 9 ${'-'.repeat(48)}`, [3, 5, 9]],
    ['3 → 5 → 9', [3, 5, 9]],
    ['```json\n3\n5\n```', [3, 5]],
    ['3\nlittle_penguin: 5', undefined],
    ['little_penguin: many\n3\n5', [3, 5]],
    ['3 5 9\nFoxes: mistaken\n1 2 4', [3, 5, 9]],
    ['3 5 9\nMistaken ones\n1 2 4', [3, 5, 9]],
    ['13★, 5★, 3.25★', [13, 5, 3.25]],
    ['3owls 5 9', undefined],
    ['3  =  5, 9', undefined],
    ['3= 5 9', undefined],
  ])('of %j', (text, numbers) => {
    expect(read(text)).toEqual(numbers);
  });
});
