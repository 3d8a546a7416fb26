/** A benchmark that is defined outside of the package, from its config to a verdict. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ReportData } from '../../src/measuring/facts/tables/tables.js';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { ROOT, readResults, temporaryFolder } from './promptfoo.js';

const CONFIG = 'examples/own-benchmark/promptfooconfig.yaml';

const folder = temporaryFolder();
const results = join(folder.path, 'results.json');
const baseline = join(folder.path, 'baseline.json');
const command = (...args: string[]) => ours({ path: ROOT, state: folder.path }, args);

beforeAll(async () => {
  const evaluator = new Evaluator({ path: dirname(join(ROOT, CONFIG)), state: folder.path });
  const config = parse(readFileSync(join(ROOT, CONFIG), 'utf8')) as object;
  const { stats, output } = await evaluator.evaluate(config, { file: results });
  expect([stats.failures, stats.errors], output).toEqual([0, 0]);
});

afterAll(() => folder.remove());

describe('a benchmark from outside', () => {
  it('is asked in both languages and scored by its own rule', () => {
    const { results: rows } = readResults(results);
    expect(rows).toHaveLength(36);
    const perfect = rows.filter(({ provider }) => provider.label === 'perfect');
    expect(perfect.map(({ score }) => score)).toEqual(perfect.map(() => 1));
    const zh = perfect.find(({ prompt }) => /台灯的价格是\d+欧元。/.test(prompt.raw));
    expect(zh?.response?.output).toMatch(/^台灯: \d+\n水壶: \d+/);
  });

  it('is reported like any other, and complete', async () => {
    const out = join(folder.path, 'report');
    const { exitCode, output } = await command('report', results, '-o', out);
    expect(exitCode, output).toBe(0);
    expect(output).not.toContain('could not be checked');
    const data = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as ReportData;
    expect(data.summary.map(({ provider, answers }) => [provider, answers])).toEqual([
      ['perfect', 9],
      ['lost in the middle', 9],
      ['perfect', 9],
      ['lost in the middle', 9],
    ]);
  });

  it('is held against a baseline', async () => {
    const kept = await command('baseline', results, '-o', baseline);
    expect(kept.exitCode, kept.output).toBe(0);
    const gate = await command('gate', results, '--baseline', baseline);
    expect(gate.output).toMatch(/^Passed: any drop is at most /);
    expect(gate.exitCode).toBe(0);
  });

  it('is planned by its config, and shown by what results kept', async () => {
    const plan = await command('plan', '-c', CONFIG);
    expect(plan.exitCode, plan.output).toBe(0);
    expect(plan.output).toMatch(/\b36\b/);
    const shown = await command('show', '1', results);
    expect(shown.exitCode, shown.output).toBe(0);
    expect(shown.output).toMatch(/The price of the lamp is \d+ euros\./);
    const planned = await command('show', '1', '-c', CONFIG);
    expect(planned.exitCode).toBe(3);
    expect(planned.output).toContain('run `promptfoo eval` first and name its results');
  });
});
