import { expect, it } from 'vitest';
import { csvTable, type FigureTable, plainRow } from '../../../src/measuring/facts/csv.js';
import type { Reached } from '../../../src/measuring/facts/length-verdict.js';
import type { Interval } from '../../../src/measuring/statistics/interval.js';
import { reachedAt } from '../document/likely.js';

interface Row extends Reached {
  provider: string;
  recall: Interval;
  odd: string[];
}

const row: Row = {
  provider: '=a|<b>',
  recall: { value: 0.5, low: 0.25, high: 0.75 },
  shortest: 4000,
  longest: 64_000,
  effectiveLength: { value: Number.POSITIVE_INFINITY, low: 8000, high: Number.POSITIVE_INFINITY },
  ...reachedAt([4000, 8000, 64_000], { low: 8000 }),
  odd: ['x', 'y'],
};

const table: FigureTable<Row> = {
  rows: [row],
  reached: (one) => one,
  notInCsv: ['likely', 'shortest'],
  words: { odd: ({ odd }) => odd.join(' ') },
};

it('is JSON with the signs of lengths', () => {
  expect(plainRow(table, row)).toMatchObject({
    provider: '=a|<b>',
    effectiveLength: { value: 64_000, bound: 'at least', low: 8000 },
    odd: ['x', 'y'],
  });
  expect(plainRow(table, row)).not.toHaveProperty('reliable');
});

it('is CSV with intervals in three columns, words last, and no formula', () => {
  const [head, line] = csvTable(table).split('\n');
  expect(head).toMatch(/^provider,recall,recall_low,recall_high,longest,effectiveLength,.*,odd$/);
  expect(line).toMatch(/^'=a\|<b>,0\.5,0\.25,0\.75,.*,x y$/);
  expect(csvTable({ rows: [] })).toBe('');
});
