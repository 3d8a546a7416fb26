import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../src/answers/readable-answer.js';
import { type NeedleCase, needlesOf } from '../../../src/benchmarks/needles/hidden-needles.js';
import { markNeedles } from '../../../src/benchmarks/needles/mark-keywords.js';
import { needleInAHaystack, score } from '../../../src/index.js';

const needle = {
  sentence: 'The boathouse key hangs behind the thermostat.',
  question: 'Where does the boathouse key hang?',
  answer: 'Behind the thermostat.',
  keywords: ['thermostat', 'thermo-regulator'],
};

const config = { lengths: [4000], depths: [0.2], perCell: 1 };
const [single] = await needleInAHaystack({ ...config, needle });
const [several] = await needleInAHaystack({ ...config, evidence: 4 });
const graded = (output: unknown, test = single) => score(output, { vars: test!.vars as never });

describe('the reading', () => {
  it('is doubtful for one of two, and for what is denied', async () => {
    expect(await graded('The thermostat or the boiler.')).toMatchObject({
      score: 0,
      namedScores: { 'facts found': 0, 'q1 start': 0 },
      metadata: {
        reading: 'doubtful',
        doubt: 'one of two',
        marks: [0],
        bounds: { low: 0, high: 1 },
      },
    });
    expect(await graded('Not behind the thermostat.')).toMatchObject({
      score: 0,
      metadata: { reading: 'doubtful', doubt: 'not asserted', bounds: { low: 0, high: 1 } },
    });
    expect(await graded('The thermostat or the thermo-regulator.')).toMatchObject({
      metadata: { reading: 'read' },
    });
    expect(await graded('Behind the door.')).toMatchObject({ metadata: { reading: 'read' } });
  });
});

describe('the score of one needle', () => {
  it.each([
    'Behind the thermostat.',
    'It hangs behind a **Thermostat**!',
    '<think>the wall?</think>Behind the thermo-regulator',
    { answer: 'thermostat' },
    '```json\n{"found": "Behind the door?\\nthermostat"}\n```',
  ])('%j is right', async (answer) => {
    expect(await graded(answer)).toMatchObject({
      pass: true,
      score: 1,
      reason: 'Found: "Behind the thermostat."',
      namedScores: { 'facts found': 1, 'q1 start': 1 },
      metadata: { diagnosis: 'complete', marks: [1], positions: [0.2] },
    });
  });

  it.each([
    [
      'Behind the door.',
      'wrong',
      'Not found: "Behind the thermostat." The answer begins: "Behind the door."',
    ],
    [
      "I'm sorry, I cannot help with that.",
      'refused',
      'Not found: "Behind the thermostat." The answer begins',
    ],
    ['The text doesn’t say where it hangs.', 'missing', 'Not found: "Behind the thermostat."'],
    ['', 'empty', 'Not found: "Behind the thermostat." The answer is empty.'],
    ['<think>the thermostat</think>', 'empty', 'Not found'],
    [null, 'empty', 'Not found'],
  ])('%j is not', async (answer, diagnosis, reason) => {
    const result = await graded(answer);
    expect(result).toMatchObject({ pass: false, score: 0, metadata: { diagnosis, marks: [0] } });
    expect(result.reason).toContain(reason);
  });
});

describe('a number as the answer', () => {
  it.each([{ steps: 1396 }, '{"steps": 1396}', '1396'])('is read from %j', async (answer) => {
    const sentence = 'The boathouse has 1,396 steps.';
    const counted = { ...needle, sentence, answer: '1,396 steps', keywords: ['1396'] };
    const [test] = await needleInAHaystack({ ...config, needle: counted });
    expect(await graded(answer, test)).toMatchObject({ score: 1 });
  });
});

describe('the score of several needles', () => {
  it('is the share of them that is found, in any order', async () => {
    const needles = needlesOf(several!.vars!.case as unknown as NeedleCase);
    const answers = needles.map(({ answer }) => answer);
    expect(await graded(answers.toReversed().join('\n'), several)).toMatchObject({
      score: 1,
      reason: 'Found 4 of 4 facts.',
    });
    const result = await graded([answers[0], answers[2]].join(' '), several);
    expect(result).toMatchObject({
      score: 0.5,
      namedScores: {
        'facts found': 0.5,
        'q1 start': 1,
        q2: 0,
        q3: 1,
        'q4 end': 0,
      },
      metadata: { diagnosis: 'scattered', marks: [1, 0, 1, 0], positions: [0.2, 0.4, 0.6, 0.8] },
    });
    expect(result.reason).toContain(
      `Found 2 of 4 facts. Missing: ${needles[1]!.name} at 40%, ${needles[3]!.name} at 80%. The answer begins`,
    );
  });
});

describe('markNeedles', () => {
  it('marks what any text holds, and never fails', { tags: ['slow'] }, () => {
    const lists = [{ keywords: ['kazoo', 'origami'] }, { keywords: ['易拉罐'] }];
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, told) => {
        const answer = told ? `${text} origami 易拉罐 ${text}` : text.replace(/\p{L}/gu, '');
        expect(markNeedles(readableAnswer(answer), lists)).toEqual(told ? [1, 1] : [0, 0]);
      }),
    );
  });
});
