/** Every block of Python reads a report of ours. Libraries that are not there are stand-ins that write down their calls. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluationOf } from '../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../src/measuring/facts/tables/analyse.js';
import { jsonReport } from '../../src/measuring/report/report-files.js';
import { Project, run } from '../e2e/promptfoo.js';
import { imagine } from '../measuring/results/rows-for-tests.js';
import { blocksIn } from './pages.js';

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

/** A module of which everything can be called and entered, and that writes each call with its arguments to `calls`. */
const STAND_IN = `
import json
class Anything:
    def __init__(self, name): self.name = name
    def __getattr__(self, name): return Anything(self.name + "." + name)
    def __call__(self, *args, **kwargs):
        with open("calls", "a") as file:
            file.write(json.dumps([self.name, args, kwargs], default=str) + "\\n")
        return Anything(self.name + "()")
    def __enter__(self): return self
    def __exit__(self, *args): return False
def __getattr__(name):
    if name.startswith("__"): raise AttributeError(name)
    return Anything(name)
`;

type Call = [name: string, args: unknown[], named: Record<string, unknown>];

const project = new Project();
/** One reader gave no answer at one of the lengths. */
const data = analyse(
  evaluationOf([
    ...imagine('good', () => 1),
    ...imagine('poor', () => 0.5).map((row) =>
      row.tokens === 8000 ? { ...row, error: 'HTTP 500' } : row,
    ),
  ]),
);
const answered = data.lengths.filter(({ answers }) => answers > 0);

beforeAll(() => {
  for (const folder of ['counting-stars-report', 'stand-ins'])
    mkdirSync(join(project.path, folder));
  project.write('counting-stars-report/report.json', jsonReport(data));
  for (const name of ['pandas', 'mlflow', 'wandb']) {
    project.write(`stand-ins/${name}.py`, STAND_IN);
  }
});
afterAll(() => project.remove());

async function callsOf(text: string): Promise<Call[]> {
  const calls = join(project.path, 'calls');
  writeFileSync(calls, '');
  const script = project.write('recipe.py', text);
  const { exitCode, output } = await run(PYTHON, [script], {
    cwd: project.path,
    env: { ...process.env, PYTHONPATH: join(project.path, 'stand-ins') },
  });
  expect(output).not.toContain('Traceback');
  expect(exitCode).toBe(0);
  const lines = readFileSync(calls, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Call);
}

const recipes = new Map(
  blocksIn('python').map(([, { text }]) => [/^import (pandas|mlflow|wandb)/m.exec(text)![1], text]),
);

describe('a recipe in Python', () => {
  it('has at most ten lines, for each of three tools', () => {
    expect([...recipes.keys()].sort()).toEqual(['mlflow', 'pandas', 'wandb']);
    for (const text of recipes.values()) {
      expect(text.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);
    }
  });

  it('gives pandas a row for each length, with the columns that it names', async () => {
    const [normalize, pivot] = await callsOf(recipes.get('pandas')!);
    expect(normalize![0]).toBe('json_normalize');
    const [rows] = normalize![1] as [{ recall: { value: number | null } }[]];
    expect(rows.map(({ recall }) => recall.value)).toEqual(
      data.lengths.map(({ recall, answers }) => (answers > 0 ? recall.value : null)),
    );
    const { index, columns, values } = pivot![2] as {
      index: string[];
      columns: string;
      values: string;
    };
    expect([...index, columns].every((name) => name in rows[0]!)).toBe(true);
    expect(values).toBe('recall.value');
  });

  it('gives MLflow a run for each reader, with each length that has an answer as a step', async () => {
    const calls = await callsOf(recipes.get('mlflow')!);
    const runs = calls
      .filter(([name]) => name === 'start_run')
      .map(([, , named]) => named.run_name);
    expect(runs).toEqual(data.providers);
    const metrics = calls.filter(([name]) => name === 'log_metric');
    expect(metrics.map(([, args, { step }]) => [...args, step])).toEqual(
      data.providers.flatMap((provider) =>
        answered
          .filter((row) => row.provider === provider)
          .map(({ recall, tokens }) => ['counting-things', recall.value, tokens]),
      ),
    );
  });

  it('gives Weights & Biases a run for each reader', async () => {
    const calls = await callsOf(recipes.get('wandb')!);
    const runs = calls.filter(([name]) => name === 'init').map(([, , named]) => named.name);
    expect(runs).toEqual(data.providers);
    const logged = calls.filter(([name]) => name.endsWith('.log')).map(([, [row]]) => row);
    expect(logged).toHaveLength(answered.length);
    expect(logged).toContainEqual({ tokens: 32_000, 'counting-things': 1 });
  });
});
