import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { conditionsOf } from '../../../../src/benchmarks/conditions.js';
import type { NolimaCase } from '../../../../src/extras/more-benchmarks/nolima/pairs.js';
import { pairOf } from '../../../../src/extras/more-benchmarks/nolima/pairs.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import { type NolimaConfig, nolima, SimulatedReader, score } from '../../../../src/index.js';
import type { SimulatedReaderConfig } from '../../../../src/providers/read-prompt.js';
import { differentNumbers } from '../../../sorted-by.js';

const folder = mkdtempSync(join(tmpdir(), 'nolima-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function casesOf(config?: NolimaConfig): Promise<NolimaCase[]> {
  const tests = await nolima(config);
  return tests.map(({ vars }) => vars!.case as unknown as NolimaCase);
}

const scoreOf = (output: string, theCase: NolimaCase) =>
  score(output, { vars: { case: theCase } } as never);

/** The mean score of a simulated reader, by depth. */
async function ask(theCases: readonly NolimaCase[], config: SimulatedReaderConfig) {
  const model = new SimulatedReader({ config });
  const byDepth: Record<number, number[]> = {};
  for (const theCase of theCases) {
    const { prompt } = await buildPrompt(theCase);
    const { output } = await model.callApi(prompt, { vars: { case: theCase } } as never);
    const { score: mark } = await scoreOf(String(output), theCase);
    byDepth[theCase.cell.depth] ??= [];
    byDepth[theCase.cell.depth]!.push(mark);
  }
  return Object.fromEntries(
    Object.entries(byDepth).map(([depth, marks]) => [
      depth,
      marks.reduce((sum, mark) => sum + mark, 0) / marks.length,
    ]),
  );
}

const SET = [
  {
    id: '0001',
    needle: 'Long ago, {CHAR} kept a {1} in the cellar.',
    questions: { onehop: 'Who has fed a {2}?', twohop: 'Which guest knew {2}s?' },
    character_set: ['Zuzanna', 'Eskil'],
    tests: { T01: { input_args: ['falcon', 'bird'] }, T02: { input_args: ['carp', 'fish'] } },
    distractors: { onehop: 'A {2} was painted above the door.', twohop: 'Nobody came.' },
  },
  {
    id: '0002',
    needle: 'The parcel held a {1}.',
    questions: { onehop: 'What was in it?' },
    tests: { T01: { input_args: ['compass'], gold_answers: ['compass', 'Compass'] } },
  },
];

function written(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

describe('nolima', () => {
  it('asks at the lengths of the paper, those of the base score too, in invented prose', async () => {
    const cases = await casesOf({ depths: 1, questions: 2 });
    const lengths = differentNumbers(cases.map(({ tokens }) => tokens));
    expect(lengths).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000]);
    expect(cases).toHaveLength(2 * 8 * 2);
    expect(new Set(cases.map(({ haystack }) => haystack))).toEqual(new Set(['prose']));
    expect(new Set(cases.map(({ cell }) => cell.phrasing))).toEqual(
      new Set(['straight', 'inverted']),
    );
  });

  it('has one draw for each fact, at however many lengths and depths it is asked about', async () => {
    const cases = await casesOf({ lengths: [250, 500], questions: 6 });
    const facts = new Set(cases.map(({ cell }) => cell.fact));
    expect([facts.size, new Set(cases.map(({ cluster }) => cluster)).size]).toEqual([6, 6]);
    for (const { cluster, cell } of cases) expect(cluster).toBe(`fact ${cell.fact}`);
  });

  it.each(['en', 'zh'])(
    'tells the fact once, of a character of the seed, in %s',
    async (language) => {
      for (const theCase of await casesOf({
        language,
        lengths: [250, 1000],
        questions: 14,
        depths: 2,
      })) {
        const { prompt, promptTokens, context } = await buildPrompt(theCase);
        const missing = theCase.tokens - theCase.reserve - promptTokens;
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThanOrEqual(8);
        const { fact, answers, question } = pairOf(theCase);
        expect(context.split(fact)).toHaveLength(2);
        expect(context.split(answers[0]!)).toHaveLength(2);
        expect(prompt).toContain(question);
      }
    },
  );

  it('has the direct question as a control', async () => {
    const [direct] = await casesOf({ tasks: 'direct', lengths: [500], depths: 1, questions: 1 });
    expect(direct!.control).toBe(true);
  });

  it.each<[NolimaConfig, string]>([
    [{ haystack: 'moby-dick', questions: 14 }, 'haystack: moby-dick contains "'],
    [{ questions: 15 }, 'nolima: `questions` is 15, but there are only 14 facts. Use at most 14.'],
    [{ language: 'ru' }, 'nolima: there are facts only in en, zh, and `language` is "ru"'],
    [{ published: 'set.json', choice: true }, 'nolima: `choice` is for our facts'],
    [{ published: 'set.json' }, 'published: there is no file "set.json"'],
  ])('refuses %o', async (config, message) => {
    await expect(nolima(config)).rejects.toThrow(message);
  });
});

