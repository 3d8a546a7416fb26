/** Ways in which a number could come out that is not what it says, each through promptfoo itself. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import type { ReportData } from '../../src/measuring/facts/tables/tables.js';
import { ChatServer, perfectAnswer } from './chat-server.js';
import { ours as command } from './command.js';
import { Evaluator } from './evaluator.js';
import { INDEX, onOneLine, Project, readResults, runPromptfoo } from './promptfoo.js';

const GRID = { stars: 4, lengths: [1000, 1500, 2000, 2500], threshold: 0 };

// A process of promptfoo's takes its time on a machine that has much else to do.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const server = await ChatServer.start();
const project = new Project();
const evaluator = new Evaluator(project);

afterAll(async () => {
  await evaluator.stop();
  project.remove();
  await server.stop();
});

afterEach(() => {
  server.answering = (prompt) => ({ content: perfectAnswer(prompt) });
});

interface Setup {
  config?: object;
  defaultTest?: object;
  /** More fields of the provider. */
  provider?: object;
  variables?: NodeJS.ProcessEnv;
  repeat?: number;
}

const suiteOf = ({ config, defaultTest, provider }: Setup) => ({
  prompts: ['{{prompt}}'],
  evaluateOptions: { maxConcurrency: 1, cache: false },
  providers: [{ ...server.provider(), ...provider }],
  ...(defaultTest && { defaultTest }),
  tests: [{ path: `${INDEX}:countingStars`, config: { ...GRID, ...config } }],
});

/** Evaluate a grid into a file. */
async function evaluate(file: string, setup: Setup = {}): Promise<void> {
  const { variables, repeat } = setup;
  const { output } = await evaluator.evaluate(suiteOf(setup), { file, variables, repeat });
  expect(existsSync(join(project.path, file)), output).toBe(true);
}

async function ours(...args: string[]) {
  const { exitCode, output } = await command(project, args);
  return { exitCode, output: onOneLine(output) };
}

async function report(...files: string[]): Promise<ReportData> {
  const { exitCode, output } = await ours('report', ...files, '--out', 'out');
  expect(exitCode, output).toBe(0);
  return JSON.parse(readFileSync(join(project.path, 'out', 'report.json'), 'utf8')) as ReportData;
}

const FLOOR = ['--min-recall', '50%'];

/** A prompt with half of its stars found. */
function half(prompt: string): string {
  const stars = [...prompt.matchAll(/the little penguin counted (\d+) ★/gi)].map(([, n]) => n);
  return `{"little_penguin": [${stars.slice(0, stars.length / 2).join(', ')}]}`;
}

describe('somebody else’s assertion', () => {
  it('is not believed, whatever it says of the Case', async () => {
    project.write(
      'theirs.mjs',
      'export const score = (output, { test }) => ({ pass: true, score: 1, metadata: { id: test.metadata.id } });',
    );
    server.answering = () => ({ content: 'Nothing.' });
    const trace = "({ pass: true, score: 1, metadata: { id: 'trace-17' } })";
    await evaluate('foreign.json', {
      defaultTest: {
        assert: [
          { type: 'javascript', value: 'file://theirs.mjs:score' },
          { type: 'javascript', value: trace },
        ],
      },
    });
    expect((await report('foreign.json')).summary[0]).toMatchObject({ recall: { value: 0 } });
    const judged = await ours('gate', 'foreign.json', ...FLOOR);
    expect(judged.exitCode, judged.output).toBe(2);
  });

  it('that is our own, twice, is an error that is shown', async () => {
    await evaluate('twice.json', {
      defaultTest: {
        assert: [{ type: 'javascript', value: 'package:promptfoo-counting-stars:score' }],
      },
    });
    const data = await report('twice.json');
    expect(data.summary[0]).toMatchObject({ answers: 0, errors: 4 });
    expect(data.errors[0]!.error).toContain('2 assertions scored this answer with `score`');
  });
});

