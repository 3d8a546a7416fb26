import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { withoutReplaced } from '../../../src/measuring/results/resumed.js';
import { imagine } from './rows-for-tests.js';

/** Rows as `promptfoo retry` hands them to a hook: old errors, answers and new rows of the same places. */
const rows: Row[] = imagine('any', () => 1).map((row, test) => ({
  ...row,
  at: { evalId: 'eval-1', test, column: 0, provider: {} },
}));
const failed = (row: Row, error: string): Row => ({ ...row, error });
const callsOf = (given: readonly Row[]) =>
  evaluationOf(withoutReplaced(given)).models.flatMap(({ cases }) =>
    [...cases.values()].flatMap(({ calls }) => calls),
  );

describe('rows that were replaced', () => {
  const [first, second, ...others] = rows as [Row, Row, ...Row[]];

  it('count once: a call that failed twice, and one that was mended', () => {
    const old = [failed(first, 'old'), failed(second, 'old')];
    const calls = callsOf([...old, ...others, failed(first, 'new'), second]);
    expect(calls).toHaveLength(rows.length);
    expect(calls.flatMap(({ error }) => error ?? [])).toEqual(['new']);
  });

  it('are none of another place of the table, of another evaluation, or damaged', () => {
    const at = (more: object) => ({ ...first, at: { ...first.at!, ...more } });
    const apart = [
      first,
      at({ test: 99 }),
      at({ evalId: 'eval-2' }),
      { ...first, damaged: true as const },
    ];
    const given = apart.map((row) => failed(row, 'old'));
    expect(withoutReplaced(given)).toEqual(given);
    expect(withoutReplaced([first, first])).toEqual([first, first]);
  });

  it('keep what was paid for them', () => {
    const paid = withoutReplaced([{ ...failed(first, 'old'), cost: 2 }, failed(first, 'new')]);
    expect(paid).toMatchObject([{ error: 'new', overcome: [{ error: 'old', cost: 2 }] }]);
  });
});
