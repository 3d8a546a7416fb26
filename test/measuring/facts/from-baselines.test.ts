import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { plain } from '../../../src/measuring/document/foreign.js';
import { documentHtml } from '../../../src/measuring/document/render/html.js';
import { baselineOf, positionsOf } from '../../../src/measuring/facts/baseline-of.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { fromBaselines } from '../../../src/measuring/facts/from-baselines.js';
import { verdictOf } from '../../../src/measuring/facts/length-verdict.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { pricedRows } from '../../../src/measuring/report/priced.js';
import { reportDocument } from '../../../src/measuring/report/report-document.js';
import {
  type BaselineFile,
  parseBaseline,
} from '../../../src/measuring/results/baseline/baseline.js';
import { baselineText } from '../../../src/measuring/results/baseline/baseline-text.js';
import { imagine } from '../results/rows-for-tests.js';

const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];
const cliff = (at: number) => (tokens: number) => (tokens > at ? 0.3 : 0.98);

const rowsOf = (name: string, recallAt: (tokens: number) => number): Row[] =>
  imagine(name, recallAt, { lengths: LENGTHS, seeds: 4, stars: 32 });

/** A baseline as it comes back from its file. */
const kept = (rows: readonly Row[], day = '2026-11-22'): BaselineFile => {
  const evaluation = evaluationOf(rows, { evalId: `eval-abc-${day}T10:11:12`, measures: 'all' });
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

const gathered = (own: typeof files, measures?: string[], price: { input: number }[] = []) =>
  fromBaselines(own, measures, (rows) =>
    pricedRows(
      rows,
      price.map((one) => ({ ...one, output: 0 })),
    ),
  );
const dataOf = (own: typeof files, measures?: string[], price?: { input: number }[]) => {
  const { evaluation, baselines } = gathered(own, measures, price);
  return { ...analyse(evaluation), baselines };
};
const documentOf = (own: typeof files) =>
  reportDocument(dataOf(own), { sources: [], results: { files: [], baseline: 'these' } });
const decisionsOf = (own: typeof files) => documentOf(own).decisions.map(({ text }) => plain(text));

describe('a report of baselines', () => {
  it('has the figures of a report of the results', () => {
    const [was, data] = [analyse(evaluationOf([...good, ...middle, ...poor])), dataOf(files)];
    expect(data.ranking).toEqual(was.ranking);
    expect(data.comparisons).toEqual(was.comparisons);
    expect(data.cells).toEqual(was.cells);
    for (const [i, summary] of was.summary.entries()) {
      const { spent, latencyMs, precision, format, passed, failures, ...figures } = summary;
      expect(data.summary[i]).toMatchObject(figures);
      expect(data.summary[i]!.spent.cost).toBeCloseTo(spent.cost!, 9);
      expect(data.summary[i]!.spent.calls).toBe(spent.calls);
      expect(data.summary[i]!.latencyMs).toBeCloseTo(latencyMs!, 0);
    }
    expect(data.providers).toEqual(['good', 'middle', 'poor']);
  });

  it('finds where a model stops reading', () => {
    const window = imagine('window', (tokens, position) => (position * tokens <= 27_500 ? 1 : 0), {
      ...{ lengths: LENGTHS, seeds: 4, stars: 32 },
    });
    const [summary] = analyse(evaluationOf(window)).summary;
    const [row] = dataOf([file('w', window)]).summary;
    expect(verdictOf(row!)).toEqual(verdictOf(summary!));
    expect(verdictOf(row!)).toMatchObject({ kind: 'cut', cut: { kept: 'start' }, tokens: 16_000 });
    // A search has facts at other places.
    const moved = window.map((one) => ({
      ...one,
      positions: one.positions.map((position) => Math.round(position * 900) / 1000),
    }));
    const [told] = [...kept(moved).runs[0]!.get('window')!.values()];
    expect(positionsOf(told!)).toEqual(moved[0]!.positions);
  });

  it('keeps which prompts share a question, and which answers were cut off or unread', () => {
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
    const [row] = dataOf([file('odd', odd)]).summary;
    expect(row!.effectiveLength).toEqual(summary!.effectiveLength);
    expect(row!.likely).toEqual(summary!.likely);
    expect(row!.recall).toEqual(summary!.recall);
  });

  it('has cards for three models, and a ranked table for more', () => {
    const kinds = (own: typeof files) => new Set(documentOf(own).blocks.map(({ kind }) => kind));
    expect(decisionsOf(files)).toHaveLength(3);
    expect(kinds(files)).toContain('cards');
    const four = [
      ...files,
      file(
        'd',
        rowsOf('lost', () => 0.2),
      ),
    ];
    expect(decisionsOf(four)).toEqual(['1 of 4 models are reliable at 64K: good.']);
    expect(kinds(four)).not.toContain('cards');
    const cheap = rowsOf('cheap', () => 0.99).map((row) => ({ ...row, cost: 0.0001 }));
    expect(decisionsOf([...four, file('e', cheap)])).toEqual([
      'cheap is the cheapest of 2 models that are reliable at 64K: $0.00200 per run.',
    ]);
  });

  it('calls no model cheapest whose answers came from the cache or have no cost', () => {
    const cached = rowsOf('cached', () => 0.99).map((row, i): Row => {
      const { cost, latencyMs, ...others } = row;
      return i < 12 ? { ...others, cached: true } : row;
    });
    const free = rowsOf('free', () => 0.99).map(({ cost, ...row }): Row => row);
    const all = [...files, file('d', cached), file('e', free)];
    const spent = new Map(dataOf(all).summary.map((row) => [row.provider, row.spent]));
    expect(spent.get('cached')).toMatchObject({ calls: 8, fromPromptfooCache: 12 });
    expect(spent.get('free')).not.toHaveProperty('cost');
    const [decision] = decisionsOf(all);
    expect(decision).toMatch(/^3 of 5 models are reliable at 64K: /);
    const priced = dataOf(all, undefined, [{ input: 2 }]).summary;
    const tokens = new Map(dataOf(all).summary.map((row) => [row.provider, row.spent]));
    for (const { provider, spent: own } of priced) {
      expect(own.cost).toBeCloseTo((tokens.get(provider)!.promptTokens! * 2) / 1e6, 9);
    }
  });

  it('leaves out other prompts and half a length, and takes a model that lacks lengths', () => {
    const others = rowsOf('others', () => 1).map((row) => ({ ...row, id: `${row.id}-2` }));
    const half = rowsOf('half', () => 1).slice(1);
    const short = rowsOf('short', () => 0.98).filter(({ tokens }) => tokens < 64_000);
    const all = [...files, file('d', others), file('e', half), file('f', short)];
    const data = dataOf(all);
    expect(data.baselines).toEqual({
      leftOut: [
        { model: 'others', shared: 0 },
        { model: 'half', shared: 19 },
      ],
    });
    expect(documentHtml(documentOf(all))).toContain(
      'Left out <bdi>half</bdi>: it got 19 of the 20 compared prompts.',
    );
    expect(data.providers).toContain('short');
    expect(data.missing.gaps).toEqual([]);
  });

  it('names a file by its last day, and its models by the file if others have the name', () => {
    const again = imagine('other seed', () => 0.9, { lengths: LENGTHS, seeds: 4, stars: 32 });
    const named = again.map((row) => ({ ...row, provider: 'good' }));
    const two = baselineOf([evaluationOf(good), evaluationOf(named)], false);
    const { evaluation } = gathered([files[1]!, { name: 'twice', baseline: two }]);
    expect(evaluation.sources).toEqual(['a, 2026-11-22', 'twice']);
    expect(
      evaluation.models.map(({ name, cases }) => [name, [...cases.values()][0]!.calls.length]),
    ).toEqual([
      ['good (a)', 1],
      ['good (twice)', 2],
    ]);
  });

  it('follows a metric of your own assertions', () => {
    const measured = good.map((row) => ({ ...row, measures: { cites: row.seed / 4 } }));
    const unscored = measured.map((row): Row => ({ ...row, unscored: true }));
    for (const rows of [measured, unscored]) {
      const data = dataOf([file('m', rows)], ['cites']);
      expect(data.series.map(({ measure }) => measure)).toEqual(['cites']);
      expect(data.summary[0]!.recall.value).toBeCloseTo(0.625, 9);
    }
    expect(dataOf([file('m', measured)]).about.otherMeasures).toEqual(['cites']);
  });

  it('takes baselines without dates, costs and series', () => {
    const text = baselineText(files[2]!.baseline);
    const { asked, series, ...old } = JSON.parse(text.replaceAll('"series":0,', ''));
    expect(asked.poor).toHaveLength(1);
    expect(series).toHaveLength(1);
    const data = dataOf([
      { name: 'old', baseline: parseBaseline(JSON.stringify(old), 'old.json') },
    ]);
    expect(data.summary[0]!.recall).toEqual(dataOf([files[2]!]).summary[0]!.recall);
    expect(data.about.spent).not.toHaveProperty('cost');
  });

  it('writes names as text', () => {
    const evil = rowsOf('<script>alert(1)</script>', () => 0.97);
    const page = documentHtml(documentOf([...files, file('"><img src=x>', evil)]));
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img src=x');
    expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|style="/);
  });
});
