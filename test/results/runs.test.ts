import { describe, expect, it } from 'vitest';
import { inRuns } from '../../src/results/runs.js';
import { imagine } from './rows-for-tests.js';

const grid = imagine('reader', () => 1);
const source = (name: string, rows = grid) => ({ name, rows });
const named = (sources: ReturnType<typeof source>[]) => inRuns(sources).map(({ names }) => names);

describe('inRuns', () => {
  it('takes files with the same Cases for several runs', () => {
    expect(named([source('a'), source('b'), source('c')])).toEqual([['a'], ['b'], ['c']]);
  });

  it('takes parts of a grid, and other readers, for one run', () => {
    const [first, second] = [grid.slice(0, 2), grid.slice(2)];
    const other = grid.map((row) => ({ ...row, provider: 'other' }));
    const parts = [
      source('a1', first),
      source('a2', second),
      source('b1', first),
      source('other', other),
      source('b2', second),
    ];
    expect(named(parts)).toEqual([
      ['a1', 'a2', 'other'],
      ['b1', 'b2'],
    ]);
    expect(inRuns(parts).map(({ rows }) => rows.length)).toEqual([8, 4]);
  });
});
