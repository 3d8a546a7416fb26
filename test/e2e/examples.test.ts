/** Every config in examples/ that needs no file of the user's runs as it is, and measures what it says. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ReportData } from '../../src/measuring/facts/tables/tables.js';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { inFormat } from './formats.js';
import {
  type EvalResult,
  environment,
  promptfooEntry,
  ROOT,
  readResults,
  run,
  temporaryFolder,
} from './promptfoo.js';
import { TOO_FEW } from './whole-runs.js';

const EXAMPLES = readdirSync(join(ROOT, 'examples')).filter(
  (file) => file.endsWith('.yaml') && file !== 'recorded.yaml',
);

/**
 * The one that promptfoo's command line reads, without what makes its start quick in tests; promptfoo's Node API
 * reads the others, in one process.
 */
const AS_TYPED = 'own-documents.yaml';

const folder = temporaryFolder();
const state = folder.path;
const evaluator = new Evaluator({ path: join(ROOT, 'examples'), state });

afterAll(async () => {
  await evaluator.stop();
  folder.remove();
});

/** Run an example; it must end well. */
async function evaluated(file: string) {
  if (file !== AS_TYPED) {
    // They name files from the folder above, in which they are typed.
    const text = readFileSync(join(ROOT, 'examples', file), 'utf8').replaceAll('examples/', '');
    return evaluator.evaluate(parse(text) as object);
  }
  const output = join(state, `${file}.json`);
  const args = ['-c', join('examples', file), '--no-table', '--no-progress-bar', '-o', output];
  const env = { ...environment(state), NODE_OPTIONS: '' };
  const entry = promptfooEntry(ROOT);
  const ended = await run(process.execPath, [entry, 'eval', ...args], { cwd: ROOT, env });
  expect(ended.exitCode, ended.output).toBe(0);
  return { ...ended, ...readResults(output) };
}

/** Where promptfoo writes the results of an example. */
function fileOf(file: string): string {
  return join(state, file === AS_TYPED ? `${file}.json` : 'results.json');
}

/** Run a command of ours that is to end with 0. */
async function done(...args: string[]): Promise<void> {
  const { exitCode, output } = await ours({ path: ROOT, state }, args);
  expect(exitCode, output).toBe(0);
}

/** The report of an example: of the command where promptfoo's was typed too, else of the hook, which makes the same. */
async function reportOf(file: string): Promise<ReportData> {
  const hooks = join(state, 'report');
  const out = file === AS_TYPED ? join(state, 'again') : hooks;
  if (out !== hooks) await done('report', fileOf(file), '--out', out);
  return inFormat('report', readFileSync(join(out, 'report.json'), 'utf8')) as ReportData;
}

/** Expect that a report counts every answer once, and that the gate passes against the results' own baseline. */
async function expectCounted(
  file: string,
  data: ReportData,
  results: readonly EvalResult[],
): Promise<void> {
  expect(data.errors).toEqual([]);
  expect(data.summary.reduce((sum, { answers }) => sum + answers, 0)).toBe(results.length);
  const perfect = data.summary.filter(({ provider, series }) => {
    return provider === 'perfect' && !series.includes('closed-book');
  });
  expect(perfect.map(({ recall }) => recall.value)).toEqual(perfect.map(() => 1));
  const baseline = join(state, 'baseline.json');
  rmSync(baseline, { force: true });
  await done('baseline', file, '-o', baseline);
  inFormat('baseline', readFileSync(baseline, 'utf8'));
  const json = join(state, 'gate.json');
  rmSync(json, { force: true });
  const args = ['gate', file, '--baseline', baseline, '--out', json];
  const gate = await ours({ path: ROOT, state }, args);
  inFormat('gate', readFileSync(json, 'utf8'));
  // Three prompts of one mark each tell nothing.
  expect(gate.exitCode, gate.output).toBe(TOO_FEW.test(gate.output) ? 2 : 0);
}

function meanScore(results: readonly EvalResult[]): number {
  return results.reduce((sum, { score }) => sum + score, 0) / results.length;
}

describe('an example', () => {
  it('follows the verdicts of a judge', async () => {
    const path = join(ROOT, 'examples', 'judged');
    const output = join(state, 'judged.json');
    const text = readFileSync(join(path, 'promptfooconfig.yaml'), 'utf8');
    const config = parse(text.replaceAll('examples/judged/', '')) as object;
    const judged = await new Evaluator({ path, state }).evaluate(config, { file: output });
    expect(judged.results.length, judged.output).toBeGreaterThan(0);
    await done('report', output, '--out', join(state, 'judged'));
    const { summary } = JSON.parse(
      readFileSync(join(state, 'judged', 'report.json'), 'utf8'),
    ) as ReportData;
    expect(summary.map(({ provider, recall }) => [provider, recall.value])).toEqual([
      ['reads all', 1],
      ['reads little', 0.5],
    ]);
  });

  it.each(EXAMPLES)(
    '%s runs without a key, and a perfect reader finds everything',
    async (file) => {
      rmSync(join(state, 'report'), { recursive: true, force: true });
      const { results, stats, output } = await evaluated(file);
      expect([stats.failures, stats.errors], output).toEqual([0, 0]);
      // Nobody but the data knows what our documents invent, so a closed book has no answers.
      const asked = results.filter(({ metadata }) => metadata?.task !== 'closed-book');
      const perfect = asked.filter(({ provider }) => provider.label === 'perfect');
      expect(perfect.length).toBeGreaterThan(0);
      expect(meanScore(perfect)).toBe(1);
      const others = asked.filter(({ provider }) => provider.label !== 'perfect');
      expect(others.length).toBeGreaterThan(0);
      expect(meanScore(others)).toBeLessThan(0.95);
      const written = (name: string) => readFileSync(join(state, 'report', name), 'utf8');
      // The decision is one everywhere.
      const [, decision] = /<title>(.*?)<\/title>/.exec(written('index.html'))!;
      const [first] = decision!.split(/(?<=\.) /);
      expect(written('summary.md').replaceAll('`', '')).toContain(first);
      expect(output.replace(/\s+/g, ' ')).toContain(first);
      await expectCounted(fileOf(file), await reportOf(file), results);
    },
  );
});
