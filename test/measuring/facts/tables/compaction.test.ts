import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { plain } from '../../../../src/measuring/document/foreign.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse, DEFAULT_OPTIONS } from '../../../../src/measuring/facts/tables/analyse.js';
import type { ReportData } from '../../../../src/measuring/facts/tables/tables.js';
import { compactionDecisions } from '../../../../src/measuring/report/compaction-blocks.js';
import { htmlReport, markdownReport, terminalReport, visibleText } from '../../report/outputs.js';
import { imagine } from '../../results/rows-for-tests.js';

const QUARTERS = 4;

/** The same prompts shortened in one way, by a reader that loses the marks of positions that are not kept. */
function shortened(
  rows: readonly Row[],
  way: string,
  isKept: (position: number) => boolean,
): Row[] {
  return rows.map((row) => {
    const marks = row.marks.map((mark, i) => (isKept(row.positions[i]!) ? mark : 0));
    const current = Array.from({ length: QUARTERS }, (_, quarter): [number, number] => {
      const own = row.positions.filter((at) => Math.min(3, Math.floor(at * QUARTERS)) === quarter);
      return [own.filter(isKept).length, own.length];
    });
    return {
      ...row,
      id: `${row.id}/${way}`,
      variant: `compact ${way}`,
      marks,
      score: marks.reduce((sum, mark) => sum + mark, 0) / marks.length,
      compaction: {
        way,
        of: row.id,
        before: row.tokens,
        after: row.tokens / 4,
        current,
        superseded: [
          [1, 2],
          [0, 2],
          [0, 0],
          [0, 0],
        ],
      },
    };
  });
}

const data = (rows: readonly Row[]) => analyse(evaluationOf(rows));

const whole = imagine('gpt', () => 1, { seeds: 4 });
const late = (position: number) => position > 0.5;
const rows = [
  ...whole,
  ...shortened(whole, 'a.mjs:last', late),
  ...shortened(whole, 'a.mjs:all', () => true),
];

/** What a report says of each compaction. */
function said(report: ReportData): string[] {
  return compactionDecisions(report).map(({ text }) => plain(text));
}

describe('what compactions cost', () => {
  it('is the mean difference on the same prompts, by age too', () => {
    const [all, last] = data(rows).compactions!;
    expect(last).toMatchObject({
      provider: 'gpt',
      way: 'a.mjs:last',
      prompts: 16,
      tokensSaved: 0.75,
      kept: 0.5,
      supersededKept: 0.25,
      without: 1,
      with: 0.5,
    });
    expect(last!.ages.map(({ lost }) => lost)).toEqual([1, 1, 0.5, 0]);
    expect(last!.lost).toMatchObject({ value: 0.5 });
    expect(last!.lost!.low).toBeGreaterThan(0.3);
    expect(all!.lost).toMatchObject({ value: 0 });
  });

  it('is said in a sentence for each way', () => {
    const [all, last] = said(data(rows));
    expect(last).toBe('last saves 75% of the tokens and loses 50% of the facts.');
    expect(all).toMatch(
      /^all saves \d+% of the tokens(?: and loses nothing|\. It may lose up to \d% of the facts)\.$/,
    );
  });

  it('is unknown of a reader that recalls nothing without it', () => {
    const lost = imagine('lost', () => 0.02, { seeds: 2 });
    const [sentence] = said(data([...lost, ...shortened(lost, 'a.mjs:last', late)]));
    expect(sentence).toContain('What it loses is unknown.');
  });

  it('may be a gain, and counts only prompts that were answered both ways', () => {
    const poor = imagine('poor', (_, position) => (position > 0.5 ? 0.9 : 0.3), { seeds: 6 });
    const better = shortened(poor, 'a.mjs:last', () => true).map((row) => ({
      ...row,
      marks: row.marks.map(() => 1),
      score: 1,
    }));
    const half = better
      .slice(0, 12)
      .concat(better.slice(12).map((row) => ({ ...row, error: 'asleep' })));
    const [found] = data([...poor, ...half]).compactions!;
    expect(found).toMatchObject({ prompts: 12, with: 1 });
    expect(found!.lost!.high).toBeLessThan(0);
    expect(said(data([...poor, ...half]))[0]).toMatch(/ and loses nothing\.$/);
  });

  it('has what its calls took themselves, where all samples say it', () => {
    const billed = (isTold: (at: number) => boolean) =>
      shortened(whole, 'a.mjs:last', late).map((row, i) => ({
        ...row,
        compaction: {
          ...row.compaction!,
          ...(isTold(i) && { spent: { input: row.tokens, output: row.tokens / 4, cost: 0.01 } }),
        },
      }));
    const told = data([...whole, ...billed(() => true)]);
    expect(told.compactions![0]!.spent).toMatchObject({ tokens: 1.25 });
    expect(data([...whole, ...billed((i) => i > 0)]).compactions![0]!.spent).toBeUndefined();
  });

  it('stand in the order of what they cost, then of what they save; unknown ones last', () => {
    const way = (name: string, isKept: (position: number) => boolean, after = 0.25) =>
      shortened(whole, name, isKept).map((row) => ({
        ...row,
        compaction: { ...row.compaction!, after: row.tokens * after },
      }));
    const failed = way('a', late).map((row) => ({
      ...row,
      compaction: { ...row.compaction!, failed: 'throws: no' },
    }));
    const found = data([
      ...whole,
      ...failed,
      ...way('b', late),
      ...way('c', () => true),
      ...way('d', () => true, 0.125),
    ]);
    expect(found.compactions!.map(({ way: name }) => name)).toEqual(['d', 'c', 'b', 'a']);
  });

  it('has bounds that hold whatever an unreadable answer remembers', () => {
    const unread = shortened(whole, 'a.mjs:last', () => false).map((row) => ({
      ...row,
      reading: 'unreadable' as const,
    }));
    const [found] = data([...whole, ...unread]).compactions!;
    expect(found!.lost!.low).toBeLessThanOrEqual(0);
    expect(found!.lost!.high).toBe(1);
  });

  it('stands in page, Markdown and terminal, with a row for each task', () => {
    const other = whole.map((row) => ({ ...row, id: `other/${row.id}`, task: 'sum' }));
    const report = data([...rows, ...other, ...shortened(other, 'a.mjs:last', late)]);
    expect(report.compactions!.map(({ way, series }) => [way, series])).toEqual([
      ['a.mjs:all', undefined],
      ['a.mjs:last', undefined],
      ['a.mjs:last', expect.stringContaining('list')],
      ['a.mjs:last', expect.stringContaining('sum')],
    ]);
    for (const text of [
      visibleText(htmlReport(report)),
      markdownReport(report),
      terminalReport(report),
    ]) {
      expect(text.replace(/\s+/g, ' ').replaceAll('`', '')).toContain(
        'last saves 75% of the tokens and loses 50% of the facts.',
      );
    }
    expect(data(whole).compactions).toBeUndefined();
    expect(DEFAULT_OPTIONS.confidence).toBe(0.95);
  });
});