describe('the reader of NoLiMa', () => {
  it.each([
    ['en', false],
    ['en', true],
    ['zh', false],
    ['zh', true],
  ])('answers everything in %s, with a choice: %s', async (language, choice) => {
    const tasks: NolimaConfig['tasks'] = ['one-hop', 'two-hop', 'direct'];
    const cases = await casesOf({
      language,
      choice,
      tasks,
      lengths: [600],
      depths: 2,
      questions: 14,
    });
    expect(await ask(cases, { profile: 'perfect' })).toEqual({ 0: 1, 1: 1 });
    expect(await ask(cases, { profile: 'silent' })).toEqual({ 0: 0, 1: 0 });
  });

  it('loses the middle', async () => {
    const cases = await casesOf({ lengths: [2000], depths: 3, questions: 14 });
    const recall = await ask(cases, { profile: 'lost-in-the-middle', recall: 0 });
    expect(recall[0]).toBeGreaterThan(0.8);
    expect(recall[0.5]).toBeLessThan(0.2);
    expect(recall[1]).toBeGreaterThan(0.8);
  });
});

describe('needle sets of the authors', () => {
  it('are asked with their places filled, their characters and their distractors', async () => {
    const published = written('set.json', SET);
    const cases = await casesOf({ published, lengths: [600], depths: [0.5] });
    expect(cases.map(({ task, cell }) => [task, cell.fact])).toEqual([
      ['onehop', '0001_T01_onehop'],
      ['onehop', '0001_T02_onehop'],
      ['twohop', '0001_T01_twohop'],
      ['twohop', '0001_T02_twohop'],
      ['onehop', '0002_T01_onehop'],
    ]);
    // No published total is of prompts with distractors, and the set is no part of our facts' score.
    expect(cases.map((theCase) => conditionsOf('nolima', theCase)!.distractors)).toEqual([
      '1',
      '1',
      // A distractor without a place is not hidden, as in the original.
      'none',
      'none',
      'none',
    ]);
    expect(cases[0]!.composite).toMatchObject({ variant: 'set.json, 1 distractor' });
    expect(cases[4]!.composite).toMatchObject({ variant: 'set.json' });
    const { prompt } = await buildPrompt(cases[0]!);
    expect(prompt).toMatch(/Long ago, (Zuzanna|Eskil) kept a falcon in the cellar\./);
    expect(prompt).toContain('A bird was painted above the door.');
    expect(prompt).toContain('Who has fed a bird?');
    expect((await scoreOf('a Compass', cases[4]!)).score).toBe(1);
    expect(await ask(cases, { profile: 'perfect' })).toEqual({ 0.5: 1 });
  });

  it('are asked in the words of the set, with its system prompt', async () => {
    const own = {
      task_template: 'Read:\n{haystack}\n\nQ: {question}\nThink.',
      system_prompt: 'Be brief.',
    };
    const published = written('worded.json', [{ ...SET[0], ...own }]);
    const [theCase] = await casesOf({ published, lengths: [600], depths: [0.5] });
    const { messages, promptTokens, prompt } = await buildPrompt(theCase!);
    expect(messages![0]).toEqual({ role: 'system', content: 'Be brief.' });
    expect(messages![1]!.content).toMatch(
      /^Read:\n\S[\s\S]*\S\n\nQ: Who has fed a bird\?\nThink\.$/,
    );
    expect(prompt).toBe(JSON.stringify(messages));
    expect(promptTokens + theCase!.reserve).toBeGreaterThan(590);
    expect(await ask([theCase!], { profile: 'perfect' })).toEqual({ 0.5: 1 });
  });

  it('are refused where something is missing', async () => {
    const open = written('open.json', [{ ...SET[0], character_set: [] }]);
    await expect(nolima({ published: open })).rejects.toThrow(
      /published: .*open\.json: `the file`: 0001_T01_onehop has neither a `character_set` for \{CHAR\} nor `gold_answers`\. A needle set is/,
    );
    const broken = written('broken.json', [{ id: 1 }]);
    await expect(nolima({ published: broken })).rejects.toThrow(
      /`0\.id`: .*A needle set is a JSON list/,
    );
  });
});

describe('distractors of NoLiMa', () => {
  it('are other facts about other characters, away from the fact', async () => {
    const [theCase] = await casesOf({
      lengths: [2000],
      depths: [0.5],
      questions: 1,
      distractors: 3,
    });
    const { answers, distractors } = pairOf(theCase!);
    const { prompt, positions } = await buildPrompt(theCase!);
    expect(positions).toHaveLength(4);
    for (const { sentence, character } of distractors) {
      expect(prompt).toContain(sentence);
      expect(answers).not.toContain(character);
    }
    const others = positions.filter((position) => Math.abs(position - 0.5) > 0.15);
    expect(others).toHaveLength(3);
    const taken = await scoreOf(distractors[0]!.character, theCase!);
    expect(taken).toMatchObject({ score: 0, metadata: { diagnosis: 'distractor' } });
    expect((await ask([theCase!], { profile: 'perfect' }))[0.5]).toBe(1);
  });

  it('are none that could answer the question too, and not more than there are', async () => {
    const cases = await casesOf({ lengths: [1000], depths: 1, questions: 14, distractors: 12 });
    const lactose = cases.find(({ cell }) => cell.fact === 'lactose')!;
    for (const { sentence } of pairOf(lactose).distractors) expect(sentence).not.toMatch(/vegan/i);
    await expect(nolima({ lengths: [1000], depths: 1, distractors: 14 })).rejects.toThrow(
      /`distractors` is 14, but only 1\d of the facts cannot be taken for/,
    );
  });
});
