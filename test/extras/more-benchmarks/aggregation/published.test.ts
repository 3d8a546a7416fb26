import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../../src/answers/readable-answer.js';
import { conditionsOf } from '../../../../src/benchmarks/conditions.js';
import { publishedTask } from '../../../../src/extras/more-benchmarks/aggregation/index.js';
import type { AggregationCase } from '../../../../src/extras/more-benchmarks/aggregation/records.js';
import { dndScore, oolongScore } from '../../../../src/extras/more-benchmarks/aggregation/score.js';
import { aggregation } from '../../../../src/index.js';
import { scored } from '../../../scored.js';

const folder = mkdtempSync(join(tmpdir(), 'oolong-'));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (over: object) => ({
  ...{ context_window_id: 7, context_window_text: 'carp\nwren\nrook', question: 'How many?' },
  ...{ context_len: 1024, task_group: 'counting', answer_type: 'ANSWER_TYPE.NUMERIC' },
  ...{ answer: '[2]', ...over },
});
const ROWS = [
  row({}),
  row({ answer: "['more common than']", answer_type: 'ANSWER_TYPE.COMPARISON' }),
  row({
    ...{ answer: '[datetime.date(2023, 3, 5)]', answer_type: 'ANSWER_TYPE.DATE' },
    ...{ context_len: 2048, task_group: 'timeline', context_window_id: 8 },
  }),
  row({ answer: `["bird's"]`, answer_type: 'ANSWER_TYPE.LABEL', context_len: 2048 }),
];

function written(name: string, rows: readonly object[]): string {
  writeFileSync(join(folder, name), JSON.stringify(rows));
  return join(folder, name);
}

const published = written('synth.json', ROWS);

async function casesOf(config: object): Promise<AggregationCase[]> {
  const tests = await aggregation({ published, ...config });
  return tests.map(({ vars }) => vars!.case as unknown as AggregationCase);
}

describe('aggregation over a file of OOLONG', () => {
  it('asks its questions at their lengths, several of one text together, as parts of one mean', async () => {
    const cases = await casesOf({});
    expect(cases.map(({ task, size, unit }) => [task, size, unit])).toEqual([
      ['counting', 'up to 1024 tokens', 'text 7'],
      ['counting', 'up to 1024 tokens', 'text 7'],
      ['timeline', 'up to 2048 tokens', 'text 8'],
      ['counting', 'up to 2048 tokens', 'text 7'],
    ]);
    expect(cases.map(({ composite }) => composite!.weight)).toEqual([3, 3, 1, 3]);
    expect(conditionsOf('aggregation', cases[0]!)).toMatchObject({ prompts: "the authors' file" });
    expect(await casesOf({ lengths: [2048] })).toHaveLength(2);
    await expect(casesOf({ lengths: [512] })).rejects.toThrow(
      /^lengths: .*synth.json has no questions of 512 tokens. Its lengths are 1024, 2048; use/,
    );
    await expect(casesOf({ lengths: 2 })).rejects.toThrow(/Give a list of those that you want/);
    await expect(casesOf({ tasks: 'count' })).rejects.toThrow(/`tasks` is for records of our own/);
  });

  it('sends the text as the system’s message, and the question as the user’s', async () => {
    const [theCase] = await casesOf({});
    expect(publishedTask(theCase!).messages).toEqual([
      {
        role: 'system',
        content: `You are a helpful assistant.\n\n${ROWS[0]!.context_window_text}`,
      },
      { role: 'user', content: 'How many?' },
    ]);
  });

  it.each([
    [0, 'Answer: 2', 1, 1, 'complete'],
    [0, 'Answer: 3', 0.75, 0.75, 'wrong'],
    [0, 'There are 2 birds.', 0, 1, 'complete'],
    [0, 'I cannot help with that.', 0, 0, 'refused'],
    [0, '', 0, 0, 'empty'],
    [1, 'Answer: birds are more common than fish', 1, 1, 'complete'],
    [1, 'Answer: less common than', 0, 0, 'wrong'],
    [1, 'Birds are more common than fish, I find.', 0, 1, 'complete'],
    [1, 'Birds are more common, or have the same frequency.', 0, 0, 'wrong'],
    [2, 'Date: March 5, 2023', 1, 1, 'complete'],
    [2, 'Most of all it was on March 5, 2023.', 0, 1, 'complete'],
    [2, 'Date: 2023-03-06, after 2023-03-05', 0, 0, 'wrong'],
    [3, "Label: [bird's]", 1, 1, 'complete'],
    [3, "Label: **bird's**.", 0, 1, 'complete'],
    [3, "The bird's are 3, the fish 5.\nLabel: fish, not bird's", 0, 0, 'wrong'],
    [3, "The label is bird's.", 0, 1, 'complete'],
    [3, "<think>Label: bird's</think>Label: fish", 0, 0, 'wrong'],
  ])('scores question %i, %j', async (i, output, score, anywhere, diagnosis) => {
    const theCase = (await casesOf({}))[i]!;
    expect(await scored(output, theCase)).toMatchObject({
      score,
      namedScores: { recall: score, anywhere },
      metadata: { diagnosis },
    });
  });

  it('takes the real half, whose answers stand in a box', async () => {
    const real = written('real.json', [
      {
        ...{ context_window_text: 'Ada casts Fog.', question: 'Which?', answer: 'Fog, Light' },
        ...{ context_window_id: 'x', episodes: [1, 2] },
      },
    ]);
    const [theCase] = await casesOf({ published: real });
    expect(theCase).toMatchObject({ task: 'real', size: '2 episodes' });
    const of = async (output: string) => (await scored(output, theCase!)).namedScores;
    expect(await of('\\boxed{Light, Fog}')).toEqual({ recall: 1, anywhere: 1 });
    expect(await of('\\boxed{Fog, Rain}')).toEqual({ recall: 0.5, anywhere: 0.5 });
    expect(await of('Fog and Light')).toEqual({ recall: 0, anywhere: 1 });
  });
});

describe('the authors’ rules', () => {
  it('of the synthetic half', () => {
    const of = (text: string, right: string, kind: 'count' | 'date' | 'text') =>
      oolongScore(readableAnswer(text), right, kind);
    expect(of('same frequency', 'same frequency as', 'text')).toBe(1);
    expect(of('Answer: it has the same frequency as others', 'same frequency as', 'text')).toBe(1);
    expect(of('Answer: more common', 'less common than', 'text')).toBe(0);
    expect(of('Answer: 1_0', '10', 'count')).toBe(1);
  });

  it('of the real half', () => {
    const of = (text: string, right: string) => dndScore(readableAnswer(text), right);
    expect(of('\\boxed{9} or \\boxed{\\text{10}}', '10')).toBe(1);
    expect(of('\\boxed{12}', '10')).toBe(0.75 ** 2);
    expect(of('10', '10')).toBe(0);
    expect(of(' VAX ', 'Vax')).toBe(1);
    expect(of('\\boxed{{Vax}}', 'vax')).toBe(1);
    expect(of('\\boxed{a, b, c}', 'b, c, d, e')).toBe(0.5);
    expect(of('\\boxed{b}', 'b, c')).toBe(0);
  });
});
