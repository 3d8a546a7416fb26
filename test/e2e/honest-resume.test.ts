/** Evaluations that were killed, or whose calls failed, and what is made of them later. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { buildPrompt } from '../../src/generators/prompt.js';
import type { ReportData } from '../../src/measuring/facts/tables/tables.js';
import { ChatServer, perfectAnswer } from './chat-server.js';
import { ours as command } from './command.js';
import { Evaluator } from './evaluator.js';
import {
  environment,
  INDEX,
  onOneLine,
  Project,
  promptfooEntry,
  ROOT,
  readResults,
  runPromptfoo,
} from './promptfoo.js';

const LENGTHS = [1000, 1500, 2000, 2500];
const TEMPLATE = { raw: '{{prompt}}', label: 'stars' };
const FUNCTION = { id: `${INDEX}:prompt`, label: 'function' };

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

/** A config: prompts of ours, and what each is asked. */
function configOf(prompts: object[], grids: object[], more: object = {}): object {
  return {
    prompts,
    evaluateOptions: { maxConcurrency: 1, cache: false },
    providers: [server.provider()],
    tests: grids.map((grid) => ({ path: `${INDEX}:countingStars`, config: { stars: 4, ...grid } })),
    ...more,
  };
}

function configured(...config: Parameters<typeof configOf>): void {
  project.write('promptfooconfig.yaml', stringify(configOf(...config)));
}

function promptfoo(...args: string[]) {
  return runPromptfoo(args, { cwd: project.path, state: project.state });
}

function evaluate(...args: string[]) {
  return promptfoo('eval', '--no-table', '--no-progress-bar', ...args);
}

const ours = (...args: string[]) => command(project, args);

/** Start an evaluation and kill it while it waits for the answer to a call. */
async function killedAt(call: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
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
  child.kill(signal);
  await ended;
  server.answering = (prompt) => ({ content: perfectAnswer(prompt) });
}

/** A floor that few answers can reach. */
const FLOOR = ['--min-recall', '50%'];

describe('an evaluation that is killed and resumed', () => {
  /** Written by the evaluation that ends, whole. */
  const withResults = { outputPath: 'results.json' };
  const written = () => readResults(join(project.path, withResults.outputPath)).results;

  it('is not taken for whole before, and asks the rest its own prompts, as text and as chat', async () => {
    // Of the two entries of `tests` that are never asked, one is text and one chat.
    configured(
      [TEMPLATE],
      LENGTHS.map((length, i) => ({ lengths: [length], form: i % 2 ? 'chat' : 'text' })),
      withResults,
    );
    await killedAt(3);
    const judged = await ours('gate', '--eval', 'latest', ...FLOOR);
    expect(judged.exitCode, judged.output).toBe(1);
    expect(onOneLine(judged.output)).toMatch(
      /2 grids of 2 prompts have no result at all \(for example .*2000 tokens; .*2500 tokens\)/,
    );
    const resume = /`npx promptfoo eval --resume (eval-\S+)`/.exec(onOneLine(judged.output));
    const refused = await ours('baseline', '--eval', 'latest', '-o', 'baseline.json');
    expect(refused.exitCode, refused.output).toBe(3);
    expect(onOneLine(refused.output)).toContain(resume![0]);
    const allowed = [...FLOOR, '--allow=missing'];
    expect((await ours('gate', '--eval', 'latest', ...allowed)).exitCode).toBe(0);

    const { exitCode, output } = await evaluate('--resume', resume![1]!);
    expect(exitCode, output).toBe(0);
    const results = written();
    expect(results).toHaveLength(LENGTHS.length);
    for (const { vars, score } of results) {
      expect(score).toBe(1);
      expect(server.received).toContain((await buildPrompt(vars.case)).prompt);
    }
    const judgedFile = await ours('gate', 'results.json', ...FLOOR);
    expect(judgedFile.exitCode, judgedFile.output).toBe(0);
    const whole = await ours('gate', '--eval', 'latest', ...FLOOR);
    expect(whole.exitCode, whole.output).toBe(0);
    // Files of results are found by a pattern in every command, also where no shell has filled it in.
    const reported = await ours('report', 'res*.json', '--out', 'report');
    expect(reported.exitCode, reported.output).toBe(0);
  });

  it('has every answer of several readers once, though promptfoo asks each as often as there are readers', async () => {
    const providers = ['one', 'two', 'three'].map((label) => server.provider(label));
    configured([TEMPLATE], [{ lengths: LENGTHS }], { ...withResults, providers });
    await killedAt(5);
    const { exitCode, output } = await evaluate('--resume');
    expect(exitCode, output).toBe(0);
    expect(written().length).toBeGreaterThan(3 * LENGTHS.length);
    const kept = await ours('baseline', 'results.json', '-o', 'baseline.json');
    expect(kept.exitCode, kept.output).toBe(0);
    expect(onOneLine(kept.output)).toMatch(
      /asked each of 3 readers 3 times, so \d+ results are there for 12 answers/,
    );
    for (const name of ['one', 'two', 'three']) {
      expect(kept.output).toContain(`${name}: 4 prompts, recall 100%. New in this baseline.`);
    }
  });

  it('has errors, and no scores, where a prompt function was asked', async () => {
    configured([FUNCTION], [{ lengths: LENGTHS }], withResults);
    await killedAt(3);
    await evaluate('--resume');
    const results = written();
    const sentence = 'the model was sent another prompt than that of its Case';
    const wrong = results.filter(({ error }) => error?.includes(sentence));
    expect(wrong).toHaveLength(2);
    const judged = await ours('gate', 'results.json', ...FLOOR);
    expect(judged.exitCode, judged.output).toBe(1);
    expect(judged.output).toContain('2 of 4 calls failed');
    expect(onOneLine(judged.output)).toContain(sentence);
    const refused = await ours('baseline', 'results.json', '-o', 'baseline.json');
    expect(refused.exitCode).toBe(3);
    expect(refused.output).toContain(sentence);
  });
});

