/** promptfoo as people have it, each as a whole run: every answer counts once, for what it is, or the reason is named. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { countingStars } from '../../src/index.js';
import { ChatServer, perfectAnswer } from './chat-server.js';
import {
  environment,
  INDEX,
  onOneLine,
  promptfooEntry,
  ROOT,
  readResults,
  runPromptfoo,
} from './promptfoo.js';
import { PERFECT, WholeRuns } from './whole-runs.js';

const GRID = { stars: 8, lengths: [2000, 4000], seeds: 2, threshold: 0 };
const PROMPTS = 4;

const TESTS = [{ path: `${INDEX}:countingStars`, config: GRID }];

const server = await ChatServer.start();
const runs = new WholeRuns({ isApart: true });

afterAll(async () => {
  await runs.stop();
  await server.stop();
});
afterEach(() => {
  server.answering = (prompt) => ({ content: perfectAnswer(prompt) });
});

const suite = (more: object = {}) => ({
  prompts: ['{{prompt}}'],
  providers: [PERFECT],
  tests: TESTS,
  ...more,
});

/** Evaluate, and expect that all of a number of answers count and are right. */
async function expectAll(answers: number, more: object, request: { repeat?: number } = {}) {
  await runs.evaluate(suite(more), { file: 'run.json', ...request });
  const run = await runs.expectCounted('run.json', []);
  expect(run.data.summary.reduce((sum, row) => sum + row.answers, 0)).toBe(answers);
  expect(run.verdict).toMatch(/^Passed: any drop is at most /);
  return run;
}

describe('every answer counts once', () => {
  it('with --repeat 2', async () => {
    const { data } = await expectAll(2 * PROMPTS, {}, { repeat: 2 });
    expect(data.summary[0]).toMatchObject({ answers: 2 * PROMPTS, seeds: 2 });
  });

  it('with two prompts, as two readers', async () => {
    const prompts = [
      { raw: '{{prompt}}', label: 'plain' },
      { raw: 'Be exact.\n\n{{prompt}}', label: 'exact' },
    ];
    const { data } = await expectAll(2 * PROMPTS, { prompts });
    expect(data.summary.map(({ provider, answers }) => [provider, answers])).toEqual([
      ['perfect · exact', PROMPTS],
      ['perfect · plain', PROMPTS],
    ]);
  });

  it('in scenarios', async () => {
    const tests = await countingStars(GRID);
    const styles = [{ vars: { style: 'brief' } }];
    await expectAll(PROMPTS, { tests: [], scenarios: [{ config: styles, tests }] });
  });

  it('beside derived metrics, which get their numbers', async () => {
    const derivedMetrics = [{ name: 'mean format', value: 'format / __count' }];
    await expectAll(PROMPTS, { derivedMetrics });
    const { results } = JSON.parse(readFileSync(join(runs.project.path, 'run.json'), 'utf8'));
    expect(results.prompts[0].metrics.namedScores['mean format']).toBe(1);
  });

  it('beside metrics of the user’s, of weight 0 or not, which are no part of recall', async () => {
    const metric = (name: string, value: string) => ({
      ...{ type: 'javascript', value, metric: name, weight: 0 },
    });
    const weighed = { type: 'javascript', value: '1', metric: 'weighed' };
    const assert = [metric('fast', '1'), metric('nonempty', 'output.length > 0'), weighed];
    await expectAll(PROMPTS, { defaultTest: { assert } });
    server.answering = (prompt) => {
      const all: unknown[] = JSON.parse(perfectAnswer(prompt)).little_penguin;
      return { content: JSON.stringify({ little_penguin: all.slice(0, 4) }) };
    };
    await runs.evaluate(suite({ defaultTest: { assert }, providers: [server.provider()] }), {
      file: 'half.json',
    });
    expect((await runs.report('half.json')).summary[0]).toMatchObject({ recall: { value: 0.5 } });
    const said = await runs.expectDone('baseline', 'half.json', '-o', 'half-baseline.json');
    expect(said).toContain(
      `model: ${PROMPTS} prompts, recall 50%, fast 100%, nonempty 100%, weighed 100%. New in this baseline.\n`,
    );
  });

  it('of a part that failed before, when that is asked again', async () => {
    server.answering = (_, number) =>
      number % 2 === 1
        ? { content: '{"little_penguin": [1]}' }
        : { content: 'nothing', status: 400 };
    const providers = [server.provider()];
    const config = suite({
      providers,
      tests: [{ ...TESTS[0], config: { ...GRID, threshold: 0.9 } }],
    });
    await runs.evaluate({ ...config, evaluateOptions: { cache: false } }, { file: 'bad.json' });
    runs.project.write('promptfooconfig.yaml', stringify(config));
    server.answering = (prompt) => ({ content: perfectAnswer(prompt) });
    const { exitCode, output } = await runPromptfoo(
      ['eval', '--no-cache', '--no-table', '--filter-failing', 'bad.json', '-o', 'again.json'],
      { cwd: runs.project.path, state: runs.project.state },
    );
    expect(exitCode, output).toBe(0);
    const { data } = await runs.expectCounted('again.json');
    expect(data.summary[0]).toMatchObject({ recall: { value: 1 } });
    expect(data.summary[0]!.answers).toBe(
      readResults(join(runs.project.path, 'again.json')).results.length,
    );
  });
});

