import { describe, expect, it } from 'vitest';
import { LETTERS } from '../../../../src/benchmarks/scoring.js';
import {
  type AncestralTraceCase,
  puzzleOf,
} from '../../../../src/extras/more-benchmarks/ancestral-trace/cases.js';
import { wholeNames } from '../../../../src/extras/more-benchmarks/ancestral-trace/index.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import { type AncestralTraceConfig, ancestralTrace, score } from '../../../../src/index.js';
import { scored } from '../../../scored.js';

async function asked(config: AncestralTraceConfig) {
  const [test] = await ancestralTrace({ steps: [6], chains: 1, rotations: 1, ...config });
  const vars = test!.vars as { case: AncestralTraceCase };
  return {
    ...puzzleOf(vars.case),
    theCase: vars.case,
    eldest: puzzleOf(vars.case).chain.at(-1)!,
    youngest: puzzleOf(vars.case).chain[0]!,
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
    ['', 'empty', 'The answer is empty.'],
    [
      "I'm sorry, but I cannot help with that.",
      'refused',
      'no clear answer (it begins: "I\'m sorry, but I cannot help with that.")',
    ],
    ['Hard to say.', 'unreadable', 'no clear answer (it begins: "Hard to say.")'],
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
      metadata: { diagnosis: 'unreadable' },
    });
  });

  it('takes a moment for a hostile answer, however many people there are', {
    tags: ['slow'],
  }, async () => {
    const { judge } = await asked({ tasks: 'open', steps: [512], distractors: 512 });
    for (const part of ['B\n', 'Answer: ', '\\boxed{']) {
      expect(await judge(part.repeat(200_000))).toMatchObject({ score: 0 });
    }
  });

  it('is 1 for a name that is broken over two lines', async () => {
    const { eldest, judge } = await asked({ tasks: 'open' });
    const [given, surname] = eldest.split(' ');
    const output = `Now I see who it is.\n\nAnswer: ${given}\n${surname}, and nobody else.`;
    expect(await judge(output)).toMatchObject({ score: 1 });
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

describe('names as models write them', () => {
  it.each([
    ['\\boxed{Osbert~Flintlock}', '\\boxed{Osbert Flintlock}'],
    ['Osbert\\,Flintlock', 'Osbert Flintlock'],
    ['Osbert\\ Flintlock', 'Osbert Flintlock'],
    ['Osbert  \t Flintlock', 'Osbert Flintlock'],
    ['It is Osbert\n  Flintlock.\nNo more', 'It is Osbert Flintlock.\nNo more'],
    ['Osbert\nAdela Flintlock', 'Osbert\nAdela Flintlock'],
  ])('%j holds a whole name', (answer, whole) => {
    expect(wholeNames(answer, ['Osbert Flintlock', 'Adela Flintlock'])).toBe(whole);
  });

  it('are found in linear time', { tags: ['slow'] }, () => {
    for (const part of ['Osbert\n', '\n', ' ', 'a', '~', '\\quad', 'a ', ' \n']) {
      const long = part.repeat(200_000);
      expect(wholeNames(long, ['Osbert Flintlock']).length).toBeLessThanOrEqual(long.length);
    }
  });
});

describe('the questions of version 2', () => {
  it.each(['~', '\\,', '  ', '\n'])('reads a boxed name with %j in it', async (space) => {
    const { judge, right } = await asked({ tasks: 'open', boxed: true });
    const name = right.replace(' ', space);
    expect(await judge(`So the eldest is \\boxed{${name}}.`)).toMatchObject({ score: 1 });
  });

  it('marks what OpenCompass would mark as `boxed`', async () => {
    const { judge, right } = await asked({ tasks: 'open', boxed: true });
    expect((await judge(`\\boxed{${right}}`)).namedScores).toEqual({
      'facts found': 1,
      'in a box': 1,
    });
    expect((await judge(`Answer: ${right}`)).namedScores).toEqual({
      'facts found': 1,
      'in a box': 0,
    });
  });

  it('asks for the youngest as the descendant of the eldest, and the eldest as ancestor', async () => {
    const up = await asked({ tasks: 'ancestor' });
    const down = await asked({ tasks: 'descendant' });
    expect([up.right, down.right]).toEqual([up.chain.at(-1), down.chain[0]]);
    expect(await down.judge(`Answer: ${down.chain[0]}`)).toMatchObject({ score: 1 });
    expect(await down.judge(`Answer: ${down.chain[2]}`)).toMatchObject({
      score: 0,
      reason: `${down.chain[2]} (step 2 of 6) instead of ${down.chain[0]}`,
    });
    for (const output of [
      `Answer: ${down.youngest} is the descendant of ${down.eldest}.`,
      `Going down from ${down.eldest}, I come to ${down.youngest}.`,
      down.chain.toReversed().join(' → '),
    ]) {
      expect((await down.judge(output)).score, output).toBe(1);
    }
    expect(await down.judge(`Answer: ${down.strangers[0]}`)).toMatchObject({
      reason: `${down.strangers[0]} (not a descendant) instead of ${down.youngest}`,
      metadata: { diagnosis: 'another', reached: -1 },
    });
    const generations = up.links.reduce((sum, link) => sum + link.generations, 0);
    expect(up.text).toContain(`a distance of ${generations} generations`);
  });

  it.each([
    'Answer: {n}',
    '{n}',
    'Answer: {n}.',
    '**Answer:** {n} generations, over 5 links.',
    'The answer is {n}',
    'Answer:\n\n**{n}**',
    'Answer: 1 + 2 + 4 = {n}',
    'I count 1 + 2 + 1.\n\nAnswer: **{n}**',
    'Answer: 3. Wait, that leaves out a link.\n\nAnswer: {n}',
    'Answer: {n}\n\nThe first is 1 generation above the second, who is 2 above the third.',
    '1. His mother (1)\n2. Her grandfather (3)\n3. His grandmother\n\nThe answer is {n}.',
    '\\boxed{{n}}',
    'First I had $\\boxed{3}$, but it is $\\boxed{{n}}$, over 5 links.',
    '\\boxed{\\text{{n} generations}}',
    '{ "links": ["1", "2"], "answer": {n} }',
    'They are {n} generations apart, with 5 people between them.',
    'Step 1: 1 generation. Step 2: 2 more, which makes 3. And so on, which makes {n}.',
    '答案：{n}',
    '答案是{n}代。',
    '第1步：相差1代；第2步：相差2代。\n\n答案：{n}',
    '1+2+4={n}，所以两人相隔{n}代，中间有5个人。',
    '答案：{han}',
    '**答案：** {han}',
    '答案为{han}代',
    '先是一代，再是两代，一共{han}代。',
    '两人相隔{han}代，甲在第一代，是乙的上一代。',
  ])('reads the right distance from %j', async (template) => {
    const { judge, right, chain } = await asked({ tasks: 'distance' });
    const han = '零一二三四五六七八九十'[Number(right)]!;
    const output = template.replaceAll('{n}', right).replaceAll('{han}', han);
    expect(await judge(output)).toMatchObject({
      score: 1,
      reason: `${right}, after ${chain.length - 1} steps`,
      metadata: { diagnosis: 'complete' },
    });
  });

  it.each([
    ['Answer: {n}.5', '{n}.5 generations instead of {n}', 'another', true],
    ['Answer: 2', '2 generations instead of {n}', 'another', true],
    ['Answer: 14', '14 generations instead of {n}', 'another', true],
    ['\\boxed{14}', '14 generations instead of {n}', 'another', true],
    ['答案：十二', '12 generations instead of {n}', 'another', true],
    ['他是第一代。', 'no clear answer (it begins: "他是第一代。")', 'unreadable', false],
    ['', 'The answer is empty.', 'empty', false],
  ])('reads no right one from %j', async (template, reason, diagnosis, readable) => {
    const { judge, right, theCase } = await asked({ tasks: 'distance' });
    const output = template.replace('{n}', right);
    expect(await judge(output)).toMatchObject({
      score: 0,
      reason: reason.replaceAll('{n}', right),
      metadata: { diagnosis, reached: -1 },
    });
    expect(scored(output, theCase).readable).toBe(readable);
  });

  it('shows examples about others than the puzzle', async () => {
    const [test] = await ancestralTrace({ steps: [3], chains: 1, examples: 4, reasoning: true });
    const { case: theCase } = test!.vars as { case: AncestralTraceCase };
    const { chain, others, strangers } = puzzleOf(theCase);
    const { prompt } = await buildPrompt(theCase);
    const [examples, task] = prompt.split('Those were the examples.');
    expect(examples!.match(/^Answer: [A-D]$/gm)).toHaveLength(4);
    for (const name of [...chain, ...others, ...strangers]) expect(examples).not.toContain(name);
    for (const name of chain) expect(task).toContain(name);
  });

  it.each([
    [{ boxed: true }, /`boxed` is for answers that are a name or a number/],
    [{ examples: 2, lengths: [4000] }, /`examples` stand before statements that stand alone/],
    [{ rotations: 5 }, /`rotations` is 5, but must be a whole number from 1 to 4/],
    [{ examples: 5 }, /`examples` is 5, but must be a whole number from 0 to 4/],
  ])('refuses %j', async (config, message) => {
    await expect(ancestralTrace(config)).rejects.toThrow(message);
  });
});
