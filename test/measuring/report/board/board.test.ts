import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { baselineOf } from '../../../../src/measuring/facts/baseline-of.js';
import { effectiveLengthText } from '../../../../src/measuring/facts/effective-length.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { boardOf } from '../../../../src/measuring/report/board/board.js';
import {
  type BaselineFile,
  baselineText,
  parseBaseline,
} from '../../../../src/measuring/results/baseline/baseline.js';
import { boardHtml } from '../../../src/measuring/report/board/board-html.js';
import { answerOf, factsOf, leftOutText } from '../../../src/measuring/report/board/board-words.js';
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

describe('a board', () => {
  it('says of every reader what its report says', () => {
    const data = analyse(evaluationOf([...good, ...middle, ...poor]));
    const [table] = boardOf(files, 0.85).tables;
    for (const summary of data.summary) {
      const row = table!.rows.find(({ reader }) => reader === summary.provider)!;
      expect(effectiveLengthText(row)).toBe(effectiveLengthText(summary));
      expect(row.mean).toBe(summary.recall.value);
      const lengths = data.lengths.filter(({ provider }) => provider === row.reader);
      expect([...row.byLength]).toEqual(
        lengths.map(({ tokens, recall }) => [tokens, recall.value]),
      );
      expect(row.failedWhole?.answers).toBe(summary.failedWhole?.answers);
      expect(row.took.cost).toBeCloseTo(summary.spent.cost!, 9);
      expect(row.took.latencyMs).toBeCloseTo(summary.latencyMs!, 0);
    }
    expect(table!.rows.map(({ reader }) => reader)).toEqual(['good', 'middle', 'poor']);
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

  it('begins with how many hold which length, and whose run was cheapest', () => {
    const board = boardOf(files, 0.85);
    expect(answerOf(board.tables[0]!)).toEqual([
      '2 of 3 are reliable at 32K tokens',
      'The cheapest of them is middle, $0.0200 a run. Only good is reliable at 64K tokens.',
    ]);
    expect(factsOf(board)).toEqual([
      '3 readers on the same 20 prompts',
      'threshold 0.85',
      '2026-11-20 to 2026-11-22',
    ]);
    expect(answerOf(boardOf([files[0]!], 0.85).tables[0]!)).toEqual([
      'middle is reliable at 32K tokens',
      'A run cost $0.0200, an answer took 2.5\u00a0s.',
    ]);
    const lost = rowsOf('lost', () => 0.2);
    expect(answerOf(boardOf([file('l', lost)], 0.85).tables[0]!)).toEqual([
      'None of 1 is reliable at 4K tokens',
      '',
    ]);
  });

  it('calls no reader cheapest whose answers came from the cache or have no cost', () => {
    const cached = rowsOf('cached', () => 0.99).map((row, i): Row => {
      const { cost, latencyMs, ...others } = row;
      return i < 12 ? { ...others, cached: true } : row;
    });
    const free = rowsOf('free', () => 0.99).map(({ cost, ...row }): Row => row);
    const { tables } = boardOf([...files, file('d', cached), file('e', free)], 0.85);
    const took = new Map(tables[0]!.rows.map((row) => [row.reader, row.took]));
    expect(took.get('cached')).toMatchObject({ isLeast: true, cached: 12 });
    expect(took.get('free')).not.toHaveProperty('cost');
    const [, more] = answerOf({
      ...tables[0]!,
      rows: tables[0]!.rows.filter(({ reader }) => reader !== 'middle'),
    });
    expect(more).not.toContain('cheapest');
  });

  it('leaves out other prompts and half a length, and takes a reader that lacks whole lengths', () => {
    const others = rowsOf('others', () => 1).map((row) => ({ ...row, id: `${row.id}-2` }));
    const half = rowsOf('half', () => 1).slice(1);
    const short = rowsOf('short', () => 0.98)
      .filter(({ tokens }) => tokens < 64_000)
      .map((row) => ({ ...row, cost: 0.0001 }));
    const board = boardOf([...files, file('d', others), file('e', half), file('f', short)], 0.85);
    expect(leftOutText(board)).toBe(
      "Left out: others (d), other prompts; half (e), other prompts: it shares 19 of the board's 20.",
    );
    const row = board.tables[0]!.rows.find(({ reader }) => reader === 'short')!;
    expect(row).toMatchObject({ isWhole: false, took: { cost: expect.closeTo(0.0016, 9) } });
    expect(row).not.toHaveProperty('mean');
    expect(answerOf(board.tables[0]!)[1]).toContain(
      'cheapest of the 2 with a comparable cost is middle',
    );
    const [card] = /<tr[^>]*data-name="short"[\s\S]*?<\/tr>/.exec(boardHtml(board))!;
    expect(card).toContain('data-heading="a run">$0.00160<small>4 of 5 lengths</small>');
    expect(card).not.toMatch(/data-(cost|time|recall)=/);
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
    expect(boardHtml(board)).toContain('<td role="cell" data-heading="a run">–</td>');
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
    const page = boardHtml(
      boardOf([...files, { ...file('"><img src=x>', evil), report: 'd/index.html' }], 0.85),
    );
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
    expect(page).toContain('<a href="d/index.html">');
    expect(page).not.toMatch(/https?:|style="/);
  });

  it('shows no recall as the threshold that is below it', () => {
    const near = good.map((row) => ({ ...row, marks: [], score: 0.8499 }));
    const page = boardHtml(boardOf([file('near', near)], 0.85));
    expect(page).toContain('class="at below" data-heading="4K">0.84<');
  });
});
