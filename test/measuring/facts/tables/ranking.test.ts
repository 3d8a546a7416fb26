import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { ranked } from '../../../../src/measuring/facts/tables/ranking.js';
import type {
  ComparisonRow,
  ReportData,
  SummaryRow,
} from '../../../../src/measuring/facts/tables/tables.js';
import { terminalReport } from '../../report/outputs.js';
import { imagine } from '../../results/rows-for-tests.js';

const grid = { lengths: [4000, 8000, 16_000], seeds: 8, stars: 32 };
const model = (name: string, recall: number) => imagine(name, () => recall, grid);

/** What is known of a reader: how far it is reliable, and its recall, give or take something. */
interface Known {
  low: number;
  recall?: number;
  sure?: number;
}

const DATA = analyse(evaluationOf(model('x', 1)));

/** A report of readers of whom only this is known. */
function reportOf(
  known: Readonly<Record<string, Known>>,
  better: readonly (readonly [string, string])[] = [],
  by: 'overall' | 'range' = 'overall',
): ReportData {
  const providers = Object.keys(known);
  const [row] = DATA.summary;
  return {
    ...DATA,
    providers,
    summary: providers.map((provider): SummaryRow => {
      const { low, recall = 0.9, sure = 1 } = known[provider]!;
      return {
        ...row!,
        provider,
        reliable: { ...row!.reliable!, tokens: low },
        recall: { value: recall, low: recall - sure, high: recall + sure },
      };
    }),
    comparisons: better.map(([provider, other]): ComparisonRow => {
      const apart = [{ by, higher: provider, fromTokens: 1, toTokens: 2 }];
      const difference = { value: 0.1, low: 0, high: 1 };
      return {
        series: row!.series,
        provider,
        other,
        prompts: 9,
        difference,
        better: provider,
        apart,
      };
    }),
  };
}

const ranksOf = (data: ReportData) =>
  ranked(data).map(({ provider, rank, worseThan }) => [provider, rank, ...(worseThan ?? [])]);

