import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../src/answers/readable-answer.js';
import {
  diagnose,
  type Examined,
  whyUnreadable,
} from '../../../src/benchmarks/counting-stars/diagnosis.js';
import { markStars } from '../../../src/benchmarks/counting-stars/index.js';
import { DIAGNOSES, type Diagnosis } from '../../../src/contract/diagnosis.js';

/** 32 true counts as in the paper: 4i + 1, 2 or 3. */
const reference = Array.from({ length: 32 }, (_, i) => 4 * i + 1 + [1, 0, 2, 2, 0, 1, 2][i % 7]!);
const hints = {
  keys: ['little_penguin'],
  recited: [/the little penguin counted (?<count>\d+) ★/giu],
};

/** Diagnose a text as the score does. */
function diagnosisOf(text: string, more: Partial<Examined> = {}): Diagnosis {
  const given = readableAnswer(text);
  const { form, numbers } = given.list(hints);
  if (form === 'unreadable') return whyUnreadable(given, text.includes('抱歉') ? 'zh' : 'en');
  const truth = more.reference ?? reference;
  const marks = markStars(numbers, truth);
  return diagnose({ form, numbers, reference: truth, marks, ...more });
}

const answer = (numbers: readonly number[]) => JSON.stringify({ little_penguin: numbers });
const without = (...lost: number[]) => answer(reference.filter((_, i) => !lost.includes(i + 1)));
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('diagnose', () => {
  it.each<[Diagnosis, string, string]>([
    ['empty', 'nothing', ''],
    ['empty', 'white space', ' \n '],
    ['empty', 'only reasoning', '<think>They are [3, 5, 9].'],
    ['empty', 'an empty list', answer([])],

    ['refused', 'a refusal', "I'm sorry, but I can't do that."],
    ['refused', 'a curly apostrophe', 'I’m sorry.'],
    ['refused', 'a refusal late in a short answer', 'The text is long and full of mice. 抱歉。'],
    ['refused', 'a refusal early in a long answer', `I cannot. ${'It is so long. '.repeat(100)}`],
    ['unreadable', 'a refusal late in a long answer', `${'It is long. '.repeat(100)} I cannot.`],
    ['unreadable', 'prose', 'A tale of owls and mice.'],
    ['complete', 'a refusal with the list', `I'm sorry it took long: ${answer(reference)}`],

    ['recited', 'sentences', 'The little penguin counted 2 ★. The little penguin counted 5 ★.'],
    [
      'recited',
      'all sentences',
      reference.map((count) => `The little penguin counted ${count} ★.`).join('\n'),
    ],

    ['complete', 'everything', answer(reference)],
    ['complete', 'everything in another order', answer([...reference].reverse())],
    ['complete', 'everything and more', answer([...reference, 500, 600])],
    [
      'complete',
      'everything, the last one a few times',
      answer([...reference, ...Array(8).fill(9)]),
    ],
    ['complete', 'everything twice', answer([...reference, ...reference])],

    [
      'repetition',
      'everything, then one number on and on',
      answer([...reference, ...Array(99).fill(9)]),
    ],
    [
      'repetition',
      'everything four times',
      answer([reference, reference, reference, reference].flat()),
    ],
    ['repetition', 'one number', answer(Array(200).fill(7))],
    ['repetition', 'one number, cut off', answer(Array(200).fill(7)).slice(0, -3)],
    [
      'repetition',
      'a few, then one number',
      answer([...reference.slice(0, 20), ...Array(9).fill(7)]),
    ],
    [
      'repetition',
      'a cycle of two',
      answer([...reference.slice(0, 10), ...Array(10).fill([7, 10]).flat()]),
    ],
    ['repetition', 'a cycle of four', answer(Array(6).fill([3, 9, 14, 22]).flat())],
    [
      'repetition',
      'half of it again and again',
      answer(Array(6).fill(reference.slice(0, 16)).flat()),
    ],
    ['scattered', 'one number three times', without(4, 17, 30).replace('[', '[2, 2, ')],

    [
      'regular-sequence',
      'steps of 4',
      answer([...reference.slice(0, 8), ...range(1, 24).map((i) => 30 + 4 * i)]),
    ],
    ['regular-sequence', 'steps of 1', answer(range(1, 32))],
    [
      'regular-sequence',
      'steps down',
      answer([...reference.slice(0, 12), ...range(1, 10).map((i) => 90 - 5 * i)]),
    ],
    [
      'regular-sequence',
      'two steps in turn',
      answer(range(0, 31).map((i) => 200 + 5 * i + (i % 2))),
    ],
    ['scattered', 'a regular stretch of the truth', without(3, 16, 28)],

    ['missing-head', 'the first 10 lost', without(...range(1, 10))],
    ['missing-head', 'three quarters lost', without(...range(1, 24))],
    ['missing-head', 'most of the first quarter lost', without(1, 2, 3, 5, 6, 7)],
    ['missing-head', 'a hole near the head', without(4, 5, 6, 7)],
    ['missing-middle', 'a hole in the middle', without(...range(14, 19))],
    [
      'missing-middle',
      'most of a wide middle lost',
      without(9, 10, 12, 13, 15, 16, 17, 19, 20, 22),
    ],
    ['missing-middle', 'only the ends left', without(...range(4, 29))],
    ['missing-tail', 'the last 10 lost', without(...range(23, 32))],
    ['missing-tail', 'the last 3 lost', without(30, 31, 32)],
    ['missing-tail', 'three quarters lost', without(...range(9, 32))],
    ['missing-tail', 'half of the tail lost', without(20, 22, 23, 25, 26, 29, 30, 32)],

    ['scattered', 'one lost', without(32)],
    ['scattered', 'two lost', without(31, 32)],
    ['scattered', 'here and there', without(2, 9, 14, 21, 27, 31)],
    ['scattered', 'both ends lost', without(1, 2, 3, 30, 31, 32)],
    [
      'scattered',
      'everything wrong',
      answer(reference.map((count, i) => 1000 + 7 * i * i + count)),
    ],
  ])('%s: %s', (diagnosis, _name, text) => {
    expect(diagnosisOf(text)).toBe(diagnosis);
  });

  it('tells repetition by M', () => {
    const few = reference.slice(0, 4);
    expect(diagnosisOf(answer(Array(7).fill(7)), { reference: few })).toBe('scattered');
    expect(diagnosisOf(answer(Array(9).fill(7)), { reference: few })).toBe('repetition');
    const many = range(0, 127).map((i) => 3 * i);
    const once = [...many.slice(0, 50), ...Array(20).fill(1)];
    expect(diagnosisOf(answer(once), { reference: many })).toBe('missing-tail');
  });

  describe('mixed-up', () => {
    const wrong = reference.map((count) => count + 1);

    it.each<[Diagnosis, string, number[]]>([
      ['mixed-up', 'all mistaken', wrong],
      ['mixed-up', 'some mistaken', reference.map((count, i) => (i % 5 ? count : count + 1))],
      ['missing-tail', 'a few mistaken', [...wrong.slice(0, 3), ...reference.slice(3, 24)]],
      ['scattered', 'other numbers', reference.map((count, i) => (i % 5 ? count : count - 1))],
      ['complete', 'none mistaken', reference],
    ])('%s: %s', (diagnosis, _name, numbers) => {
      expect(diagnosisOf(answer(numbers), { wrong })).toBe(diagnosis);
    });

    it('is said of stars whose both numbers were listed', () => {
      const numbers = reference.flatMap((count, i) => [count, wrong[i]!]);
      const marks = reference.map(() => 0.5);
      expect(diagnosisOf(answer(numbers), { wrong, marks })).toBe('mixed-up');
    });

    it('is not said when the mistaken count is the true one of another star', () => {
      const truth = [3, 4, 9, 14, 20, 24];
      const mistaken = [4, 3, undefined, undefined, undefined, undefined];
      expect(diagnosisOf(answer([4, 9, 14, 20, 24]), { reference: truth, wrong: mistaken })).toBe(
        'scattered',
      );
    });

    it('is not taken for a regular sequence', () => {
      const regular = range(0, 31).map((i) => 4 * i + 2);
      const off = regular.map((count) => count + 1);
      expect(diagnosisOf(answer(off), { reference: regular, wrong: off })).toBe('mixed-up');
    });
  });

  it('counts marks between 0 and 1 as partly lost', () => {
    const marks = reference.map((_, i) => (i < 24 ? 1 : 0.25));
    expect(diagnosisOf(answer(reference), { marks })).toBe('missing-tail');
  });

  it('gives only what has a phrase', { tags: ['slow'] }, () => {
    const arbitrary = fc.record({
      form: fc.constantFrom('json', 'damaged', 'recited') as fc.Arbitrary<Examined['form']>,
      numbers: fc.array(fc.integer({ min: -50, max: 150 }), { maxLength: 300 }),
      reference: fc.uniqueArray(fc.nat(150), { maxLength: 64 }),
      marks: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 64 }),
      wrong: fc.array(fc.option(fc.nat(150), { nil: undefined }), { maxLength: 64 }),
    });
    fc.assert(
      fc.property(arbitrary, (examined) => {
        expect(DIAGNOSES).toContain(diagnose(examined));
        expect(diagnose(examined)).toBe(diagnose(examined));
      }),
      { numRuns: 5000 },
    );
  });

  it('is quick for an answer that goes on and on', () => {
    const numbers = range(1, 1_000_000);
    expect(diagnosisOf('[1]', { numbers })).toBe('regular-sequence');
  });
});