describe('a transform', () => {
  const SHORT = { transform: 'output.slice(0, 24)' };

  // promptfoo keeps of a response of `openai:chat` nothing but the answer behind the provider's transform.
  it.each([
    ['test', { defaultTest: { options: SHORT } }, 'removed', 'transformed', 'is no loss of memory'],
    ['provider', { provider: SHORT }, 'unknown', 'untold', 'before it is not known'],
  ])(
    'of the %s is named, and never read as a loss of memory',
    async (by, setup, effect, problem, said) => {
      await evaluate('full.json');
      await evaluate('short.json', setup);
      expect((await ours('baseline', 'full.json', '-o', 'full.base.json')).exitCode).toBe(0);
      const data = await report('short.json');
      expect(data.about.transforms).toMatchObject([{ by, answers: 4, [effect]: 4 }]);
      expect(data.ranking).toEqual([{ provider: 'model', unranked: 'unread' }]);
      expect(data.summary[0]).toMatchObject({
        cause: { of: expect.stringMatching(/^(transformed|untold)$/), answers: 4, outOf: 4 },
        open: { why: 'unread' },
        unread: 4,
        recall: { low: 0, high: 1 },
        problems: [{ problem, answers: 4 }],
      });
      const { exitCode, output } = await ours('gate', 'short.json', '--baseline', 'full.base.json');
      expect(exitCode).not.toBe(0);
      expect(output).toContain(`the ${by}'s`);
      expect(output).toContain(said);
    },
  );

  it('that changes nothing that counts is named once', async () => {
    await evaluate('same.json', {
      defaultTest: { options: { transform: '({ answer: output }).answer + " "' } },
    });
    const { output } = await ours('report', 'same.json', '--out', 'out');
    expect(output).toContain('in 0 of 4 it removed what the task wants');
    expect((await report('same.json')).summary[0]).toMatchObject({ recall: { value: 1 } });
  });
});

describe('repeats', () => {
  it('of identical answers leave the interval as it is', async () => {
    const lengths: number[] = [];
    server.answering = (prompt) => {
      if (!lengths.includes(prompt.length)) lengths.push(prompt.length);
      const first = lengths.indexOf(prompt.length) % 2 === 0;
      return { content: first ? half(prompt) : perfectAnswer(prompt) };
    };
    await evaluate('once.json');
    await evaluate('thrice.json', { repeat: 3 });
    const [once, thrice] = [await report('once.json'), await report('thrice.json')];
    expect(thrice.summary[0]!.answers).toBe(12);
    expect(thrice.summary[0]!.recall).toEqual(once.summary[0]!.recall);
    expect(thrice.lengths.map(({ recall }) => recall)).toEqual(
      once.lengths.map(({ recall }) => recall),
    );
  });
});

describe('a part of a grid', () => {
  it('is named, fails the gate and makes no baseline, unless that is allowed', async () => {
    project.write('promptfooconfig.yaml', stringify(suiteOf({})));
    const outputs = ['-o', 'part.json', '-o', 'part.yaml'];
    const { exitCode, output } = await runPromptfoo(
      ['eval', '--no-table', '--no-progress-bar', '--filter-first-n', '3', ...outputs],
      { cwd: project.path, state: project.state },
    );
    expect(exitCode, output).toBe(0);
    // promptfoo writes YAML only where nothing but data is in its results.
    expect(readFileSync(join(project.path, 'part.yaml'), 'utf8')).toContain('score: 1');
    const sentence = '1 of the 4 prompts of the grid have no result';
    expect((await report('part.json')).missing.gaps).toMatchObject([{ prompts: 4, found: 3 }]);
    const judged = await ours('gate', 'part.json', ...FLOOR);
    expect(judged).toMatchObject({ exitCode: 1, output: expect.stringContaining(sentence) });
    const kept = await ours('baseline', 'part.json', '-o', 'part-baseline.json');
    expect(kept).toMatchObject({ exitCode: 3, output: expect.stringContaining(sentence) });
    expect(kept.output).toContain('--allow missing');
    expect((await ours('gate', 'part.json', ...FLOOR, '--allow=missing')).exitCode).toBe(0);
    const allowed = ['-o', 'part-baseline.json', '--allow=missing'];
    expect((await ours('baseline', 'part.json', ...allowed)).exitCode).toBe(0);
  });

  it('is refused beside a shard of another grid, or twice', async () => {
    const shard = (label: string) => ({ variables: { COUNTING_STARS_SHARD: label } });
    await evaluate('1.json', shard('1/2'));
    await evaluate('1-again.json', shard('1/2'));
    await evaluate('2.json', shard('2/2'));
    await evaluate('2-other.json', { ...shard('2/2'), config: { stars: 5 } });
    expect((await ours('gate', '1.json', '2.json', ...FLOOR)).exitCode).toBe(0);
    for (const [files, message] of [
      [['1.json', '2-other.json'], 'Shard 1/2 and shard 2/2 are of different grids'],
      [['1.json', '1-again.json', '2.json'], 'Shard 1/2 was evaluated 2 times, and shard 2/2 once'],
    ] as const) {
      for (const command of [
        ['report', '--out', 'out'],
        ['gate', ...FLOOR],
        ['baseline', '-o', 'shards-baseline.json'],
      ]) {
        const [name, ...options] = command;
        const { exitCode, output } = await ours(name!, ...files, ...options);
        expect(output).toContain(message);
        expect(exitCode).toBe(3);
      }
    }
  });
});

