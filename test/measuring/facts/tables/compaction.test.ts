import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse, DEFAULT_OPTIONS } from '../../../../src/measuring/facts/tables/analyse.js';
import {
  compactionSentences,
  lostText,
} from '../../../../src/measuring/facts/tables/compaction.js';
import type { LossRow } from '../../../../src/measuring/facts/tables/tables.js';
import { compactionsTable } from '../../../../src/measuring/report/columns/compactions.js';
import { agesTable, stepsTable } from '../../../../src/measuring/report/columns/losses.js';
import { aboutParts } from '../../../../src/measuring/report/html/about-line.js';
import { renderHtml } from '../../../../src/measuring/report/html/page.js';
import { markdownReport } from '../../../../src/measuring/report/markdown-report.js';
import { terminalReport } from '../../../../src/measuring/report/terminal-report.js';
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
    const [all, last] = compactionSentences(data(rows));
    expect(last).toMatch(
      /^a\.mjs:last saves 75% of the tokens, keeps 50% of the facts, and costs gpt 0\.500 of recall \(0\.\d{3} to 0\.\d{3}\)\.$/,
    );
    expect(all).toMatch(/and no loss of recall is shown for gpt: at most 0\.0\d\d\.$/);
  });

  it('is unknown of a reader that recalls nothing without it', () => {
    const lost = imagine('lost', () => 0.02, { seeds: 2 });
    const [sentence] = compactionSentences(data([...lost, ...shortened(lost, 'a.mjs:last', late)]));
    expect(sentence).toContain(
      'What that costs lost is unknown: it recalls hardly anything without it.',
    );
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
    expect(compactionSentences(data([...poor, ...half]))[0]).toMatch(
      /and gains poor 0\.\d{3} of recall/,
    );
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
    expect(compactionSentences(told)[0]).toMatch(
      / Its own calls take 125% of them \(\$0\.160?\)\.$/,
    );
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
    const method = { title: 'T', generatedBy: 'x', lines: [], configJson: '{}' };
    const texts = [
      String(renderHtml(report, [], method)),
      markdownReport(report),
      terminalReport(report, { colour: false, width: 120 }),
    ];
    for (const text of texts) expect(text.replace(/\s+/g, ' ')).toContain('saves 75%');
    expect(texts[0]).toContain('Superseded kept');
    // One row for each, with nothing that neither has; what is said of it is what stands there.
    const { rows: ways, columns } = compactionsTable(report.compactions!);
    expect(ways.map(({ way }) => way)).toEqual(['a.mjs:all', 'a.mjs:last']);
    expect(columns.map(({ heading }) => heading)).toEqual([
      'compaction',
      'tokens saved',
      'facts kept',
      'recall lost (95 %)',
    ]);
    expect(compactionSentences(report)[1]).toContain('costs gpt 0.500 of recall (0.');
    expect(lostText(ways[1]!)).toMatch(/^0\.500 \(0\.\d{3} to 0\.\d{3}\)$/);
    expect(data(whole).compactions).toBeUndefined();
    expect(DEFAULT_OPTIONS.confidence).toBe(0.95);
  });
});

describe('a page of compactions', () => {
  const report = data(rows);

  it('counts compactions apart from the benchmark whose histories they shorten', () => {
    expect(report.benchmarks).toHaveLength(3);
    expect(aboutParts(report)).toContain('1 benchmark, 2 compactions in 3 series');
  });

  it('says what its losses are against, and of which facts its shares are', () => {
    const noteOf = (losses: LossRow[]) => stepsTable({ ...report, losses }).note;
    expect(noteOf([])).toContain('against the history as it is, so the losses do not add up.');
    expect(noteOf([])).not.toContain('row above');
    const loss = { value: 0.1, low: 0.05, high: 0.15 };
    const step = { provider: 'gpt', name: 'b', from: 'facts', lostTo: 'length', loss } as const;
    expect(noteOf([{ ...step, before: 1, after: 0.9, draws: 4 }])).toContain(
      'Down to the history as it is each is against the row above',
    );
    expect(agesTable(report.compactions!).note).toContain('of those that were asked for');
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
    expect(compactionSentences(data([...whole, ...sampled]))[0]).toContain(
      'keeps 60% of the facts (2 samples, SD 14%)',
    );
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
    expect(compactionSentences(found)[0]).toMatch(
      /It failed in 1 of 16 \(1 exit 3: KeyError: 17\); these are left out\.$/,
    );
    expect(found.errors).toEqual([]);
    expect(found.missing.gaps).toEqual([]);
  });

  it('make the row unknown above one in ten, and where all of them failed', () => {
    const some = [
      ...failing(all.slice(0, 2), 'no answer in 60 s'),
      ...failing(all.slice(2, 3), 'HTTP 500: busy'),
      ...all.slice(3),
    ];
    expect(compactionSentences(data([...whole, ...some]))).toEqual([
      'mine failed in 3 of 16 (2 no answer in 60 s, 1 HTTP 500: busy): what it keeps and what that costs gpt is unknown.',
    ]);
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
    const [sentence] = compactionSentences(data([...whole.slice(0, 6), ...gone]));
    expect(sentence).toContain('keeps 0% of the facts, and may cost gpt 1.000 of recall');
    expect(sentence).not.toContain('no loss');
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
  const plain = by('keeps', 1000, () => true);

  it('is compared with the same provider without that, by tokens billed', () => {
    const found = data([...plain, ...by('clears', 400, late)]);
    expect(found.compactions).toHaveLength(1);
    expect(compactionSentences(found)[0]).toMatch(
      /^clears was billed 60% fewer tokens than keeps, and costs keeps 0\.500 of recall/,
    );
  });

  it('that was billed as much never did', () => {
    expect(compactionSentences(data([...plain, ...by('clears', 1000, () => true)]))).toEqual([
      'clears never shortened a history: it was billed as many tokens as keeps.',
    ]);
  });
});
