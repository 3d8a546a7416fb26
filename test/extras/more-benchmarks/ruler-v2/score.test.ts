import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../../src/answers/readable-answer.js';
import {
  boxedLetter,
  judgedPart,
  likeness,
  scoreRulerV2,
  type WantedAnswer,
} from '../../../../src/extras/more-benchmarks/ruler-v2/index.js';

describe('likeness', () => {
  it('is 1 for what stands there, else 1 less the word error rate', () => {
    expect(likeness('It says: COPY that LINE.', 'copy that line')).toBe(1);
    expect(likeness('copy this line', 'copy that line')).toBeCloseTo(2 / 3, 12);
    expect(likeness('nothing of the kind at all', 'copy that')).toBe(0);
    expect(likeness('', 'a b')).toBe(0);
    expect(likeness('anything', '')).toBe(1);
  });

  it('counts words as a plain Levenshtein distance does', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });
    fc.assert(
      fc.property(words, words, (given, right) => {
        fc.pre(right.length > 0 && !given.join(' ').includes(right.join(' ')));
        const rows = given.reduce(
          (above, word, i) => {
            const row = [i + 1];
            right.forEach((other, j) => {
              const changed = above[j]! + (word === other ? 0 : 1);
              row.push(Math.min(changed, above[j + 1]! + 1, row[j]! + 1));
            });
            return row;
          },
          Array.from({ length: right.length + 1 }, (_, i) => i),
        );
        const expected = Math.max(0, 1 - rows.at(-1)! / right.length);
        expect(likeness(given.join(' '), right.join('\n'))).toBeCloseTo(expected, 12);
      }),
    );
  });
});

describe('what is judged', () => {
  it.each([
    ['all', 'Answer: a Answer: b', ' b'],
    ['last', 'one\ntwo\n\nthree', 'three'],
    ['part', 'Document 12:\nTitle\nText.\n\nIt is Ada.', 'It is Ada.'],
    ['part', 'Document 12: It is Ada.', 'Document 12: It is Ada.'],
  ] as const)('of %s: %j', (match, answer, part) => {
    expect(judgedPart(answer, match)).toBe(part);
  });

  it.each([
    ['\\boxed{B}', 'B'],
    ['\\boxed{A} no, \\boxed{\\text{C}}', 'C'],
    ['\\boxed{(D) the last}', 'D'],
    ['\\boxed{12}', '12'],
    ['\\boxed{A', undefined],
    ['**Answer:** b', 'b'],
    ['B', undefined],
  ])('of a letter: %j', (answer, letter) => {
    expect(boxedLetter(answer)).toBe(letter);
  });
});

describe('the score of RULER v2', () => {
  const of = (text: string, over: Partial<WantedAnswer>) =>
    scoreRulerV2(
      readableAnswer(text),
      { match: 'all', references: ['one two', 'three four'], positions: [], absent: [], ...over },
      'en',
    );

  it('is the mean of all references, or the best of them', () => {
    expect(of('one two', {})).toMatchObject({ score: 0.5, namedScores: { exact: 0.5 } });
    expect(of('one six', {})).toMatchObject({ score: 0.25, namedScores: { exact: 0 } });
    expect(of('one two', { match: 'part' }).score).toBe(1);
    expect(of('one two\n\nthree four', { match: 'last' }).score).toBe(0.5);
    expect(of('one two, three four', { positions: [0, 1] }).marks).toEqual([1, 1]);
  });

  it('doubts a copy that has others of the same number with it, and no copy of a question', () => {
    const copied = { references: ['who?'], others: ['where?'] };
    expect(of('who?', copied).doubt).toBeUndefined();
    expect(of('It is 17 or 18.', { references: ['17'] }).doubt).toBeDefined();
    expect(of('where?\nwho?', copied)).toMatchObject({
      ...{ score: 1, doubt: { why: 'one of two', low: 0, high: 1 } },
    });
  });

  it('leaves reasoning aside, and says why nothing is right', () => {
    expect(of('<think>one two</think>nothing', { references: ['one two'] }).score).toBe(0);
    expect(of('', {}).metadata.diagnosis).toBe('empty');
    expect(of('I cannot help with that.', {}).metadata.diagnosis).toBe('refused');
    expect(of('It is not in the list above.', { absent: ['not in the list'] })).toMatchObject({
      metadata: { diagnosis: 'missing' },
    });
  });

  it('reads a letter in the box, and beside it in any wording', () => {
    const letter = { match: 'letter', references: ['B'], choices: ['1', '2', '3', '4'] } as const;
    expect(of('\\boxed{B}', letter)).toMatchObject({ score: 1, namedScores: { anywhere: 1 } });
    expect(of('The answer is (B).', letter)).toMatchObject({
      ...{ score: 0, inForm: 1, readable: true },
      namedScores: { anywhere: 1 },
    });
    expect(of('\\boxed{C}', letter)).toMatchObject({ metadata: { diagnosis: 'another' } });
    expect(of('Hard to say.', letter)).toMatchObject({ score: 0, readable: false });
  });
});