describe('what the provider said of an answer', () => {
  let data: ReportData;

  beforeAll(async () => {
    server.received.length = 0;
    server.answering = (prompt, number) =>
      [
        { content: half(prompt).replace(/\].*$/, ''), finishReason: 'length' },
        { content: '', finishReason: 'length', thinking: 900 },
        { content: '', finishReason: 'content_filter' },
        { content: perfectAnswer(prompt) },
      ][number - 1] ?? { content: '' };
    await evaluate('reasons.json');
    data = await report('reasons.json');
  });

  it('is its diagnosis', () => {
    const kept = readResults(join(project.path, 'reasons.json')).results;
    const reasons = kept.map(
      ({ gradingResult, error }) => error ?? gradingResult?.componentResults?.[0]?.reason,
    );
    expect(data.diagnoses.map(({ diagnosis }) => diagnosis).sort(), String(reasons)).toEqual([
      'complete',
      'cut-off',
      'filtered',
      'thinking-used-up',
    ]);
    expect(reasons[0]).toContain("Raise the provider's max_tokens");
  });

  it('is counted apart, with and without it in recall', async () => {
    expect(data.summary[0]).toMatchObject({
      answers: 4,
      problems: [
        { problem: 'filtered', answers: 1 },
        { problem: 'thinking-used-up', answers: 1 },
        { problem: 'cut-off', answers: 1 },
      ],
      // Of the list that was cut, the number at its end is not believed.
      recall: { value: 0.3125 },
      recallOfOthers: { value: 1 },
    });
    const { output } = await ours('gate', 'reasons.json', ...FLOOR);
    expect(output).toContain('1 of 4 answers is cut off at the output limit');
    expect(output).toContain('1 of 4 answers is out of thinking budget');
  });
});

