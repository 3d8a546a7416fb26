import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { benchmarkOf } from '../../../../src/benchmarks/registry.js';
import { referencesOf } from '../../../../src/extras/more-benchmarks/ruler-v2/prompts.js';
import {
  type RulerV2Case,
  type RulerV2Task,
  TASK_NAMES,
} from '../../../../src/extras/more-benchmarks/ruler-v2/tasks.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import { type RulerV2Config, rulerV2 } from '../../../../src/index.js';
import { scored } from '../../../scored.js';

const folder = mkdtempSync(join(tmpdir(), 'ruler-v2-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EXAMPLES = join(import.meta.dirname, '../../../../examples/ruler-v2');
const files = { mmlu: join(EXAMPLES, 'mmlu.jsonl'), hotpotqa: join(EXAMPLES, 'hotpotqa.json') };

async function casesOf(config: RulerV2Config): Promise<RulerV2Case[]> {
  const tests = await rulerV2(config);
  return tests.map(({ vars }) => vars!.case as unknown as RulerV2Case);
}

function written(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

async function one(tasks: RulerV2Task, config: RulerV2Config = {}) {
  const [theCase] = await casesOf({ ...files, tasks, lengths: [3000], ...config });
  return { theCase: theCase!, ...(await buildPrompt(theCase!)) };
}

describe('rulerV2', () => {
  it('asks the tasks for which there is a file', async () => {
    const asked = async (config: RulerV2Config) =>
      (await casesOf({ lengths: [3000], ...config })).map(({ task }) => task);
    expect(await asked(files)).toEqual(TASK_NAMES);
    expect(await asked({})).toEqual(['mk_niah_basic', 'mv_niah_basic']);
    expect(await asked({ hotpotqa: files.hotpotqa })).toContain('qa_hard');
  });

  it.each([
    [{ tasks: 'qa_hard' as const }, 'the task qa_hard needs `hotpotqa`, which is missing'],
    [{ tasks: 'mk_niah_hard' as const }, 'the task mk_niah_hard needs `mmlu`'],
    [{ published: 'x.jsonl', mmlu: 'y' }, '`mmlu` is for prompts of ours'],
    [{ examples: 3 }, '`examples` is for a file that is `published`'],
    [{ mmlu: 'none.json' }, 'mmlu: there is no file "none.json"'],
    [{ language: 'zh' }, 'there are words only in en'],
  ])('refuses %o', async (config, message) => {
    await expect(rulerV2(config)).rejects.toThrow(message);
  });

  it('says which record of a file is wrong', async () => {
    const good = readFileSync(files.mmlu, 'utf8').split('\n')[0]!;
    const bad = { question: 'Q', choices: ['a'], answer: 0 };
    const mmlu = written('bad.jsonl', `${good}\n${JSON.stringify(bad)}\n`);
    await expect(rulerV2({ mmlu, tasks: 'mk_niah_easy', lengths: [3000] })).rejects.toThrow(
      /mmlu: .*bad.jsonl, record 2: `choices`: must be four choices. Use MMLU as it is published/,
    );
  });

  it('fills every length to within forty tokens', async () => {
    for (const theCase of await casesOf({ ...files, lengths: [2000, 5000], seeds: 2 })) {
      const { promptTokens } = await buildPrompt(theCase);
      const missing = theCase.tokens - theCase.reserve - promptTokens;
      expect(missing, theCase.task).toBeGreaterThanOrEqual(0);
      expect(missing, theCase.task).toBeLessThanOrEqual(40);
    }
  });

  it('has four values for the key that is asked for, and four for every other', async () => {
    const { theCase, prompt } = await one('mv_niah_basic');
    const found = [...prompt.matchAll(/One secret number for (\S+) is: (\d{10})\./g)];
    const [, query] = /Which secret numbers for (\S+) do/.exec(prompt)!;
    const own = found.filter(([, key]) => key === query).map(([, , value]) => value);
    expect(own.sort()).toEqual([...referencesOf(theCase)].sort());
    expect(own).toHaveLength(4);
    expect(found.length / new Set(found.map(([, key]) => key)).size).toBeGreaterThan(3.5);
  });

  it('asks for the one of four questions of a number that its place says', async () => {
    for (const name of ['mv_niah_medium', 'mv_niah_hard'] as const) {
      const { theCase, prompt } = await one(name);
      const [, order, number] = /(\d)(?:st|nd|rd|th) Question (\d{7}) of the list/.exec(prompt)!;
      const same = [...prompt.matchAll(/^Question (\d{7}): (.*)$/gm)].filter(
        ([, i]) => i === number,
      );
      expect(same).toHaveLength(4);
      expect(referencesOf(theCase)).toEqual([same[Number(order) - 1]![2]]);
    }
  });

  it('shows five examples of other questions, with their letters', async () => {
    const { theCase, prompt } = await one('mk_niah_medium');
    const shown = [...prompt.matchAll(/^Question (\d{7}): (.*)\nIt is \\boxed\{([A-D])\}$/gm)];
    expect(shown).toHaveLength(5);
    for (const [, number, text] of shown) {
      expect(prompt.split(`Question ${number}: ${text}`)).toHaveLength(3);
    }
    expect(referencesOf(theCase)[0]).toMatch(/^[A-D]$/);
  });

  it('asks for a document by its text, by what it answers, or for the answer', async () => {
    const basic = await one('qa_basic');
    const [, text] = /\n\nText: ([\s\S]*)\nNumber of its document:$/.exec(basic.prompt)!;
    expect(basic.prompt).toContain(`Document ${referencesOf(basic.theCase)[0]}:\n${text}\n\n`);
    const easy = await one('qa_easy');
    expect(referencesOf(easy.theCase)).toHaveLength(2);
    const hard = await one('qa_hard');
    expect(hard.prompt).toContain('Answer this question from the documents.');
    expect(referencesOf(hard.theCase)[0]).toMatch(/^[A-Z]\w+ [A-Z]\w+$/);
  });

  it('takes the words of a template, with the authors’ places', async () => {
    const template = written('hard.txt', '{needles}\n--\nSolve {i}: \\boxed{{}}, not {question1}');
    const { prompt } = await one('mk_niah_hard', { template });
    expect(prompt).toMatch(/\n--\nSolve \d{7}: \\boxed\{\}, not A ship carries/);
  });

  it('reads HotpotQA as Parquet has it, and letters as answers of MMLU', async () => {
    const records = JSON.parse(readFileSync(files.hotpotqa, 'utf8')) as {
      context: [string, string[]][];
      supporting_facts: [string, number][];
    }[];
    const hotpotqa = written(
      'columns.json',
      records.map((record) => ({
        ...record,
        context: {
          title: record.context.map(([title]) => title),
          sentences: record.context.map(([, sentences]) => sentences),
        },
        supporting_facts: { title: record.supporting_facts.map(([title]) => title) },
      })),
    );
    const rows = readFileSync(files.mmlu, 'utf8').trim().split('\n');
    const mmlu = written(
      'letters.jsonl',
      rows
        .map((row) => JSON.parse(row))
        .map((row) => JSON.stringify({ ...row, answer: 'ABCD'[row.answer] }))
        .join('\n'),
    );
    for (const name of ['qa_hard', 'mk_niah_hard'] as const) {
      expect((await one(name, { mmlu, hotpotqa })).prompt).toBe((await one(name)).prompt);
    }
  });
});

describe('published prompts', () => {
  const row = (task: string | undefined, over: object) => ({
    ...{ question: 'Lines.\nWhich?', expected_answer: ['A one', 'A two'], length: 16_000 },
    ...(task && { task }),
    ...over,
  });

  it('of NeMo Gym say their tasks, and may be messages', async () => {
    const published = written('gym.jsonl', [
      row('mv_niah_easy', {}),
      row('mk_niah_hard', { expected_answer: 'C' }),
      {
        ...row('qa_basic', { expected_answer: ['12'] }),
        question: undefined,
        responses_create_params: { input: [{ role: 'user', content: 'Documents.\nWhich?' }] },
      },
    ]);
    const cases = await casesOf({ published });
    expect(cases.map(({ task, size, composite }) => [task, size, composite!.part])).toEqual(
      ['mv_niah_easy', 'mk_niah_hard', 'qa_basic'].map((name) => [
        ...[name, 'up to 16384 tokens', name],
      ]),
    );
    expect((await buildPrompt(cases[2]!)).prompt).toBe('Documents.\nWhich?');
    for (const theCase of cases) {
      expect(scored(benchmarkOf(theCase).task(theCase).answer, theCase).score).toBe(1);
    }
    expect(await casesOf({ published, tasks: 'qa_basic' })).toHaveLength(1);
  });

  it('of one task are named by the option', async () => {
    const published = written('plain.jsonl', [row(undefined, {})]);
    await expect(rulerV2({ published })).rejects.toThrow('Name it: `tasks: qa_hard`.');
    expect(await casesOf({ published, tasks: 'qa_hard' })).toHaveLength(1);
  });
});
