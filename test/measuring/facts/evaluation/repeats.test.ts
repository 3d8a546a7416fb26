import { describe, expect, it } from 'vitest';
import { evaluationOf, settled } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { imagine } from '../../results/rows-for-tests.js';

const rows = imagine('reader', () => 0.8, { seeds: 3 });

describe('several answers to one prompt', () => {
  it('are one prompt in every figure with an interval', () => {
    const [once, thrice] = [
      analyse(evaluationOf(rows)),
      analyse(evaluationOf([...rows, ...rows, ...rows])),
    ];
    expect(thrice.summary[0]!.recall).toEqual(once.summary[0]!.recall);
    expect(thrice.lengths.map(({ recall }) => recall)).toEqual(
      once.lengths.map(({ recall }) => recall),
    );
    expect(thrice.positions).toEqual(once.positions);
    expect(thrice.cells).toEqual(once.cells);
    expect(thrice.summary[0]!.answers).toBe(3 * rows.length);
  });

  it('make an error of one of them no error', () => {
    const failed = rows.map((row) => ({ ...row, score: 0, marks: [], error: 'HTTP 500' }));
    const paid = rows.map((row, i) => ({ ...row, overcome: [failed[i]] }));
    expect(settled([...failed, ...rows])).toEqual(paid);
    expect(settled([...failed, ...rows.slice(1)])).toEqual([failed[0], ...paid.slice(1)]);
    const other = failed.map((row) => ({ ...row, provider: 'other' }));
    expect(settled([...other, ...rows])).toHaveLength(2 * rows.length);
  });

  it('do not stand in for one that is damaged', () => {
    const changed = { score: 0, marks: [], error: 'Result 1 is damaged', damaged: true as const };
    const damaged = { ...rows[0]!, ...changed };
    expect(settled([damaged, ...rows])).toEqual([damaged, ...rows]);
    const [summary] = analyse(evaluationOf([damaged, ...rows])).summary;
    expect(summary).toMatchObject({ answers: rows.length, errors: 1 });
  });

  it('count apart what the provider ended', () => {
    const cut = rows.map((row, i) =>
      i === 0
        ? { ...row, score: 0, marks: row.marks.map(() => 0), unfinished: 'cut-off' as const }
        : row,
    );
    const [summary] = analyse(evaluationOf(cut)).summary;
    expect(summary!.problems).toEqual([{ problem: 'cut-off', answers: 1 }]);
    expect(summary!.recallOfOthers!.value).toBeGreaterThan(summary!.recall.value);
    expect(analyse(evaluationOf(rows)).summary[0]).not.toHaveProperty('problems');
  });
});
