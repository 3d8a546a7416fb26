/** Programs as users write them: compiled by `npm run types`, and each run once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runOf } from '../measuring/facts/tests/rows-for-tests.js';
import { imagine, toResult } from '../measuring/results/rows-for-tests.js';
import { tokensByLength } from './01-count-tokens.js';
import { firstPrompt } from './02-prompt-of-a-test.js';
import { scoreOf } from './03-score-an-answer.js';
import { recallByModel } from './04-mean-recall.js';
import { lengthThatHolds } from './05-effective-length.js';
import { verdictOf } from './06-gate.js';
import { reaches } from './07-floor.js';
import { worst } from './08-worst-answers.js';
import { missingPrompts } from './09-what-is-missing.js';
import { costOf } from './10-plan.js';
import { brokenTests, priceOfRun } from './11-gate-your-tests.js';

const folder = mkdtempSync(join(tmpdir(), 'programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

function results(name: string, recall: number): string {
  const rows = imagine('reader', () => recall, { seeds: 3 });
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ results: { results: rows.map(toResult) } }));
  return file;
}

const good = results('good.json', 1);
const bad = results('bad.json', 0.2);

describe('a program', () => {
  it('has the Case of a generated test, its prompt and its score', async () => {
    expect(await tokensByLength()).toEqual(
      new Map([
        [1000, 2000],
        [2000, 4000],
      ]),
    );
    expect(await firstPrompt()).toMatch(/little penguin counted/);
    expect(await scoreOf('no idea')).toBe(0);
  });

  it('has the tables of a report, and what it is made of', async () => {
    expect(await recallByModel(good)).toEqual({ reader: 1 });
    expect(await worst(bad, 2)).toHaveLength(2);
    expect(await missingPrompts(good)).toBe(0);
    expect(await missingPrompts(join(folder, 'none.json'))).toBe(-1);
    expect(lengthThatHolds().value).toBeLessThanOrEqual(32_000);
  });

  it('has the decisions of a gate', async () => {
    expect(await verdictOf(good, good)).toBe('passed');
    expect(await verdictOf(bad, good)).toBe('failed');
    expect(await reaches(good, 0.9)).toBe(true);
    expect(await reaches(bad, 0.9)).toBe(false);
  });

  it('has the gate of ordinary tests, from files and from what promptfoo gave', async () => {
    const steady = Array.from({ length: 20 }, (_, i) => (i % 4 === 0 ? '110' : '111'));
    const broken = steady.map((digits, i) => (i === 3 || i === 6 || i === 9 ? '000' : digits));
    const baseline = join(folder, 'yesterday.json');
    const written = (digits: readonly string[], more = {}) => ({
      results: { results: runOf(digits, more) },
    });
    writeFileSync(baseline, JSON.stringify(written(steady, { cost: 0.002 })));
    expect(await brokenTests(written(steady), baseline)).toEqual([]);
    expect(await brokenTests(written(broken), baseline)).toEqual([
      'question 3',
      'question 6',
      'question 9',
    ]);
    const { cost, found } = await priceOfRun(baseline);
    expect(cost).toBeCloseTo(0.12);
    expect(found).toBeLessThan(1);
  });

  it('is told in one sentence what a plan cannot read', async () => {
    await expect(costOf(join(folder, 'none.yaml'))).rejects.toThrow(
      /^promptfoo could not read the config .*\.$/,
    );
  });
});
