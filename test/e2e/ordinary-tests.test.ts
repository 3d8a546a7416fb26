/** A gate over tests that no generator of ours made: promptfoo, a folder that knows nothing of us, one command. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { inFormat } from './formats.js';
import { environment, INDEX, Project, ROOT, run, temporaryFolder } from './promptfoo.js';

const project = new Project();
const evaluator = new Evaluator(project);
const elsewhere = temporaryFolder();
afterAll(async () => {
  await evaluator.stop();
  project.remove();
  elsewhere.remove();
});

const EXAMPLE = join(ROOT, 'examples', 'own-tests');
type Config = { prompts: object[]; tests: Record<string, unknown>[]; providers: object[] };
const config = parse(readFileSync(join(EXAMPLE, 'promptfooconfig.yaml'), 'utf8')) as Config;

/** The example with three times as many questions, so that two that break are found. */
const more: Config = {
  ...config,
  tests: [0, 1, 2].flatMap((copy) =>
    config.tests.map((test, i) => ({
      ...test,
      description: `${test.description} ${copy}`,
      vars: { question: `${(test.vars as { question: string }).question} (${copy}/${i})` },
    })),
  ),
};

async function results(file: string, what: object, variables: NodeJS.ProcessEnv, repeat = 3) {
  const { output } = await evaluator.evaluate(what, { file, repeat, variables });
  expect(existsSync(join(project.path, file)), output).toBe(true);
}

const cli = (...args: string[]) => ours(project, args);