describe('ranked', () => {
  it('has the best first, and one rank for readers that the data do not tell apart', () => {
    const unread = model('arrows', 0).map((row) => ({ ...row, reading: 'unreadable' as const }));
    const rows = [
      ...model('poor', 0.5),
      ...model('good', 0.98),
      ...unread,
      ...model('alike', 0.98),
      ...model('nothing', 0),
    ];
    const data = analyse(evaluationOf(rows));
    expect(data.ranking.map(({ rank }) => rank)).toEqual([1, 1, 2, 3, undefined]);
    expect(data.ranking.slice(2).map(({ provider }) => provider)).toEqual([
      'poor',
      'nothing',
      'arrows',
    ]);
    expect(data.summary.map(({ provider }) => provider)).toEqual(data.providers);
    const shuffled = analyse(evaluationOf(rows.toReversed()));
    expect(shuffled.ranking).toEqual(data.ranking);
    expect(shuffled.comparisons).toEqual(data.comparisons);
  });

  it('leaves out a reader most of whose calls failed, and has fewer failures first', () => {
    const failing = (name: string, failed: number) =>
      model(name, 1).map((row, i) =>
        i < failed ? { ...row, error: 'HTTP 500', score: 0, marks: [] } : row,
      );
    const calls = model('x', 1).length;
    const data = analyse(
      evaluationOf([
        ...failing('a few answers', Math.ceil(0.75 * calls)),
        ...failing('b none', calls),
        ...failing('c some failed', 3),
        ...model('e all', 1),
      ]),
    );
    expect(data.ranking.map(({ provider, rank, unranked }) => [provider, rank, unranked])).toEqual([
      ['e all', 1, undefined],
      ['c some failed', 1, undefined],
      ['a few answers', undefined, 'failed'],
      ['b none', undefined, 'failed'],
    ]);
    const text = terminalReport(data, 100);
    expect(text).toMatch(/^a few answers .* Calls failed$/m);
    expect(text).toMatch(/^b none .* Calls failed$/m);
  });

  it('goes by the reliable length, then by recall', () => {
    expect(
      ranksOf(
        reportOf({
          recalls: { low: 4000, recall: 0.99 },
          longer: { low: 8000, recall: 0.8 },
          less: { low: 4000, recall: 0.9 },
          none: { low: 0, recall: 1 },
        }),
      ),
    ).toEqual([
      ['longer', 1],
      ['recalls', 1],
      ['less', 1],
      ['none', 1],
    ]);
  });

  it('never has a rank above one that is shown to recall more', () => {
    const known = {
      a: { low: 16_000, recall: 0.8, sure: 0.05 },
      b: { low: 8000, recall: 0.7, sure: 0.05 },
      c: { low: 4000, recall: 0.95, sure: 0.05 },
      d: { low: 0, recall: 0.4, sure: 0.05 },
    };
    const better = [
      ['a', 'b'],
      ['b', 'd'],
    ] as const;
    expect(ranksOf(reportOf(known, better))).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['d', 2, 'b'],
    ]);
    const { c: _, ...others } = known;
    expect(ranksOf(reportOf(others, better))).toEqual([
      ['a', 1],
      ['b', 2, 'a'],
      ['d', 3, 'b'],
    ]);
  });

  it('begins a rank only with a reader that is shown to be worse than one of the rank before', () => {
    const known = { a: { low: 16_000 }, b: { low: 8000 }, c: { low: 4000 }, d: { low: 0 } };
    expect(ranksOf(reportOf(known, [['a', 'b']]))).toEqual([
      ['a', 1],
      ['b', 2, 'a'],
      ['c', 2],
      ['d', 2],
    ]);
    expect(
      ranksOf(
        reportOf(known, [
          ['a', 'c'],
          ['b', 'c'],
          ['c', 'd'],
        ]),
      ),
    ).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 2, 'a', 'b'],
      ['d', 3, 'c'],
    ]);
  });

  it('does not count that a reader with the shorter length is better', () => {
    const known = { a: { low: 16_000 }, b: { low: 8000 } };
    expect(ranksOf(reportOf(known, [['b', 'a']]))).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    const equal = { a: { low: 8000 }, b: { low: 8000, recall: 0.95 } };
    expect(ranksOf(reportOf(equal, [['b', 'a']]))).toEqual([
      ['b', 1],
      ['a', 2, 'b'],
    ]);
  });

  it('says so where a comparison and lengths disagree', () => {
    const data = analyse(
      evaluationOf(
        ['a', 'b'].flatMap((name) =>
          imagine(name, (tokens) => (name === 'a' ? 0.87 : tokens > 8000 ? 0.84 : 1), {
            lengths: [4000, 8000, 16_000],
            seeds: 12,
            stars: 32,
          }),
        ),
      ),
    );
    const [{ better, rankedFirst, apart }] = data.comparisons as [ComparisonRow];
    const [first] = data.providers;
    expect(apart.length).toBeGreaterThan(0);
    expect(rankedFirst).toBe(better === undefined || better === first ? undefined : first);
  });

  it('never gives a lower rank for a longer length or a better comparison at some lengths', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const lengths = fc.constantFrom(0, 4000, 8000, 16_000, Number.POSITIVE_INFINITY);
    const outcomes = fc.array(fc.constantFrom(-1, 0, 1), { minLength: 10, maxLength: 10 });
    const pairs = names.flatMap((one, i) =>
      names.slice(i + 1).map((other) => [one, other] as const),
    );
    const report = (lows: readonly number[], won: readonly number[]) =>
      reportOf(
        Object.fromEntries(names.map((name, i) => [name, { low: lows[i]! }])),
        pairs.flatMap(([one, other], i) =>
          won[i] === 0 ? [] : [won[i] === 1 ? ([one, other] as const) : ([other, one] as const)],
        ),
        'range',
      );
    const rankOf = (data: ReportData, name: string) =>
      ranked(data).find(({ provider }) => provider === name)!.rank!;
    fc.assert(
      fc.property(
        fc.tuple(lengths, lengths, lengths, lengths, lengths),
        outcomes,
        lengths,
        fc.nat(3),
        (lows, won, longer, pair) => {
          // The first four pairs are those of `a`, which is the first of them.
          const after = won.map((own, i) => (i === pair ? Math.min(1, own + 1) : own));
          const gained = [Math.max(lows[0], longer), ...lows.slice(1)];
          expect(rankOf(report(gained, after), 'a')).toBeLessThanOrEqual(
            rankOf(report(lows, won), 'a'),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