describe('an evaluation that is ended', () => {
  it('with Ctrl-C is whole after --resume and retry', async () => {
    configured([TEMPLATE], [{ lengths: LENGTHS }]);
    await killedAt(2, 'SIGINT');
    const stopped = await ours('baseline', '--eval', 'latest', '-o', 'baseline.json');
    const [, evalId = ''] = /`npx promptfoo eval --resume (eval-[^`\s]+)`/.exec(
      onOneLine(stopped.output),
    )!;
    await evaluate('--resume', evalId);
    const still = await ours('baseline', '--eval', evalId, '-o', 'baseline.json');
    expect(still.output).toContain(`npx promptfoo retry ${evalId}`);
    const mended = await promptfoo('retry', evalId);
    expect(mended.exitCode, mended.output).toBe(0);
    const kept = await ours('baseline', '--eval', evalId, '-o', 'baseline.json');
    expect(kept.exitCode, kept.output).toBe(0);
  });

  it('by a wrong key names all readers that were not asked, and is whole when asked again', async () => {
    const providers = [server.provider('one'), server.provider('two')];
    const evaluateOptions = { maxConcurrency: 1, cache: true };
    configured([TEMPLATE], [{ lengths: LENGTHS }], { providers, evaluateOptions });
    server.answering = (prompt, number) =>
      number < 2 ? { content: perfectAnswer(prompt) } : { status: 401, content: 'wrong key' };
    expect((await evaluate('-o', 'stopped.json')).output).toContain('Scan stopped');
    const report = await ours('report', 'stopped.json', '--out', 'stopped');
    const [page, summary] = ['index.html', 'summary.md'].map((name) =>
      readFileSync(join(project.path, 'stopped', name), 'utf8'),
    );
    for (const text of [report.output, page, summary]) {
      expect(text).toMatch(/\bone\W+2 of the 4 prompts of the grid have no result/);
      expect(text).toMatch(/\btwo\W+3 of the 4 prompts of the grid have no result/);
      expect(text).toContain('promptfoo stopped at HTTP 401 and sent nothing more: mend the key');
    }
    server.answering = (prompt) => ({ content: perfectAnswer(prompt) });
    const asked = server.received.length;
    expect((await evaluate('-o', 'whole.json')).exitCode).toBe(0);
    // Not all is asked again: the cache has what was answered.
    expect(server.received.length - asked).toBeLessThan(8);
    const kept = await ours('baseline', 'whole.json', '-o', 'baseline.json');
    expect(kept.exitCode, kept.output).toBe(0);
  });
});

describe('an evaluation with failed calls', () => {
  const withHook = { extensions: [`${INDEX}:afterAll`] };

  /** Evaluate into `first.json`, while some calls fail and all others are answered. */
  async function evaluatedWith(failing: readonly number[]): Promise<void> {
    server.answering = (text, number) =>
      failing.includes(number)
        ? { status: 400, content: 'the model is asleep' }
        : { content: perfectAnswer(text) };
    const { output } = await evaluate('-o', 'first.json');
    expect(output).toContain('Report: ');
    server.answering = (text) => ({ content: perfectAnswer(text) });
  }

  const report = () =>
    JSON.parse(readFileSync(join(project.state, 'report', 'report.json'), 'utf8')) as ReportData;

  it('is whole beside a second evaluation of what failed, and after --retry-errors', async () => {
    configured([TEMPLATE], [{ lengths: LENGTHS }], withHook);
    await evaluatedWith([2]);
    expect(report().summary[0]).toMatchObject({ answers: 3, errors: 1 });
    const refused = await ours('baseline', 'first.json', '-o', 'baseline.json');
    expect(refused.exitCode).toBe(3);
    expect(refused.output).toContain('the model is asleep');
    expect(refused.output).toContain('npx promptfoo retry');

    // Not stored, so that the first evaluation stays the last one.
    const failed = ['--filter-errors-only', 'first.json', '--no-write'];
    const rerun = await evaluate(...failed, '-o', 'rerun.json');
    expect(rerun.exitCode, rerun.output).toBe(0);
    expect(readResults(join(project.path, 'rerun.json')).results).toHaveLength(1);
    const judged = await ours('gate', 'first.json', 'rerun.json', ...FLOOR);
    expect(judged.exitCode, judged.output).toBe(0);
    const both = await ours('baseline', 'first.json', 'rerun.json', '-o', 'both.json');
    expect(both.exitCode, both.output).toBe(0);
    expect(both.output).toContain('model: 4 prompts, recall 100%. New in this baseline.');
    const alone = await ours('gate', 'first.json', ...FLOOR);
    expect(alone.exitCode, alone.output).toBe(1);

    const again = await evaluate('--retry-errors');
    expect(again.exitCode, again.output).toBe(0);
    // The hook counts no error.
    expect(report().summary[0]).toMatchObject({ answers: 4, errors: 0, recall: { value: 1 } });
  });

  it('is whole after `promptfoo retry`, with a template and with a prompt function', async () => {
    const [first, second, third, fourth] = LENGTHS;
    configured(
      [TEMPLATE, FUNCTION],
      [
        { lengths: [first, second], prompts: [TEMPLATE.label] },
        { lengths: [third, fourth], prompts: [FUNCTION.label] },
      ],
      withHook,
    );
    await evaluatedWith([2, 3]);
    expect(report().errors).toHaveLength(2);
    const { evalId } = readResults(join(project.path, 'first.json'));
    const again = await promptfoo('retry', evalId);
    expect(again.exitCode, again.output).toBe(0);
    // One reader: no Case was asked by both prompts.
    const whole = { provider: 'model', answers: 4, errors: 0, recall: { value: 1 } };
    expect(report().summary).toMatchObject([whole]);
    const kept = await ours('baseline', '--eval', evalId, '-o', 'baseline.json');
    expect(kept.exitCode, kept.output).toBe(0);
  });
});

describe('a second prompt beside the first', () => {
  const second = { raw: 'Please. {{prompt}}', label: 'polite' };
  const labels = { prompts: [TEMPLATE.label, second.label] };

  it('leaves the baseline of the first one its reader', async () => {
    const evaluator = new Evaluator(project);
    onTestFinished(() => evaluator.stop());
    const evaluated = (file: string, prompts: object[], grid: object = {}, more: object = {}) =>
      evaluator.evaluate(configOf(prompts, [{ lengths: LENGTHS, ...grid }], more), { file });
    const first = await evaluated('first.json', [TEMPLATE]);
    expect(first.stats).toMatchObject({ failures: 0, errors: 0 });
    expect((await ours('baseline', 'first.json', '-o', 'baseline.json')).exitCode).toBe(0);

    await evaluated('second.json', [TEMPLATE, second], labels);
    const compared = ['gate', 'second.json', '--baseline', 'baseline.json'];
    const judged = await ours(...compared, '--allow=extra');
    expect(judged.output).toMatch(/^! model · polite: The baseline does not have this model\.$/m);
    const chosen = await ours(...compared, '--compare', 'model=model · polite');
    expect(chosen.output).toContain('model · polite is compared with model of the baseline.');

    // The hook is told the same by an option.
    const hooked = { extensions: [`${INDEX}:afterAll`] };
    const asked = { baseline: 'baseline.json', baselineProviders: ['model=model · stars'] };
    const { output } = await evaluated(
      'third.json',
      [TEMPLATE, second],
      { ...labels, ...asked },
      hooked,
    );
    expect(output).toContain('model · stars is compared with model of the baseline.');
    expect(output).not.toContain('model · polite is compared');
  });
});
