import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { plain } from '../../../../src/measuring/document/foreign.js';
import { documentHtml } from '../../../../src/measuring/document/render/html.js';
import { baselineOf, positionsOf } from '../../../../src/measuring/facts/baseline-of.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { verdictOf } from '../../../../src/measuring/facts/length-verdict.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { boardOf } from '../../../../src/measuring/report/board/board.js';
import { boardDocument } from '../../../../src/measuring/report/board/board-document.js';
import {
  type BaselineFile,
  parseBaseline,
} from '../../../../src/measuring/results/baseline/baseline.js';
import { baselineText } from '../../../../src/measuring/results/baseline/baseline-text.js';
import { effectiveLengthText } from '../../facts/length-text.js';
import { imagine } from '../../results/rows-for-tests.js';

const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];
const cliff = (at: number) => (tokens: number) => (tokens > at ? 0.3 : 0.98);

const rowsOf = (name: string, recallAt: (tokens: number) => number): Row[] =>
  imagine(name, recallAt, { lengths: LENGTHS, seeds: 4, stars: 32 });

/** A baseline as it comes back from its file. */
const kept = (rows: readonly Row[], day = '2026-11-22'): BaselineFile => {
  const evaluation = evaluationOf(rows, { evalId: `eval-abc-${day}T10:11:12` });
  return parseBaseline(baselineText(baselineOf([evaluation], true)), 'kept.json');
};
const file = (name: string, rows: readonly Row[], day?: string) => ({
  name,
  baseline: kept(rows, day),
});

const good = rowsOf('good', () => 0.99);
const middle = rowsOf('middle', cliff(32_000)).map((row) => ({ ...row, cost: 0.001 }));
const poor = rowsOf('poor', cliff(8000));
const files = [file('b', middle, '2026-11-20'), file('a', good), file('c', poor)];

const decisionsOf = (own: typeof files) =>
  boardDocument(boardOf(own, 0.85)).decisions.map(({ text }) => plain(text));

const pageOf = (board: ReturnType<typeof boardOf>) => documentHtml(boardDocument(board));

