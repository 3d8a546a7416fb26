import { describe, expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import type { Row } from '../../../src/contract/row.js';
import {
  historyOf as historyOfRuns,
  type RunsOptions,
} from '../../../src/extras/history/history.js';
import { historyDocument } from '../../../src/extras/history/history-document.js';
import { historyJson } from '../../../src/extras/history/history-finding.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { decisionsOf, linesOf, mediaOf, terminalOf } from '../../measuring/document/media.js';
import { imagine } from '../../measuring/results/rows-for-tests.js';

const OPTIONS: RunsOptions = { alpha: 0.05, maxDrop: 0.02, threshold: 0.85 };
const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];

/** One run of a reader with this recall; the name is the seed. */
const run = (name: string, recall: number | ((tokens: number) => number), provider = 'reader') => ({
  name: `${name}.json`,
  rows: imagine(name, typeof recall === 'number' ? () => recall : recall, {
    lengths: LENGTHS,
    seeds: 8,
    stars: 32,
  }).map((row): Row => ({ ...row, provider })),
});

const historyOf = (runs: ReturnType<typeof run>[], options: RunsOptions) =>
  historyOfRuns(
    runs.map(({ name, rows }) => evaluationOf(rows, { sources: [name] })),
    options,
  );

describe('a history in Chinese', () => {
  const history = historyOf([run('a', 0.95), run('b', 0.95), run('c', 0.6)], OPTIONS);

  it('says everything in Chinese, and finds the same', () => {
    const text = speaking(['zh'], () => terminalOf(historyDocument(history)));
    expect(text).toMatch(/^✗ reader 在 c 中变差：低 3\d 个百分点（9\d% → \d\d%）。\n/);
    expect(text.split('\n').slice(0, -2).join('\n')).not.toMatch(/[a-z]{2,} [a-z]{3,}/i);
  });

  it('has the same JSON in every language', () => {
    expect(speaking(['zh'], () => historyJson(history))).toBe(historyJson(history));
  });
});

describe('a reliable length that fell, while the mean of all prompts hardly did', () => {
  const rowsOf = (name: string, recallAt: (tokens: number, at: number) => number) => ({
    name: `${name}.json`,
    rows: imagine(name, recallAt, { seeds: 3, stars: 16 }).map(
      (row): Row => ({ ...row, provider: 'reader' }),
    ),
  });
  const whole = () => 1;
  const cut = (tokens: number, at: number) => (tokens * (1 - at) <= 24_000 ? 1 : 0);

  it('is found since the run from which all runs have it', () => {
    const runs = [rowsOf('a', whole), rowsOf('b', cut)];
    const history = historyOf(runs, OPTIONS);
    const { models } = JSON.parse(historyJson(history));
    expect(models[0].finding).toMatchObject({
      ...{ kind: 'shorter', run: 1, since: 0, verdict: 'failed' },
    });
    expect(decisionsOf(historyDocument(history))).toEqual([
      expect.stringMatching(/^bad: Since b, reader ignores everything before the last .+32K\+/),
    ]);
  });

  it('is none where it came back, or always was so', () => {
    for (const course of [
      [whole, cut, whole],
      [cut, cut, cut],
    ]) {
      const runs = course.map((reads, i) => rowsOf(`${i}`, reads));
      const { models } = JSON.parse(historyJson(historyOf(runs, OPTIONS)));
      expect(models[0].finding.kind).not.toBe('shorter');
    }
  });
});

describe('historyOf', () => {
  it('finds the run since when a reader is worse, and compares the last one with those like it', () => {
    const runs = [run('a', 0.95), run('b', 0.95), run('c', 0.95), run('d', 0.85), run('e', 0.85)];
    const [model] = historyOf(runs, OPTIONS).models;
    const { course, last } = model!;
    expect(course).toMatchObject({ since: 3, steps: [{ run: 3, from: 3, to: 3 }] });
    expect(course.changed).toBeGreaterThan(0.9);
    expect(course.steps[0]!.drop.value).toBeCloseTo(0.1, 1);
    expect(last).toMatchObject({ verdict: 'passed', prompts: 40 });
    const recalls = model!.series[0]!.points.map((point) => point!.recall);
    for (const { value, low, high } of recalls) {
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
    expect(recalls[0]!.low).toBeGreaterThan(recalls[3]!.value);
  });

  it('follows the effective length', () => {
    const cliff = (at: number) => (tokens: number) => (tokens > at ? 0.3 : 0.98);
    const runs = [run('a', 0.99), run('b', cliff(32_000)), run('c', cliff(8000))];
    const { points } = historyOf(runs, OPTIONS).models[0]!.series[0]!;
    const lengths = points.map((point) => point!.effectiveLength);
    expect(lengths[0]!.value).toBe(Number.POSITIVE_INFINITY);
    expect(lengths[1]!.low).toBeGreaterThanOrEqual(16_000);
    expect(lengths[1]!.high).toBeLessThanOrEqual(64_000);
    expect(lengths[2]!.value).toBeLessThan(lengths[1]!.low);
  });

  it('leaves open where a run lacks a reader, and names no change of a steady one', () => {
    const both = run('b', 0.9);
    both.rows.push(...run('b2', 0.9, 'other').rows);
    const runs = [run('a', 0.9), both, run('c', 0.9)];
    const { models } = historyOf(runs, OPTIONS);
    expect(models.map(({ model }) => model)).toEqual(['other', 'reader']);
    expect(models[0]).not.toHaveProperty('last');
    expect(models[0]!.course).toMatchObject({ changed: 0, steps: [] });
    expect(models[0]!.series[0]!.points.map((point) => point?.prompts)).toEqual([
      undefined,
      40,
      undefined,
    ]);
    expect(models[1]!.course).toMatchObject({ since: 0, steps: [] });
    expect(models[1]!.last!.verdict).toBe('passed');
  });

  it('numbers steps as runs, some of which lack the reader, and judges a last run that fell', () => {
    const runs = [run('a', 0.95), run('x', 0.9, 'other'), run('b', 0.95), run('c', 0.6)];
    const model = historyOf(runs, OPTIONS).models.find((one) => one.model === 'reader')!;
    expect(model.course.steps).toMatchObject([{ run: 3 }]);
    expect(model.last).toMatchObject({ verdict: 'failed', prompts: 40 });
  });
});

describe('a history as a document', () => {
  const hostile = 'r<script>\u001b[2J';
  const runs = [run('a', 0.95, hostile), run('b', 0.95, hostile), run('c', 0.8, hostile)];
  const document = historyDocument(historyOf(runs, OPTIONS));

  it('says first in which run a model got worse, by how much, and what to do', () => {
    expect(decisionsOf(document)).toEqual([
      expect.stringMatching(/^bad: r<script>.*got worse in c: 1\d points lower \(9\d% → 8\d%\)\.$/),
    ]);
    const lines = linesOf(document);
    expect(lines).toContainEqual(expect.stringMatching(/^Run +Found +Change +Reliable up to$/));
    expect(lines).toContainEqual(expect.stringMatching(/^c +8\d% \(\d\d–\d\d%\) +▼ −1\d points +/));
    expect(lines.at(-1)).toContain('gate c.json --baseline b.json');
    expect(lines.length).toBeLessThanOrEqual(24);
  });

  it('is written in five media, in which names are text', () => {
    const { html, csv, junit } = mediaOf(document);
    expect(html).toContain('r&lt;script&gt;');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('<svg class="wide"');
    expect(junit).toContain('<failure message="r&lt;script&gt;');
    expect(csv).toContain(',c,Found,');
  });
});
