/** Evaluations that were killed, or whose calls failed, and what is made of them later. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import type { ReportData } from '../../src/analysis/tables.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { ChatServer, perfectAnswer } from './chat-server.js';
import {
  environment,
  INDEX,
  onOneLine,
  Project,
  promptfooEntry,
  ROOT,
  readResults,
  run,
  runPromptfoo,
} from './promptfoo.js';

// A process of promptfoo's takes its time on a machine that has much else to do.
vi.setConfig({ testTimeout: 240_000 });

const CALLS = 4;
const GRID = { stars: 4, lengths: [1000, 1500, 2000, 2500] };
const TEMPLATE = { raw: '{{prompt}}', label: 'stars' };
const FUNCTION = { id: `${INDEX}:prompt`, label: 'stars' };

const server = await ChatServer.start();
const projects: Project[] = [];
let project: Project;

beforeEach(() => {
  project = new Project();
  projects.push(project);
  server.received.length = 0;
  server.answering = (prompt) => ({ content: perfectAnswer(prompt) });
});

afterAll(async () => {
  for (const one of projects) one.remove();
  await server.stop();
});

function configured(prompt: object, form = 'text'): void {
  const config = {
    prompts: [prompt],
    evaluateOptions: { maxConcurrency: 1, cache: false },
    providers: [server.provider()],
    tests: [{ path: `${INDEX}:countingStars`, config: { ...GRID, form } }],
    extensions: [`${INDEX}:afterAll`],
  };
  project.write('promptfooconfig.yaml', stringify(config));
}

function promptfoo(...args: string[]) {
  return runPromptfoo(args, { cwd: project.path, state: project.state });
}

function evaluate(...args: string[]) {
  return promptfoo('eval', '--no-table', '--no-progress-bar', ...args);
}

function ours(...args: string[]) {
  return run(process.execPath, [join(ROOT, 'dist', 'cli.js'), ...args], {
    cwd: project.path,
    env: environment(project.state),
  });
}

/** Start an evaluation and kill it while it waits for the answer to a call. */
async function killedAt(call: number): Promise<void> {
  let arrived = () => {};
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  server.answering = (prompt, number) => {
    if (number < call) return { content: perfectAnswer(prompt) };
    arrived();
    return new Promise(() => {});
  };
  const child = spawn(
    process.execPath,
    [promptfooEntry(ROOT), 'eval', '--no-table', '--no-progress-bar'],
    { cwd: project.path, env: environment(project.state), stdio: 'ignore' },
  );
  await waiting;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
  server.answering = (prompt) => ({ content: perfectAnswer(prompt) });
}

async function exported(name = 'results.json') {
  const file = join(project.path, name);
  const { exitCode, output } = await promptfoo('export', 'eval', 'latest', '-o', file);
  expect(exitCode, output).toBe(0);
  return readResults(file);
}

describe('an evaluation that is killed and resumed', () => {
  it.each(['text', 'chat'])('asks the rest its own prompts: %s', async (form) => {
    configured(TEMPLATE, form);
    await killedAt(3);
    const { exitCode, output } = await evaluate('--resume');
    expect(exitCode, output).toBe(0);
    const { results } = await exported();
    expect(results).toHaveLength(CALLS);
    for (const { vars, score } of results) {
      expect(score).toBe(1);
      expect(server.received).toContain((await buildPrompt(vars.case)).prompt);
    }
    const judged = await ours('gate', 'results.json', '--min-recall', '0.9');
    expect(judged.exitCode, judged.output).toBe(0);
  });

  it('has errors, and no scores, where a prompt function was asked', async () => {
    configured(FUNCTION);
    await killedAt(3);
    await evaluate('--resume');
    const { results } = await exported();
    const sentence = 'the model was sent another prompt than that of its Case';
    const wrong = results.filter(({ error }) => error?.includes(sentence));
    expect(wrong).toHaveLength(2);
    const judged = await ours('gate', 'results.json', '--min-recall', '0.9');
    expect(judged.exitCode, judged.output).toBe(1);
    expect(judged.output).toContain('2 of 4 calls failed');
    expect(onOneLine(judged.output)).toContain(sentence);
    const refused = await ours('baseline', 'results.json', '-o', 'baseline.json');
    expect(refused.exitCode).toBe(2);
    expect(refused.output).toContain(sentence);
  });
});

describe('an evaluation with failed calls', () => {
  /** The second call fails, all others are answered. */
  async function failedOnce(prompt: object): Promise<void> {
    configured(prompt);
    server.answering = (text, number) =>
      number === 2
        ? { status: 400, content: 'the model is asleep' }
        : { content: perfectAnswer(text) };
    const { output } = await evaluate('-o', join(project.path, 'first.json'));
    expect(output).toContain('Report: ');
    server.answering = (text) => ({ content: perfectAnswer(text) });
  }

  const report = () =>
    JSON.parse(readFileSync(join(project.state, 'report', 'report.json'), 'utf8')) as ReportData;

  it('is whole after --retry-errors, and the hook counts no error', async () => {
    await failedOnce(TEMPLATE);
    expect(report().summary[0]).toMatchObject({ answers: 3, errors: 1 });
    const refused = await ours('baseline', 'first.json', '-o', 'baseline.json');
    expect(refused.exitCode).toBe(2);
    expect(refused.output).toContain('the model is asleep');
    expect(refused.output).toContain('npx promptfoo retry');
    const again = await evaluate('--retry-errors');
    expect(again.exitCode, again.output).toBe(0);
    expect(report().summary[0]).toMatchObject({ answers: 4, errors: 0, recall: { value: 1 } });
    const { results } = await exported();
    expect(results.map(({ score }) => score)).toEqual([1, 1, 1, 1]);
  });

  it.each([
    ['a template', TEMPLATE],
    ['a prompt function', FUNCTION],
  ])('is whole after `promptfoo retry`: %s', async (_, prompt) => {
    await failedOnce(prompt);
    const { evalId } = readResults(join(project.path, 'first.json'));
    const again = await promptfoo('retry', evalId);
    expect(again.exitCode, again.output).toBe(0);
    expect(report().summary[0]).toMatchObject({ answers: 4, errors: 0, recall: { value: 1 } });
    const kept = await ours('baseline', '--eval', evalId, '-o', 'baseline.json');
    expect(kept.exitCode, kept.output).toBe(0);
  });

  it('is whole beside a second evaluation of what failed', async () => {
    await failedOnce(TEMPLATE);
    const file = join(project.path, 'rerun.json');
    const first = join(project.path, 'first.json');
    const again = await evaluate('--filter-errors-only', first, '-o', file);
    expect(again.exitCode, again.output).toBe(0);
    expect(readResults(file).results).toHaveLength(1);
    const judged = await ours('gate', 'first.json', 'rerun.json', '--min-recall', '0.9');
    expect(judged.exitCode, judged.output).toBe(0);
    const alone = await ours('gate', 'first.json', '--min-recall', '0.9');
    expect(alone.exitCode, alone.output).toBe(1);
  });
});
