import { describe, expect, it } from 'vitest';
import { evaluationOf } from '../../../src/measuring/evaluation/evaluation.js';
import { terminalReport } from '../../../src/measuring/report/terminal-report.js';
import { analyse } from '../../../src/measuring/tables/analyse.js';
import { headline } from '../../../src/measuring/tables/headline.js';
import { ranked } from '../../../src/measuring/tables/ranking.js';
import { imagine } from '../results/rows-for-tests.js';

const grid = { lengths: [4000, 8000, 16_000], seeds: 8, stars: 32 };
const reader = (name: string, recall: number) => imagine(name, () => recall, grid);

describe('ranked', () => {
  it('has the best first, and one letter for readers that the data do not tell apart', () => {
    const unread = reader('arrows', 0).map((row) => ({ ...row, reading: 'unreadable' as const }));
    const rows = [
      ...reader('poor', 0.5),
      ...reader('good', 0.98),
      ...unread,
      ...reader('alike', 0.98),
      ...reader('nothing', 0),
    ];
    const data = analyse(evaluationOf(rows));
    expect(data.ranking.map(({ rank }) => rank)).toEqual(['A', 'A', 'B', 'C', '–']);
    expect(data.ranking.slice(2).map(({ provider }) => provider)).toEqual([
      'poor',
      'nothing',
      'arrows',
    ]);
    expect(data.summary.map(({ provider }) => provider)).toEqual(data.providers);
  });

  it('leaves out a reader most of whose calls failed, and has fewer failures first', () => {
    const failing = (name: string, failed: number) =>
      reader(name, 1).map((row, i) =>
        i < failed ? { ...row, error: 'HTTP 500', score: 0, marks: [] } : row,
      );
    const calls = reader('x', 1).length;
    const data = analyse(
      evaluationOf([
        ...failing('a few answers', Math.ceil(0.75 * calls)),
        ...failing('b none', calls),
        ...failing('c some failed', 3),
        ...failing('d half', calls / 2),
        ...reader('e all', 1),
      ]),
    );
    expect(data.ranking.map(({ provider, rank, unranked }) => [provider, rank, unranked])).toEqual([
      ['e all', 'A', undefined],
      ['c some failed', 'A', undefined],
      ['d half', 'A', undefined],
      ['a few answers', '–', 'failed'],
      ['b none', '–', 'failed'],
    ]);
    expect(headline(data).at(-1)).toBe(
      'Not ranked, since most of their calls failed: a few answers, b none.',
    );
    const text = terminalReport(data, { colour: false, width: 100 });
    expect(text).toMatch(/– +a few answers .* 1\.000 \(/);
  });

  it('tells nobody apart without a comparison, and ends where letters do', () => {
    const data = analyse(evaluationOf([...reader('b', 1), ...reader('a', 1)]));
    expect(ranked({ ...data, comparisons: [] })).toEqual([
      { provider: 'a', rank: 'A', recall: 1 },
      { provider: 'b', rank: 'A', recall: 1 },
    ]);
    const names = Array.from({ length: 30 }, (_, i) => `r${String(i).padStart(2, '0')}`);
    const [row] = data.summary;
    const many = ranked({
      ...data,
      providers: names,
      summary: names.map((provider, i) => ({
        ...row!,
        provider,
        recall: { value: 1 - i / 100, low: 0, high: 1 },
      })),
      comparisons: names.flatMap((provider, i) =>
        names.slice(i + 1).map((other) => ({
          provider,
          other,
          series: row!.series,
          prompts: 1,
          difference: { value: 1, low: 1, high: 1 },
          better: provider,
          apart: [],
        })),
      ),
    });
    expect(many.map(({ rank }) => rank).slice(-6)).toEqual(['Y', 'Z', 'Z', 'Z', 'Z', 'Z']);
  });
});