describe('samples of one history', () => {
  const keptOf = (share: number, row: Row) => {
    const all = row.marks.length;
    return row.compaction!.current.map(() => [share * all, all] as [number, number]);
  };
  const sampled = [0.5, 0.7].flatMap((share, i) =>
    shortened(whole, 'mine', () => true).map((row) => ({
      ...row,
      id: `${row.id}/${i}`,
      unit: 'one',
      compaction: { ...row.compaction!, sample: i + 1, current: keptOf(share, row) },
    })),
  );

  it('are one row with their spread, and count as one history', () => {
    const [row, ...more] = data([...whole, ...sampled]).compactions!;
    expect(more).toEqual([]);
    expect(row).toMatchObject({ way: 'mine', prompts: 16, samples: 2 });
    expect(row!.kept).toBeCloseTo(0.6, 10);
    expect(row!.spread).toBeCloseTo(Math.sqrt(0.02), 10);
    expect(markdownReport(data([...whole, ...sampled]))).toContain('Varies by');
  });
});

describe('compactions that failed', () => {
  const failing = (some: readonly Row[], failed: string) =>
    some.map((row) => ({
      ...row,
      unscored: true as const,
      compaction: { ...row.compaction!, failed },
    }));
  const all = shortened(whole, 'mine', late);

  it('are counted by their kind and left out', () => {
    const some = [...failing(all.slice(0, 1), 'exit 3: KeyError: 17'), ...all.slice(1)];
    const found = data([...whole, ...some]);
    expect(found.compactions![0]).toMatchObject({
      prompts: 15,
      failed: { count: 1, of: 16, ways: [{ way: 'exit 3: KeyError: 17', count: 1 }] },
    });
    expect(markdownReport(found)).toMatch(/1 of 16 \(`1 exit 3: KeyError: 17`\)/);
    expect(found.errors).toEqual([]);
    expect(found.missing.gaps).toEqual([]);
  });

  it('make the row unknown above one in ten, and where all of them failed', () => {
    const some = [
      ...failing(all.slice(0, 2), 'no answer in 60 s'),
      ...failing(all.slice(2, 3), 'HTTP 500: busy'),
      ...all.slice(3),
    ];
    expect(said(data([...whole, ...some]))).toEqual(['mine failed in 3 of 16 histories.']);
    const none = data([...whole, ...failing(all, 'throws: no')]);
    expect(none.compactions![0]).toMatchObject({ prompts: 0, kept: Number.NaN });
    expect(none.compactions![0]).not.toHaveProperty('lost');
  });
});

describe('a loss that is not sure', () => {
  it('is never none beside facts that are gone', () => {
    const gone = shortened(whole.slice(0, 6), 'none', () => false).map((row) => ({
      ...row,
      reading: 'doubtful' as const,
    }));
    const [sentence] = said(data([...whole.slice(0, 6), ...gone]));
    expect(sentence).toContain('It may lose up to 100% of the facts.');
  });

  it('is sure of six prompts that recall nothing', () => {
    const gone = shortened(whole.slice(0, 6), 'none', () => false);
    const { lost } = data([...whole.slice(0, 6), ...gone]).compactions![0]!;
    expect(lost!.value).toBe(1);
    expect(lost!.low).toBeGreaterThan(0.3);
  });
});

describe('a provider that shortens histories itself', () => {
  const by = (provider: string, promptTokens: number, isFound: (position: number) => boolean) =>
    whole.map((row) => ({
      ...row,
      provider,
      promptTokens,
      compactedBy: { labels: ['clears'], id: 'anthropic:messages:x' },
      marks: row.positions.map((position) => (isFound(position) ? 1 : 0)),
      score: row.positions.filter(isFound).length / row.positions.length,
    }));
  const untouched = by('keeps', 1000, () => true);

  it('is compared with the same provider without that, by tokens billed', () => {
    const found = data([...untouched, ...by('clears', 400, late)]);
    expect(found.compactions).toHaveLength(1);
    expect(said(found)[0]).toBe('clears saves 60% of the tokens and loses 50% of the facts.');
  });

  it('that was billed as much never did', () => {
    expect(said(data([...untouched, ...by('clears', 1000, () => true)]))).toEqual([
      'clears never shortened a history.',
    ]);
  });
});