describe('a board', () => {
  it('says of every reader what its report says', () => {
    const data = analyse(evaluationOf([...good, ...middle, ...poor]));
    const [table] = boardOf(files, 0.85).tables;
    for (const summary of data.summary) {
      const row = table!.rows.find(({ model }) => model === summary.provider)!;
      expect(effectiveLengthText(row)).toBe(effectiveLengthText(summary));
      expect(row.mean).toBe(summary.recall.value);
      const lengths = data.lengths.filter(({ provider }) => provider === row.model);
      expect([...row.byLength]).toEqual(
        lengths.map(({ tokens, recall }) => [tokens, recall.value]),
      );
      expect(row.failedWhole?.answers).toBe(summary.failedWhole?.answers);
      expect(row.took.cost).toBeCloseTo(summary.spent.cost!, 9);
      expect(row.took.latencyMs).toBeCloseTo(summary.latencyMs!, 0);
    }
    expect(table!.rows.map(({ model }) => model)).toEqual(['good', 'middle', 'poor']);
  });

  it('knows where a model stops reading, as the report does', () => {
    const window = imagine('window', (tokens, position) => (position * tokens <= 27_500 ? 1 : 0), {
      ...{ lengths: LENGTHS, seeds: 4, stars: 32 },
    });
    const [summary] = analyse(evaluationOf(window)).summary;
    const row = boardOf([file('w', window)], 0.85).tables[0]!.rows[0]!;
    expect(verdictOf(row)).toEqual(verdictOf(summary!));
    expect(verdictOf(row)).toMatchObject({ kind: 'cut', cut: { kept: 'start' }, tokens: 16_000 });
    // A search has facts at other places.
    const moved = window.map((one) => ({
      ...one,
      positions: one.positions.map((position) => Math.round(position * 900) / 1000),
    }));
    const [told] = [...kept(moved).runs[0]!.get('window')!.values()];
    expect(positionsOf(told!)).toEqual(moved[0]!.positions);
  });

  it('says of prompts that share a question, and of answers cut off or unread, what the report says', () => {
    const odd = good.map((row, i): Row => {
      const shared = { ...row, cluster: `question ${row.seed}` };
      if (i % 7 === 0)
        return {
          ...shared,
          score: 0,
          marks: row.marks.map(() => 0),
          unfinished: 'cut-off',
          diagnosis: 'cut-off',
        };
      return i % 9 === 0 ? { ...shared, reading: 'unreadable' } : shared;
    });
    const [summary] = analyse(evaluationOf(odd)).summary;
    const [row] = boardOf([file('odd', odd)], 0.85).tables[0]!.rows;
    expect(row!.effectiveLength).toEqual(summary!.effectiveLength);
    expect(row!.likely).toEqual(summary!.likely);
    expect(row!.mean).toBe(summary!.recall.value);
  });

  it('begins with which models are reliable, and the cheapest of them', () => {
    expect(decisionsOf(files)).toEqual(['Only good of 3 models is reliable at 64K.']);
    const cheap = rowsOf('cheap', () => 0.99).map((row) => ({ ...row, cost: 0.0001 }));
    expect(decisionsOf([...files, file('d', cheap)])).toEqual([
      'cheap is the cheapest of 2 models that are reliable at 64K: $0.00200 per run.',
    ]);
    expect(boardDocument(boardOf(files, 0.85)).about).toEqual([
      '3 models × 20 prompts',
      '2026-11-20 to 2026-11-22',
    ]);
    const lost = rowsOf('lost', () => 0.2);
    expect(decisionsOf([file('l', lost)])).toEqual([
      'None of 1 model is reliable at any length tested.',
    ]);
  });

  it('calls no model cheapest whose answers came from the cache or have no cost', () => {
    const cached = rowsOf('cached', () => 0.99).map((row, i): Row => {
      const { cost, latencyMs, ...others } = row;
      return i < 12 ? { ...others, cached: true } : row;
    });
    const free = rowsOf('free', () => 0.99).map(({ cost, ...row }): Row => row);
    const all = [...files, file('d', cached), file('e', free)];
    const { tables } = boardOf(all, 0.85);
    const took = new Map(tables[0]!.rows.map((row) => [row.model, row.took]));
    expect(took.get('cached')).toMatchObject({ isLeast: true, cached: 12 });
    expect(took.get('free')).not.toHaveProperty('cost');
    expect(decisionsOf(all)).toEqual([
      '3 of 4 models are reliable at 64K: cached, free, good.'.replace('4', '5'),
    ]);
  });

  it('leaves out other prompts and half a length, and takes a reader that lacks whole lengths', () => {
    const others = rowsOf('others', () => 1).map((row) => ({ ...row, id: `${row.id}-2` }));
    const half = rowsOf('half', () => 1).slice(1);
    const short = rowsOf('short', () => 0.98)
      .filter(({ tokens }) => tokens < 64_000)
      .map((row) => ({ ...row, cost: 0.0001 }));
    const board = boardOf([...files, file('d', others), file('e', half), file('f', short)], 0.85);
    expect(board.leftOut).toEqual([
      { name: 'others (d)', why: 'other prompts' },
      { name: 'half (e)', why: "other prompts: it shares 19 of the board's 20" },
    ]);
    expect(pageOf(board)).toContain('Left out <bdi>others (d)</bdi>: other prompts.');
    const row = board.tables[0]!.rows.find(({ model }) => model === 'short')!;
    expect(row).toMatchObject({ isWhole: false, took: { cost: expect.closeTo(0.0016, 9) } });
    expect(row).not.toHaveProperty('mean');
  });

  it('takes baselines without dates, costs and series, beside those that have them', () => {
    const text = baselineText(files[2]!.baseline);
    const { asked, series, ...old } = JSON.parse(text.replaceAll('"series":0,', ''));
    expect(asked.poor).toHaveLength(1);
    expect(series).toHaveLength(1);
    const baseline = parseBaseline(JSON.stringify(old), 'old.json');
    const board = boardOf([files[1]!, { name: 'old', baseline }], 0.85);
    expect(board.tables).toHaveLength(1);
    expect(board.tables[0]!.rows[1]!.took).toEqual({ cached: 0 });
    expect(pageOf(board)).toMatch(/<td>–<\/td><td>–<\/td><td>–<\/td><\/tr>/);
    expect(boardOf([{ name: 'old', baseline }], 0.85).tables[0]!.rows[0]!.mean).toBe(
      boardOf([files[2]!], 0.85).tables[0]!.rows[0]!.mean,
    );
  });

  it('tells readers of one name apart by their files, and takes runs of one file together', () => {
    const again = imagine('other seed', () => 0.9, { lengths: LENGTHS, seeds: 4, stars: 32 });
    const named = again.map((row) => ({ ...row, provider: 'good' }));
    const two = baselineOf([evaluationOf(good), evaluationOf(named)], false);
    const { rows } = boardOf([files[1]!, { name: 'twice', baseline: two }], 0.85).tables[0]!;
    expect(rows.map(({ name, runs }) => [name, runs])).toEqual([
      ['good (a)', 1],
      ['good (twice)', 2],
    ]);
  });
});

describe('the page of a board', () => {
  it('is text whatever names look like, and nothing of other places', () => {
    const evil = rowsOf('<script>alert(1)</script>', () => 0.97);
    const page = pageOf(boardOf([...files, file('"><img src=x>', evil)], 0.85));
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
    expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|style="/);
  });
});
