import { describe, expect, it } from 'vitest';
import {
  type AncestralTraceCase,
  LETTERS,
  puzzleOf,
} from '../../../src/benchmarks/ancestral-trace/cases.js';
import { type AncestralTraceConfig, ancestralTrace, score } from '../../../src/index.js';

async function asked(config: AncestralTraceConfig) {
  const [test] = await ancestralTrace({ steps: [6], rounds: 1, ...config });
  const vars = test!.vars as { case: AncestralTraceCase };
  return {
    ...puzzleOf(vars.case),
    judge: (output: unknown) => score(output, { vars, test: test! }),
  };
}

describe('the score of a multiple choice', () => {
  it('is 1 for the right letter, however the answer says it', async () => {
    const { options, eldest, judge } = await asked({});
    const letter = LETTERS[options.indexOf(eldest)];
    for (const output of [
      `Answer: ${letter}`,
      `(${letter})`,
      `<think>Answer: A</think>I followed them all.\nAnswer: ${letter}`,
      `The most distant ancestor is ${eldest}.`,
    ]) {
      const { pass, score: points, reason } = await judge(output);
      expect([pass, points, reason]).toEqual([true, 1, `${eldest}, after 6 steps`]);
    }
  });

  it('says how far the trace came for another ancestor', async () => {
    const { options, eldest, chain, judge } = await asked({});
    const wrong = options.findIndex((name) => name !== eldest);
    const result = await judge(`Answer: ${LETTERS[wrong]}`);
    const step = chain.indexOf(options[wrong]!);
    expect(result).toMatchObject({
      pass: false,
      score: 0,
      reason: `${options[wrong]} (step ${step} of 6) instead of ${eldest}`,
      metadata: { diagnosis: 'partway', reached: step, choice: LETTERS[wrong] },
    });
  });

  it('tells somebody of no relation from an ancestor', async () => {
    const { options, chain, judge } = await asked({ steps: [2] });
    const stranger = options.findIndex((name) => !chain.includes(name));
    const { reason, metadata } = await judge(LETTERS[stranger]);
    expect(reason).toContain('(not an ancestor) instead of');
    expect(metadata).toMatchObject({ diagnosis: 'another', reached: -1 });
  });

  it.each([
    ['', 'empty', 'empty answer'],
    [
      "I'm sorry, but I cannot help with that.",
      'refused',
      'no clear answer (it begins: "I\'m sorry, but I cannot help with that.")',
    ],
    ['Hard to say.', 'wrong', 'no clear answer (it begins: "Hard to say.")'],
  ])('is 0 for %j: %s', async (output, diagnosis, reason) => {
    const { judge } = await asked({});
    expect(await judge(output)).toMatchObject({
      pass: false,
      score: 0,
      reason,
      metadata: { diagnosis },
    });
  });
});

describe('the score of an open question', () => {
  it('is 1 for the name in the answer line, whoever is named before', async () => {
    const { eldest, chain, judge } = await asked({ tasks: 'open' });
    const path = chain.join(' → ');
    expect(await judge(`${path}\n\nAnswer: ${eldest}`)).toMatchObject({ score: 1 });
    expect(await judge(eldest)).toMatchObject({ score: 1 });
  });

  it('is 1 where the answer also names the person asked about', async () => {
    const { eldest, youngest, judge } = await asked({ tasks: 'open' });
    for (const output of [
      `Answer: ${eldest} is the most distant ancestor of ${youngest}.`,
      `To answer this, start at ${youngest}.\n\n**Answer:**\n\n**${eldest}**`,
      JSON.stringify({ person: youngest, answer: eldest }),
    ]) {
      expect((await judge(output)).score, output).toBe(1);
    }
    expect(await judge(`It all begins with ${youngest}.`)).toMatchObject({
      score: 0,
      metadata: { diagnosis: 'wrong' },
    });
  });

  it('takes a moment for a hostile answer, however many people there are', async () => {
    const { judge } = await asked({ tasks: 'open', steps: [512], distractors: 512 });
    const started = performance.now();
    for (const part of ['B\n', 'Answer: ', '\\boxed{']) await judge(part.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('is 0 for another ancestor, and for two names in one line', async () => {
    const { chain, eldest, judge } = await asked({ tasks: 'open' });
    expect(await judge(`Answer: ${chain[3]}`)).toMatchObject({
      score: 0,
      reason: `${chain[3]} (step 3 of 6) instead of ${eldest}`,
    });
    expect(await judge(`${chain[3]} or ${eldest}`)).toMatchObject({ score: 0 });
  });
});
