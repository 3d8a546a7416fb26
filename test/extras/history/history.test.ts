import { describe, expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import type { Row } from '../../../src/contract/row.js';
import {
  type HistoryOptions,
  historyOf as historyOfRuns,
} from '../../../src/extras/history/history.js';
import { historyHtml } from '../../../src/extras/history/history-html.js';
import { historyText } from '../../../src/extras/history/history-text.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { imagine } from '../../measuring/results/rows-for-tests.js';
import { inChinese } from '../../sentences.js';

const OPTIONS: HistoryOptions = { alpha: 0.05, maxDrop: 0.02, threshold: 0.85 };
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

const historyOf = (runs: ReturnType<typeof run>[], options: HistoryOptions) =>
  historyOfRuns(
    runs.map(({ name, rows }) => evaluationOf(rows, { sources: [name] })),
    options,
  );

describe('a history in Chinese', () => {
  it('says everything in Chinese, and finds the same', () => {
    const runs = [run('a', 0.95), run('b', 0.95), run('c', 0.6)];
    const history = historyOf(runs, OPTIONS);
    const [text, html] = speaking(['zh'], () => [
      historyText(history, { colour: false }),
      historyHtml(history),
    ]) as [string, string];
    expect(text).toMatch(/^reader：自 c\.json 起变差 0\.\d+（95 % 区间 /);
    expect(inChinese(text)).not.toMatch(/[a-z]{2,} [a-z]{3,}/i);
    expect(html).toContain('<b>reader：自 c.json 起变差 0.');
  });
});

describe('historyOf', () => {
  it('finds the run since when a reader is worse, and compares the last one with those like it', () => {
    const runs = [run('a', 0.95), run('b', 0.95), run('c', 0.95), run('d', 0.85), run('e', 0.85)];
    const [reader] = historyOf(runs, OPTIONS).readers;
    const { course, last } = reader!;
    expect(course).toMatchObject({ shape: 'steps', since: 3, steps: [{ run: 3, from: 3, to: 3 }] });
    expect(course.changed).toBeGreaterThan(0.9);
    expect(course.steps[0]!.drop.value).toBeCloseTo(0.1, 1);
    expect(last).toMatchObject({ verdict: 'passed', prompts: 40 });
    const recalls = reader!.series[0]!.points.map((point) => point!.recall);
    for (const { value, low, high } of recalls) {
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
    expect(recalls[0]!.low).toBeGreaterThan(recalls[3]!.value);
  });

  it('follows the effective length', () => {
    const cliff = (at: number) => (tokens: number) => (tokens > at ? 0.3 : 0.98);
    const runs = [run('a', 0.99), run('b', cliff(32_000)), run('c', cliff(8000))];
    const { points } = historyOf(runs, OPTIONS).readers[0]!.series[0]!;
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
    const { readers } = historyOf(runs, OPTIONS);
    expect(readers.map(({ reader }) => reader)).toEqual(['other', 'reader']);
    expect(readers[0]).not.toHaveProperty('last');
    expect(readers[0]!.course).toMatchObject({ shape: 'none', changed: 0, steps: [] });
    expect(readers[0]!.series[0]!.points.map((point) => point?.prompts)).toEqual([
      undefined,
      40,
      undefined,
    ]);
    expect(readers[1]!.course).toMatchObject({ shape: 'none', since: 0, steps: [] });
    expect(readers[1]!.last!.verdict).toBe('passed');
  });

  it('numbers steps as runs, some of which lack the reader, and judges a last run that fell', () => {
    const runs = [run('a', 0.95), run('x', 0.9, 'other'), run('b', 0.95), run('c', 0.6)];
    const reader = historyOf(runs, OPTIONS).readers.find((one) => one.reader === 'reader')!;
    expect(reader.course.steps).toMatchObject([{ run: 3 }]);
    expect(reader.last).toMatchObject({ verdict: 'failed', prompts: 40 });
  });
});

describe('a history in words', () => {
  const hostile = 'r<script>\u001b[2J';
  const runs = [run('a', 0.95, hostile), run('b', 0.95, hostile), run('c', 0.8, hostile)];
  const found = historyOf(runs, OPTIONS);

  it('says first since when a reader is worse, by how much', () => {
    const lines = historyText(found, { colour: false }).split('\n');
    expect(lines[0]).toMatch(
      /^r<script> \[2J: worse since c\.json: drop 0\.1\d\d \(95 % interval 0\.\d{3} to 0\.\d{3}; probability >?99%\)$/,
    );
    expect(lines[1]).toMatch(
      /^run +prompts +recall \(95 %\) +reliable length +cost +tokens in +change \(95 %\)$/,
    );
    expect(lines[2]).toMatch(
      /^a\.json +40 +0\.9\d\d \(0\.[89]\d\d–0\.9\d\d\) +64K\+ +\$0\.992 +\d+,\d{3}$/,
    );
    expect(lines[4]).toMatch(
      /^c\.json +40 +0\.8.* \$0\.992 +988,000 +fell by 0\.1\d\d \(0\.\d{3} to 0\.\d{3}\)$/,
    );
  });

  it('is a page without scripts, in which names are text', () => {
    const page = historyHtml(found);
    expect(page).toContain('default-src &#39;none&#39;; style-src &#39;sha256-');
    expect(page).not.toMatch(/<script/);
    expect(page).toContain('<h2><bdi>r&lt;script&gt;');
    // Three runs, for a wide page and for a phone.
    expect(page.match(/<circle |<rect [^>]*width="8"/g)).toHaveLength(6);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });
});
