/** Shards as jobs evaluate them, and the example workflows that run such jobs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { countingStars } from '../../src/index.js';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import {
  type EvalResult,
  environment,
  INDEX,
  Project,
  promptfooEntry,
  ROOT,
  readResults,
  run,
  SIMULATED_MODEL,
} from './promptfoo.js';

const SHARDS = [1, 2, 3];

/** Four seeds for three shards: one whole seed for each, and the fourth one dealt. */
const GRID = { stars: 4, lengths: [1000, 2000, 3000, 4000], seeds: 4, threshold: 0 };

const project = new Project();
afterAll(() => project.remove());

const env = environment(project.state);

/** Evaluate the project into a file beside its config. */
function evaluate(file: string, variables: NodeJS.ProcessEnv = {}) {
  return run(
    process.execPath,
    [promptfooEntry(ROOT), 'eval', '--no-table', '--no-progress-bar', '-o', file],
    { cwd: project.path, env: { ...env, ...variables } },
  );
}

const cli = (args: readonly string[]) => ours(project, args);

const read = (file: string): string => readFileSync(join(project.path, file), 'utf8');

const resultsOf = (file: string): EvalResult[] => readResults(join(project.path, file)).results;

const ids = (file: string): unknown[] => resultsOf(file).map(({ metadata }) => metadata!.id);

describe('a grid in three shards', () => {
  const files = SHARDS.map((shard) => `results-${shard}.json`);

  beforeAll(async () => {
    const config = {
      description: 'A grid in shards',
      prompts: [{ raw: '{{prompt}}', label: 'stars' }],
      providers: [
        { id: SIMULATED_MODEL, label: 'window', config: { profile: 'window', tokens: 2500 } },
      ],
      tests: [{ path: `${INDEX}:countingStars`, config: GRID }],
    };
    project.write('promptfooconfig.yaml', stringify(config));
    const evaluator = new Evaluator(project);
    const whole = await evaluator.evaluate(config, { file: 'whole.json' });
    expect(whole.results.length, whole.output).toBe(16);
    for (const shard of SHARDS) {
      const file = files[shard - 1]!;
      const variables = { COUNTING_STARS_SHARD: `${shard}/3` };
      const { output, results } = await evaluator.evaluate(config, { file, variables });
      expect(results.length, output).toBeGreaterThan(0);
    }
  });

  it('has exactly the cases of the whole grid, each once', () => {
    const sharded = files.flatMap(ids);
    expect(sharded).toHaveLength(16);
    expect([...sharded].sort()).toEqual(ids('whole.json').sort());
  });

  it('asks about as many tokens in each shard, and marks its tests', () => {
    const tokens = files.map((file, i) => {
      const results = resultsOf(file);
      expect(new Set(results.map(({ metadata }) => metadata!.shard))).toEqual(
        new Set([`${i + 1}/3`]),
      );
      return results.reduce((sum, { vars }) => sum + vars.case.tokens, 0);
    });
    expect(Math.max(...tokens) - Math.min(...tokens)).toBeLessThanOrEqual(
      Math.max(...GRID.lengths),
    );
  });

  it('gives the report of the whole grid', async () => {
    const tables = async (out: string, from: readonly string[]) => {
      const { exitCode, output } = await cli(['report', ...from, '--out', out]);
      expect(exitCode, output).toBe(0);
      expect(output).not.toContain('missing');
      const { summary, lengths, positions, cells } = JSON.parse(read(join(out, 'report.json')));
      const timeless = ({ latencyMs: _, ...row }: { latencyMs: number }) => row;
      return { summary: summary.map(timeless), lengths: lengths.map(timeless), positions, cells };
    };
    const merged = await tables('merged', files);
    expect(merged).toEqual(await tables('whole', ['whole.json']));
    expect(merged.summary[0]).toMatchObject({ answers: 16, seeds: 4 });
  });

  it('names a shard that is missing, on standard error and in the report', async () => {
    const sentence = 'Shard 2/3 is missing: its prompts are not in these results.';
    const args = ['--out', 'partly'];
    const { exitCode, output } = await cli(['report', files[0]!, files[2]!, ...args]);
    expect(exitCode, output).toBe(0);
    expect(output).toContain(`warning: ${sentence}\n`);
    expect(read('partly/summary.md')).toContain(`❔ ${sentence}`);
    expect(read('partly/index.html')).toContain(sentence);
    expect(JSON.parse(read('partly/report.json')).missing.shards).toEqual(['2/3']);
  });

  it('refuses the same shard twice', async () => {
    const { exitCode, output } = await cli(['report', ...files, files[0]!, '--out', 'twice']);
    expect(output).toBe(
      'error: results-1.json is given twice, or holds a result twice. Give every result once.\n',
    );
    expect(exitCode).toBe(3);
  });

  it('that is finer than its cases ends before a provider is asked', async () => {
    const { exitCode, output } = await evaluate('none.json', { COUNTING_STARS_SHARD: '17/17' });
    expect(output).toContain('shard 17/17: there are only 16 cases, use at most 16 shards.');
    expect(exitCode).not.toBe(0);
    expect(resultsOf('none.json')).toEqual([]);
  });
});

interface Workflow {
  jobs: Record<
    string,
    {
      strategy?: { matrix: { shard: number[] } };
      steps: { env?: Record<string, string> }[];
    }
  >;
}

const workflow = (name: string): Workflow =>
  parse(readFileSync(join(ROOT, 'examples/workflows', name), 'utf8')) as Workflow;

describe('the sharded workflow', () => {
  const { jobs } = workflow('sharded.yml');

  it('numbers its shards as COUNTING_STARS_SHARD counts them', () => {
    const shards = jobs.evaluate!.strategy!.matrix.shard;
    const step = jobs.evaluate!.steps.find(({ env: variables }) => variables?.COUNTING_STARS_SHARD);
    expect(shards).toEqual([1, 2, 3, 4]);
    expect(step!.env!.COUNTING_STARS_SHARD).toBe(`\${{ matrix.shard }}/${shards.length}`);
  });

  it('evaluates one whole seed of the example config in each shard', async () => {
    const example = readFileSync(join(ROOT, 'examples/workflows/promptfooconfig.yaml'), 'utf8');
    const { tests } = parse(example) as { tests: [{ config: { seeds: number } }] };
    for (const index of jobs.evaluate!.strategy!.matrix.shard) {
      const cases = await countingStars({ ...tests[0].config, shard: `${index}/4` });
      expect(cases.map(({ metadata }) => [metadata!.seed, metadata!.tokens])).toEqual([
        [index, 8000],
        [index, 32_000],
        [index, 128_000],
      ]);
    }
  });
});
