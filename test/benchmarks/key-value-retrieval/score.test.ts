import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../src/answers/readable-answer.js';
import {
  findValue,
  type KeyValueCase,
  keyValueData,
} from '../../../src/benchmarks/key-value-retrieval/index.js';
import { keyValueRetrieval, score } from '../../../src/index.js';

const [test] = await keyValueRetrieval({ pairs: [75], indices: [37] });
const vars = test!.vars as Record<string, unknown>;
const data = keyValueData(vars.case as KeyValueCase);
const [key, value] = data.gold;
const graded = (output: unknown) => score(output, { vars });

describe('score of key-value retrieval', () => {
  it('is 1 when the value stands in the answer, capital letters or not', async () => {
    for (const answer of [
      value,
      value.toUpperCase(),
      value.replaceAll('-', '\u2011'),
      `The value of "${key}" is **${value}**.`,
      { value },
      `<think>${data.pairs[0]![1]}?</think>${value}`,
    ]) {
      expect(await graded(answer)).toMatchObject({
        pass: true,
        score: 1,
        reason: 'Found the value of pair 38 of 75.',
        namedScores: { 'facts found': 1, q2: 1 },
        metadata: { diagnosis: 'complete', marks: [1], positions: [0.5] },
      });
    }
  });

  it.each([
    [data.pairs[2]![1], 'another', 'Gave the value of pair 3 instead of that of pair 38 of 75.'],
    [
      'The key is not present.',
      'missing',
      'Reports that the value of pair 38 of 75 is not there. The answer begins: "The key is not',
    ],
    [
      'The key doesn’t exist.',
      'missing',
      'Reports that the value of pair 38 of 75 is not there. The answer begins: "The',
    ],
    [
      `**_${data.pairs[2]![1]}_**`,
      'another',
      'Gave the value of pair 3 instead of that of pair 38',
    ],
    [
      `The value that belongs to the key is ${data.pairs[2]![1]}.`,
      'another',
      'Gave the value of pair 3 instead of that of pair 38 of 75.',
    ],
    [
      `It is not ${value}, but ${data.pairs[4]![1]}.`,
      'another',
      'Gave the value of pair 5 instead of that of pair 38 of 75.',
    ],
    [
      `It is not ${value}.`,
      'wrong',
      'Did not give the value of pair 38 of 75. The answer begins: "',
    ],
    [value.slice(0, -1), 'wrong', 'Did not give the value of pair 38 of 75. The answer begins: "'],
    [key, 'wrong', 'Did not give the value of pair 38'],
    [
      "I'm sorry, but I can't help with that.",
      'refused',
      'The model refused. The answer begins: "I\'m sorry',
    ],
    ['', 'empty', 'The answer is empty.'],
    [undefined, 'empty', 'The answer is empty.'],
    [`<think>${value}</think>`, 'empty', 'The answer is empty.'],
  ])('%j: %s', async (answer, diagnosis, reason) => {
    const result = await graded(answer);
    expect(result).toMatchObject({ pass: false, score: 0, metadata: { diagnosis, marks: [0] } });
    expect(result.reason).toContain(reason);
  });

  it('is doubtful for one of two values', async () => {
    const other = data.pairs[2]![1];
    expect(await graded(`${value} or ${other}`)).toMatchObject({
      metadata: { reading: 'doubtful' },
    });
    expect(await graded(value)).toMatchObject({ metadata: { reading: 'read' } });
  });

  it('finds the value wherever it stands, and nothing in any other text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, behind) => {
        expect(findValue(readableAnswer(before + value + behind), data)).toMatchObject({ mark: 1 });
        expect(findValue(readableAnswer(before + behind), data)).toEqual({ mark: 0 });
      }),
    );
  });

  it('takes linear time', async () => {
    for (const answer of ['0'.repeat(1_000_000), '-a '.repeat(300_000), '{'.repeat(500_000)]) {
      expect((await graded(answer)).score).toBe(0);
    }
  });
});