describe('what is counted', () => {
  it('is a Case, whichever of two overlapping grids it came in', async () => {
    const { tests, ...suite } = suiteOf({});
    const [full] = tests;
    const smoke = { ...full!, config: { ...GRID, lengths: [1000, 1500] } };
    for (const [file, grids] of [
      ['smoke-first.json', [smoke, full]],
      ['smoke-last.json', [full, smoke]],
    ] as const) {
      await evaluator.evaluate({ ...suite, tests: grids }, { file });
      const { missing, about } = await report(file);
      expect(missing.gaps).toEqual([]);
      expect(about.prompts).toBe(4);
      const made = await ours('baseline', file, '-o', `${file}.base`);
      expect(made.exitCode, made.output).toBe(0);
      expect((await ours('gate', file, '--baseline', `${file}.base`)).exitCode).toBe(0);
    }
  });

  it('is of one model, where two configs have the same prompt', async () => {
    const { tests, prompts, providers, ...suite } = suiteOf({});
    const [full] = tests;
    const prompt = { raw: '{{prompt}}', label: 'stars' };
    const smoke = { ...full!, config: { ...GRID, lengths: [1000, 1500] } };
    const [provider] = providers;
    const own = { vars: { topic: 'tea' }, assert: [{ type: 'contains', value: 'penguin' }] };
    const both = {
      ...suite,
      prompts: [prompt, prompt],
      providers: [provider, { ...provider, label: 'other' }],
      tests: [smoke, full, own],
    };
    await evaluator.evaluate(both, { file: 'merged.json' });
    const shown = await ours('report', 'merged.json', '--out', 'out');
    expect(shown.output).not.toMatch(/\(1\)|--resume/);
    const { about, summary } = await report('merged.json');
    expect(about.prompts).toBe(4);
    expect(summary.map((row) => row.provider).toSorted()).toEqual(['model', 'other']);
    const made = await ours('baseline', 'merged.json', '-o', 'merged.base.json');
    expect(made.exitCode, made.output).toBe(0);
    await evaluator.evaluate({ ...both, prompts: [prompt] }, { file: 'alone.json' });
    // A single test of the user's own cannot decide.
    const { output } = await ours('gate', 'alone.json', '--baseline', 'merged.base.json');
    expect(output).toMatch(/^Inconclusive: your tests inconclusive, long prompts passed\./);
    expect(output).toMatch(/! 2 tests are too few\..* Pass rate 100% → 100% \(2 tests × 1–2\)\./);
  });

  it.each([
    ['a suffix', { options: { suffix: 'Please be brief. '.repeat(1150) } }],
    ['a chat template with a system prompt', undefined],
  ])('is what was sent, with %s', async (_, defaultTest) => {
    const system = { role: 'system', content: 'Please be brief. '.repeat(1150) };
    const chat = JSON.stringify([system, { role: 'user', content: 'QUESTION' }]);
    const prompts = [chat.replace('"QUESTION"', '{{ prompt | dump }}')];
    const suite = {
      ...suiteOf(defaultTest ? { defaultTest } : {}),
      ...(!defaultTest && { prompts }),
    };
    await evaluator.evaluate(suite, { file: 'longer.json' });
    const { about, series } = await report('longer.json');
    expect(about.added).toEqual([expect.objectContaining({ tokens: expect.any(Number) })]);
    // A sentence of four tokens.
    expect(about.added![0]!.tokens).toBeGreaterThan(4550);
    expect(about.added![0]!.tokens).toBeLessThan(4700);
    expect(series[0]!.lengths).toHaveLength(4);
    expect(series[0]!.lengths[0]).toBeGreaterThan(5400);
    const said =
      'Your template adds 4.6K tokens to each prompt. Lengths below count what was sent.';
    const shown = await ours('report', 'longer.json', '--out', 'out');
    expect(shown.output).toContain(said);
    const floor = ['--min-length', '5000'];
    const { output } = await ours('gate', 'longer.json', ...floor);
    expect(output).toContain(said);
    expect(output).toContain('Passed: all minimums met.');
  });

  it('is every prompt: what was held back or empty stands in the first lines', async () => {
    await evaluate('whole.json', { config: { seeds: 3 } });
    expect((await ours('baseline', 'whole.json', '-o', 'whole.base.json')).exitCode).toBe(0);
    let call = 0;
    server.answering = (prompt) =>
      call++ % 2 === 0
        ? { content: '', finishReason: 'content_filter' }
        : { content: perfectAnswer(prompt) };
    await evaluate('held-back.json', { config: { seeds: 3 } });
    const held = await ours('report', 'held-back.json', '--out', 'out');
    expect(held.output).toContain('model refuses to answer 6 of 12 prompts.');
    expect(held.output).not.toContain('is reliable');
    server.answering = (prompt) =>
      call++ % 4 === 0 ? { content: '' } : { content: perfectAnswer(prompt) };
    await evaluate('empty.json', { config: { seeds: 3 } });
    const gated = await ours('gate', 'empty.json', '--baseline', 'whole.base.json');
    expect(gated.exitCode).toBe(2);
    expect(gated.output).toMatch(
      /^Inconclusive: 3 of 12 answers are empty \(.*\)\. In the baseline: 0 of 12\./,
    );
  });

  it('is a person’s rating where it flips a verdict', async () => {
    await evaluate('rated.json');
    const path = join(project.path, 'rated.json');
    const whole = JSON.parse(readFileSync(path, 'utf8'));
    const [first] = whole.results.results;
    // As promptfoo's viewer writes it.
    const manual = { reason: 'Manual result (overrides all other grading results)' };
    const human = { pass: false, score: 0, ...manual, assertion: { type: 'human' } };
    Object.assign(first, { success: false, score: 0 });
    Object.assign(first.gradingResult, { pass: false, score: 0, ...manual });
    first.gradingResult.componentResults.push(human);
    project.write('rated.json', JSON.stringify(whole));
    const said = "A person rated 1 of 4 answers in promptfoo's viewer against their score.";
    expect((await ours('report', 'rated.json', '--out', 'out')).output).toContain(said);
    expect((await ours('gate', 'rated.json', ...FLOOR)).output).toContain(said);
    expect((await report('rated.json')).summary[0]).toMatchObject({ recall: { value: 1 } });
  });
});