beforeAll(async () => {
  cpSync(join(EXAMPLE, 'provider.mjs'), join(project.path, 'provider.mjs'));
  project.write(
    'simulated.mjs',
    readFileSync(join(EXAMPLE, 'provider.mjs'), 'utf8')
      .replace(/^const \{ RUN = .*$/m, "let RUN = 'a', BROKEN = '0';")
      .replace(
        '  async callApi(prompt) {',
        "  async callApi(prompt) {\n    ({ RUN = 'old', BROKEN = '0' } = process.env);\n    if (prompt.includes(process.env.FAILS ?? 'no such')) return { error: '503 overloaded' };",
      )
      .replace('asked.get(prompt) ?? 0', 'asked.get(RUN + prompt) ?? 0')
      .replace('asked.set(prompt, time)', 'asked.set(RUN + prompt, time)'),
  );
  const simulated = { ...more, providers: [{ id: 'file://simulated.mjs', label: 'help desk' }] };
  await results('old.json', simulated, { RUN: 'one', BROKEN: '0', FAILS: 'none' });
  await results('same.json', simulated, { RUN: 'two', BROKEN: '0', FAILS: 'none' });
  await results('broken.json', simulated, { RUN: 'three', BROKEN: '2', FAILS: 'none' });
  await results('failed.json', simulated, { RUN: 'four', BROKEN: '0', FAILS: '(1/4)' });
  const prompts = [
    { label: 'answer', raw: 'You work at a shop for bicycles. Answer shortly: {{question}}' },
    { label: 'terse', raw: 'One word: {{question}}' },
  ];
  const transformed = { defaultTest: { options: { transform: 'output.trim()' } } };
  await results(
    'edited.json',
    { ...simulated, ...transformed, prompts },
    { RUN: 'five', BROKEN: '0', FAILS: 'none' },
  );
  const mixed = {
    prompts: [...config.prompts, { label: 'stars', raw: '{{prompt}}' }],
    providers: [
      { id: 'file://simulated.mjs', label: 'help desk', prompts: ['answer'] },
      {
        id: 'package:promptfoo-counting-stars:SimulatedReader',
        label: 'reader',
        config: { profile: 'perfect' },
        prompts: ['stars'],
      },
    ],
    tests: [
      ...more.tests,
      {
        path: `${INDEX}:countingStars`,
        config: {
          stars: 8,
          lengths: [1000, 1500, 2000],
          seeds: 4,
          threshold: 0,
          prompts: ['stars'],
        },
      },
    ],
  };
  await results('mixed-old.json', mixed, { RUN: 'six', BROKEN: '0', FAILS: 'none' }, 2);
  await results('mixed-broken.json', mixed, { RUN: 'seven', BROKEN: '3', FAILS: 'none' }, 2);
});

describe('the gate over tests that people have', () => {
  it('passes a run that did not change, and fails one with broken tests, which it names', async () => {
    const same = await cli('gate', 'same.json', '--baseline', 'old.json');
    expect([same.exitCode, same.output]).toEqual([
      0,
      expect.stringMatching(/^Passed: no test broke\./m),
    ]);
    const broken = await cli('gate', 'broken.json', '--baseline', 'old.json', '-o', 'gate.json');
    expect(broken.exitCode, broken.output).toBe(1);
    expect(broken.output).toMatch(/^Failed: \d of 30 tests broke: /m);
    const { tests } = inFormat('gate', readFileSync(join(project.path, 'gate.json'), 'utf8')) as {
      tests: { broke: { name: string }[] };
    };
    const names = tests.broke.map(({ name }) => name).sort();
    expect(names).toEqual(
      [0, 1, 2].flatMap((i) => `flat tyre ${i}`).concat([0, 1, 2].map((i) => `opening hours ${i}`)),
    );
  });

  it('runs where neither promptfoo nor a config is', async () => {
    const folder = join(elsewhere.path, 'empty');
    mkdirSync(folder);
    const at = (name: string) => join(project.path, name);
    const args = ['gate', at('broken.json'), '--baseline', at('old.json'), '-o', 'gate.md'];
    const { exitCode, output } = await run(
      process.execPath,
      [join(ROOT, 'dist', 'cli.js'), ...args],
      {
        cwd: folder,
        env: environment(elsewhere.path),
      },
    );
    expect(exitCode, output).toBe(1);
    expect(readFileSync(join(folder, 'gate.md'), 'utf8')).toContain('### ❌ Gate of your tests: ');
  });

  it('writes a baseline of several runs, and compares with it', async () => {
    const made = await cli('baseline', 'old.json', 'same.json', '-o', 'baseline.json');
    expect(made.output).toContain('Run 2, help desk: 30 tests × 3, ');
    const gate = await cli('gate', 'broken.json', '--baseline', 'baseline.json', '-o', 'gate.xml');
    expect([gate.exitCode, gate.output]).toEqual([1, expect.stringContaining('passed 6/6 → 0/3')]);
    expect(readFileSync(join(project.path, 'gate.xml'), 'utf8')).toContain('flat tyre 0');
  });

  it('names failed calls, and keeps tests whose prompt was edited', async () => {
    const failed = await cli('gate', 'failed.json', '--baseline', 'old.json');
    expect([failed.exitCode, failed.output]).toEqual([
      1,
      expect.stringContaining('chain 1 no answer: 503 overloaded'),
    ]);
    const edited = await cli('gate', 'edited.json', '--baseline', 'old.json', '--allow', 'new');
    expect([edited.exitCode, edited.output]).toEqual([0, expect.stringContaining('30 tests × 3')]);
  });

  it('refuses what it cannot judge', async () => {
    const floor = await cli('gate', 'same.json', '--baseline', 'old.json', '--min-recall', '0.9');
    expect([floor.exitCode, floor.output]).toEqual([
      3,
      expect.stringContaining('A minimum such as --min-recall is for generated tests'),
    ]);
    const nothing = await cli('gate', 'same.json');
    expect([nothing.exitCode, nothing.output]).toEqual([1, expect.stringContaining('Failed: ')]);
    const stored = JSON.parse(readFileSync(join(project.path, 'old.json'), 'utf8')) as {
      results: { results: object[] };
    };
    const failed = stored.results.results.map((one) => ({
      ...one,
      failureReason: 2,
      error: '503',
    }));
    project.write('all-failed.json', JSON.stringify({ results: { results: failed } }));
    const baseline = await cli('baseline', 'all-failed.json', '-o', 'none.json');
    expect([baseline.exitCode, baseline.output]).toEqual([
      3,
      expect.stringContaining('No test has an answer'),
    ]);
    // Of a baseline without answers, all tests are new.
    const old = await cli('gate', 'same.json', '--baseline', 'all-failed.json');
    expect([old.exitCode, old.output]).toEqual([
      2,
      expect.stringContaining('Inconclusive: the results and the baseline share no test.'),
    ]);
  });

  it('reports, follows and plans', async () => {
    const report = await cli('report', 'old.json', '--out', 'report');
    expect([report.exitCode, report.output]).toEqual([
      0,
      expect.stringMatching(/^help desk +97% .* 30$/m),
    ]);
    const history = await cli(
      'history',
      'old.json',
      'same.json',
      'broken.json',
      '-o',
      'history.html',
    );
    expect([history.exitCode, history.output]).toEqual([
      0,
      expect.stringMatching(/^✗ .*(fewer of your tests|broke in the last run)/im),
    ]);
    const plan = await cli('plan', 'old.json');
    expect([plan.exitCode, plan.output]).toEqual([
      0,
      expect.stringMatching(/Repeats +Baseline runs/),
    ]);
  });

  it('judges generated tests and others by their own rules, with one exit code', async () => {
    const mixed = await cli('gate', 'mixed-broken.json', '--baseline', 'mixed-old.json');
    expect(mixed.exitCode, mixed.output).toBe(1);
    expect(mixed.output).toContain('Failed: your tests failed, long prompts passed.');
    cpSync(join(project.path, 'mixed-old.json'), join(project.path, 'copy.json'));
    const page = await cli('gate', 'copy.json', '--baseline', 'mixed-old.json', '-o', 'mixed.md');
    expect(page.exitCode, page.output).toBe(0);
    expect(readFileSync(join(project.path, 'mixed.md'), 'utf8')).toContain(
      '### ✅ Gate: your tests passed, long prompts passed.',
    );
  });
});
