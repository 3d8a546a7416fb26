import { describe, expect, it } from 'vitest';
import { inRuns } from '../../src/evaluation/runs.js';
import { imagine } from '../results/rows-for-tests.js';

const grid = imagine('reader', () => 1);
const source = (name: string, rows = grid) => ({ name, rows });
const named = (sources: ReturnType<typeof source>[]) => inRuns(sources).map((run) => run.sources);

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
    const cases = inRuns(parts).map(({ readers }) => readers.map((reader) => reader.cases.size));
    expect(cases).toEqual([[4, 4], [4]]);
  });

  it('call a reader by one name, also where only one run has a second prompt', () => {
    const second = grid.map((row) => ({ ...row, prompt: 'mine' }));
    const runs = inRuns([source('a'), source('b', [...grid, ...second])]);
    expect(runs.map(({ readers }) => readers.map(({ name }) => name))).toEqual([
      ['reader · stars'],
      ['reader · mine', 'reader · stars'],
    ]);
  });
});