describe('results given twice', () => {
  it('are refused as the same file, and as a file and the database', async () => {
    await runs.evaluate(suite(), { file: 'stored.json', isStored: true });
    await runs.expectCounted('stored.json', []);
    for (const again of [['stored.json'], ['--eval', 'latest']]) {
      const { exitCode, output } = await runs.ours(
        'report',
        'stored.json',
        ...again,
        '--out',
        'twice',
      );
      expect([exitCode, output]).toEqual([3, expect.stringMatching(/Give every result once\./)]);
    }
  });
});

describe('what a program gets from evaluate()', () => {
  it('is read as it was returned', async () => {
    await runs.evaluate(suite(), { file: 'run.json', returned: 'returned.json' });
    const { summary } = await runs.report('returned.json');
    expect(summary).toMatchObject([{ answers: PROMPTS, errors: 0, recall: { value: 1 } }]);
    await runs.expectDone('baseline', 'returned.json', '-o', 'returned-baseline.json');
    const against = ['--baseline', 'returned-baseline.json'];
    expect(await runs.expectDone('gate', 'returned.json', ...against)).toMatch(
      /^Passed: any drop is at most /,
    );
  });
});

describe('answers out of promptfoo’s cache', () => {
  it('are no new answers: the gate does not decide by them', async () => {
    const cached = suite({
      providers: [server.provider()],
      // Other numbers than above, so that the first answers are none of the cache's.
      tests: [{ ...TESTS[0], config: { ...GRID, seeds: [7, 8] } }],
      evaluateOptions: { cache: true },
    });
    await runs.evaluate(cached, { file: 'first.json' });
    await runs.expectCounted('first.json', []);
    server.answering = () => ({ content: '{"little_penguin": []}' });
    const calls = server.received.length;
    await runs.evaluate(cached, { file: 'second.json' });
    expect(server.received.length).toBe(calls);
    const against = ['--baseline', 'first.json-baseline.json'];
    const { exitCode, output } = await runs.ours('gate', 'second.json', ...against);
    expect(onOneLine(output)).toContain(`${PROMPTS} of ${PROMPTS} answers came from the cache.`);
    expect(output).toContain('--no-cache');
    expect(exitCode).toBe(2);
  });
});

describe('a transform that cuts answers', () => {
  const cut = 'output.slice(0, 24)';
  const options = { transform: cut };

  it.each<[string, object]>([
    ['of the provider', { providers: [{ ...PERFECT, transform: cut }] }],
    ['of defaultTest', { defaultTest: { options } }],
    [
      'of the tests',
      { tests: async () => (await countingStars(GRID)).map((test) => ({ ...test, options })) },
    ],
  ])('%s is named, and nothing that was answered counts as forgotten', async (_, more) => {
    const { tests = TESTS } = more as { tests?: () => Promise<object[]> };
    const asked = typeof tests === 'function' ? await tests() : tests;
    await runs.evaluate(suite({ ...more, tests: asked }), { file: 'cut.json' });
    const { exitCode, output } = await runs.ours('report', 'cut.json', '--out', 'cut');
    expect(exitCode, output).toBe(0);
    const said = onOneLine(output);
    expect(said).toMatch(/transform/);
    expect(said).not.toMatch(/loses the|only the first|finds? only|lost beyond/);
  });
});

describe('promptfoo’s MCP server', () => {
  it('says nothing on standard output that is not JSON-RPC, and its evaluation is read', async () => {
    const hook = 'file://node_modules/promptfoo-counting-stars/dist/index.js:afterAll';
    runs.project.write('promptfooconfig.yaml', stringify(suite({ extensions: [hook] })));
    const { path: cwd, state } = runs.project;
    const child = spawn(process.execPath, [promptfooEntry(ROOT), 'mcp', '--transport', 'stdio'], {
      cwd,
      env: environment(state),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const answers: Record<string, unknown>[] = [];
    const others: string[] = [];
    let waiting: { id: number; done: (answer: Record<string, unknown>) => void } | undefined;
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        try {
          const answer = JSON.parse(line);
          expect(answer.jsonrpc).toBe('2.0');
          answers.push(answer);
          if (answer.id === waiting?.id) waiting?.done(answer);
        } catch {
          others.push(line);
        }
      }
    });
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const ask = (id: number, method: string, params: object) =>
      new Promise<Record<string, unknown>>((done) => {
        waiting = { id, done };
        send({ id, method, params });
      });
    try {
      await ask(1, 'initialize', {
        protocolVersion: '2025-03-26',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      });
      send({ method: 'notifications/initialized' });
      const answer = await ask(2, 'tools/call', {
        name: 'run_evaluation',
        arguments: { configPath: 'promptfooconfig.yaml' },
      });
      expect(JSON.stringify(answer)).toMatch(/success/);
    } finally {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill();
      await closed;
    }
    expect(others).toEqual([]);
    const said = await runs.expectDone('report', '--eval', 'latest', '--out', 'mcp');
    expect(said).toMatch(/^✓ perfect is reliable up to 4K tokens\.$/m);
  });
});
