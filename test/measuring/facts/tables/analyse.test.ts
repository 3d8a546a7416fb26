import { describe, expect, it } from 'vitest';
import * as caseFacts from '../../../../src/commands/asking-side.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse, DEFAULT_OPTIONS } from '../../../../src/measuring/facts/tables/analyse.js';
import { csvTables } from '../../../../src/measuring/report/report-files.js';
import { toRow } from '../../../../src/measuring/results/rows.js';
import { markdownReport } from '../../report/outputs.js';
import { imagine, toResult } from '../../results/rows-for-tests.js';

const rows = [
  ...imagine('perfect', () => 1),
  ...imagine('short', (tokens) => (tokens <= 8000 ? 1 : 0.2), { seeds: 3 }),
];

describe('analyse', () => {
  const data = analyse(evaluationOf(rows));

  it('has a summary for each provider and series', () => {
    expect(data.series).toMatchObject([
      { title: 'counting-things', lengths: [4000, 8000, 16_000, 32_000] },
    ]);
    const [perfect, short] = ['perfect', 'short'].map((name) =>
      data.summary.find(({ provider }) => provider === name),
    );
    expect(perfect).toMatchObject({
      provider: 'perfect',
      recall: { value: 1, high: 1 },
      effectiveLength: { value: Number.POSITIVE_INFINITY, high: Number.POSITIVE_INFINITY },
      shortest: 4000,
      longest: 32_000,
      middleDip: { value: 0 },
      tailLoss: { value: 0 },
      precision: 1,
      answers: 4,
      seeds: 1,
      errors: 0,
    });
    expect(short).toMatchObject({
      provider: 'short',
      answers: 12,
      seeds: 3,
    });
    expect(perfect!.effectiveLength!.low).toBeLessThan(32_000);
    const { value, low, high } = short!.effectiveLength!;
    expect(value).toBeGreaterThan(8000);
    expect(value).toBeLessThan(16_000);
    expect(low).toBeLessThan(value);
    expect(high).toBeLessThanOrEqual(16_000);
  });

  it('has the means of every length', () => {
    expect(data.lengths.filter(({ provider }) => provider === 'perfect')).toMatchObject([
      { tokens: 4000, promptTokens: 3900, builtTokens: 3900, latencyMs: 400, cost: 0.004 },
      { tokens: 8000 },
      { tokens: 16_000 },
      { tokens: 32_000 },
    ]);
  });

  it('has a cell for each length and place, and bins of positions', () => {
    const cells = data.cells.filter(({ provider }) => provider === 'short');
    expect(cells).toHaveLength(4 * 8);
    expect(cells[0]).toMatchObject({
      tokens: 4000,
      place: 1,
      position: 1 / 8,
      recall: 1,
      marks: 3,
    });
    const bins = data.positions.filter(({ provider }) => provider === 'short');
    expect(bins).toHaveLength(4 * 8);
    expect(bins.reduce((sum, { marks }) => sum + marks, 0)).toBe(12 * 8);
  });

  it('ranks the positions of a benchmark whose prompts have one each', () => {
    const single = [0.5, 0, 1].flatMap((position) =>
      imagine('a', () => 1, { lengths: [1000], stars: 1 }).map((row) => ({
        ...row,
        id: `${row.id}@${position}`,
        positions: [position],
        marks: [position === 0.5 ? 0 : 1],
      })),
    );
    expect(analyse(evaluationOf(single)).cells).toMatchObject([
      { place: 1, position: 0, recall: 1, marks: 1 },
      { place: 2, position: 0.5, recall: 0, marks: 1 },
      { place: 3, position: 1, recall: 1, marks: 1 },
    ]);
    const jittered = imagine('b', () => 1, { seeds: 9 }).map((row, i) => ({
      ...row,
      positions: row.positions.map((position) => position - (i + 1) / 1000),
    }));
    const { cells } = analyse(evaluationOf(jittered));
    expect(Math.max(...cells.map(({ place }) => place))).toBeLessThanOrEqual(64);
    expect(cells.reduce((sum, { marks }) => sum + marks, 0)).toBe(jittered.length * 8);
  });

  it('lists the worst answers first', () => {
    const scores = data.failures.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(data.failures.every(({ provider }) => provider === 'short')).toBe(true);
  });

  it('does not depend on the order of rows', () => {
    expect(analyse(evaluationOf([...rows].reverse()))).toEqual(data);
  });

  it('keeps errors apart from wrong answers', () => {
    const [first, ...others] = imagine('failing', () => 1);
    const broken = { ...first!, error: 'timed out', marks: [], positions: [], score: 0 };
    const { summary, errors, failures, lengths } = analyse(evaluationOf([broken, ...others]));
    expect(summary[0]).toMatchObject({ recall: { value: 1 }, answers: 3, errors: 1 });
    expect(errors).toMatchObject([{ tokens: 4000, error: 'timed out' }]);
    expect(failures).toEqual([]);
    expect(lengths[0]).toMatchObject({ answers: 0, errors: 1 });
    expect(lengths[0]!.recall.value).toBeNaN();
  });

  it('tells series apart by what differs', () => {
    const other = imagine('perfect', () => 1).map((row) => ({ ...row, haystack: 'prose' }));
    expect(analyse(evaluationOf([...rows, ...other])).series.map(({ title }) => title)).toEqual([
      'counting-things · moby-dick',
      'counting-things · prose',
    ]);
  });

  it('keeps experiments apart that differ in anything but length and seed', () => {
    const other = imagine('perfect', () => 1).map((row) => ({
      ...row,
      variant: 'order ascending',
    }));
    const mine = imagine('perfect', () => 1).map((row) => ({ ...row, variant: 'order shuffled' }));
    expect(analyse(evaluationOf([...mine, ...other])).series.map(({ title }) => title)).toEqual([
      'counting-things · order ascending',
      'counting-things · order shuffled',
    ]);
    const chat = imagine('perfect', () => 0).map((row) => ({ ...row, prompt: 'chat' }));
    expect(analyse(evaluationOf([...mine, ...chat])).providers).toEqual([
      'perfect · stars',
      'perfect · chat',
    ]);
  });

  it('does not take a length without answers for one that was answered badly', () => {
    const [first, ...others] = imagine('failing', () => 1);
    const { summary } = analyse(
      evaluationOf([{ ...first!, error: 'busy', marks: [], score: 0 }, ...others]),
    );
    expect(summary[0]).toMatchObject({ shortest: 8000, longest: 32_000, unanswered: [4000] });
    expect(summary[0]!.effectiveLength!.value).toBe(Number.POSITIVE_INFINITY);
    const [failed] = analyse(
      evaluationOf([{ ...first!, error: 'busy', marks: [], score: 0 }]),
    ).summary;
    expect(failed).toMatchObject({ unanswered: [4000], shortest: 4000, longest: 4000 });
    expect(failed).not.toHaveProperty('effectiveLength');
  });

  it('has a curve that does not rise, through and between the lengths', () => {
    const own = data.curves.filter(({ provider }) => provider === 'short');
    expect(own.map(({ tokens }) => tokens)).toEqual(expect.arrayContaining([4000, 32_000]));
    const values = own.map(({ recall }) => recall.value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(own.every(({ recall: { low, value, high } }) => low <= value && value <= high)).toBe(
      true,
    );
  });

  it('says of a reader that plainly rises that it does, and draws no curve', () => {
    const rising = analyse(
      evaluationOf(imagine('riser', (tokens) => (tokens > 8000 ? 1 : 0.2), { seeds: 8 })),
    );
    const [summary] = rising.summary;
    expect(summary!.rise).toMatchObject({ clear: true, shorterTo: 8000, longerFrom: 16_000 });
    expect(summary).not.toHaveProperty('effectiveLength');
    expect(rising.curves).toEqual([]);
    expect(markdownReport(rising)).toContain('finds more at');
  });

  it('takes the threshold relative to the base score at the shortest lengths', () => {
    const fair = imagine('fair', (tokens) => (tokens <= 16_000 ? 0.6 : 0.1), {
      seeds: 6,
      stars: 16,
    });
    const absolute = analyse(evaluationOf(fair)).summary[0]!;
    expect(absolute.effectiveLength!.value).toBe(0);
    const relative = analyse(evaluationOf(fair), { ...DEFAULT_OPTIONS, baseLengths: 2 })
      .summary[0]!;
    expect(relative.effectiveLength!.value).toBeGreaterThan(8000);
    expect(relative.effectiveLength!.value).toBeLessThan(32_000);
    expect(relative.base!.value).toBeCloseTo(0.6, 1);
  });

  it('counts several answers to a Case, and rotations of one draw, as one prompt', () => {
    const once = imagine('reader', () => 0.7, { seeds: 2 });
    const thrice = [...once, ...once, ...once];
    expect(analyse(evaluationOf(thrice)).summary[0]!.recall).toEqual(
      analyse(evaluationOf(once)).summary[0]!.recall,
    );
    const rotations = [0, 1, 2, 3].flatMap((rotation) =>
      imagine('reader', (tokens) => (tokens > 8000 ? 0 : 1), { stars: 1 }).map((row) => ({
        ...row,
        id: `${row.id}/${rotation}`,
        unit: 'chain 1',
      })),
    );
    const alone = rotations.map(({ unit: _, ...row }) => row);
    const width = (rows: typeof alone) => {
      const { low, high } = analyse(evaluationOf(rows)).summary[0]!.recall;
      return high - low;
    };
    expect(width(rotations)).toBeGreaterThan(1.2 * width(alone));
  });

  it('takes the score of a benchmark without marks as its only mark', () => {
    const sums = imagine('adder', () => 1).map((row, i) => ({
      ...row,
      marks: [],
      positions: [],
      score: i % 2,
    }));
    const { summary, cells, positions } = analyse(evaluationOf(sums));
    expect(summary[0]!.recall.value).toBe(0.5);
    expect([cells, positions]).toEqual([[], []]);
  });
});

describe('toRow', () => {
  it('reads back what promptfoo stores', () => {
    for (const row of rows) expect(toRow(toResult(row), caseFacts)).toEqual(row);
  });

  it('leaves tests of somebody else alone', () => {
    expect(toRow({ vars: { topic: 'boats' }, metadata: {} }, caseFacts)).toBeUndefined();
    expect(toRow(null, caseFacts)).toBeUndefined();
    expect(toRow({ metadata: { benchmark: 'x' }, vars: {} }, caseFacts)).toBeUndefined();
  });

  it('takes the identity of a test from the test, whatever the provider says of its response', () => {
    const result = toResult(rows[0]!) as { metadata: object; testCase: object };
    const overlaid = {
      ...result,
      testCase: { ...result.testCase, metadata: result.metadata },
      metadata: { ...result.metadata, id: 'chatcmpl-1', benchmark: 7 },
    };
    expect(toRow(overlaid, caseFacts)).toEqual(rows[0]);
  });

  it('shortens long answers', () => {
    const long = toRow(toResult({ ...rows[0]!, answer: 'x'.repeat(100_000) }), caseFacts)!;
    expect(long.answer.length).toBeLessThan(2000);
  });
});

describe('markdown and CSV', () => {
  const hostile = '=1+1|<b>*x*</b>';
  const data = analyse(
    evaluationOf(
      imagine(hostile, () => 0.3).map((row) => ({ ...row, reason: `${hostile}\n\n# x` })),
    ),
  );

  it('let no outside text become markup', () => {
    const markdown = markdownReport(data);
    expect(markdown).toContain('`=1+1\\|<b>*x*</b>`');
    expect(markdown.replace(/`[^`]*`/g, '')).not.toMatch(/<b>|\*x|# x/);
  });

  it('let no outside text become a formula', () => {
    const tables = csvTables(data);
    expect(Object.keys(tables).sort()).toEqual([
      'benchmarks.csv',
      'cells.csv',
      'compactions.csv',
      'comparisons.csv',
      'composites.csv',
      'curves.csv',
      'diagnoses.csv',
      'errors.csv',
      'failures.csv',
      'lengths.csv',
      'losses.csv',
      'positions.csv',
      'summary.csv',
    ]);
    const [header, first] = tables['summary.csv']!.split('\n');
    expect(header).toContain('provider,series,recall,recall_low,recall_high,usableRecall');
    expect(first).toContain("'=1+1");
  });
});

describe('prompts that count as equally long', () => {
  it('have the mean of their tokens, in their own series', () => {
    const rows = imagine('reader', () => 1, { lengths: [3990, 4000, 8100, 8000] }).map((row) => ({
      ...row,
      size: row.tokens < 5000 ? '75 pairs' : '140 pairs',
    }));
    const others = imagine('reader', () => 1, { lengths: [9000] }).map((row) => ({
      ...row,
      task: 'other',
      size: '75 pairs',
    }));
    const { series, lengths } = analyse(evaluationOf([...rows, ...others]));
    expect(series.map((one) => one.lengths)).toEqual([[3995, 8050], [9000]]);
    expect(series.map(({ sizes }) => sizes?.steps.map(({ amount }) => amount))).toEqual([
      [75, 140],
      [75],
    ]);
    expect(lengths.map(({ size, tokens, answers }) => [size, tokens, answers])).toEqual([
      ['75 pairs', 3995, 2],
      ['140 pairs', 8050, 2],
      ['75 pairs', 9000, 1],
    ]);
  });
});
