import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../../../src/measuring/facts/evaluation/asked-case.js';
import {
  assertComplete,
  assertOneGrid,
} from '../../../../src/measuring/facts/evaluation/completeness.js';
import { inRuns, together } from '../../../../src/measuring/facts/evaluation/runs.js';
import { imagine } from '../../results/rows-for-tests.js';

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
    const cases = inRuns(parts).map(({ models }) => models.map((model) => model.cases.size));
    expect(cases).toEqual([[4, 4], [4]]);
  });

  it('takes what asks failed calls again for a part of their run, in any order', () => {
    const failed = grid.map((row) => ({ ...row, score: 0, marks: [], error: 'HTTP 500' }));
    const first = source('first', [failed[0]!, failed[1]!, ...grid.slice(2)]);
    const rerun = source('rerun', [grid[0]!, failed[1]!]);
    expect(named([first, rerun, source('next')])).toEqual([['first', 'rerun'], ['next']]);
    expect(named([rerun, source('next'), first])).toEqual([['rerun', 'first'], ['next']]);
    const [run] = inRuns([first, rerun]);
    const errors = run!.models.flatMap(({ cases }) => [...cases.values()].flatMap(errorsOf));
    expect(errors).toEqual(['HTTP 500', 'HTTP 500']);
  });

  it('takes a run of which every call failed for one of its own', () => {
    const failed = grid.map((row) => ({ ...row, score: 0, marks: [], error: 'HTTP 500' }));
    expect(named([source('a'), source('failed', failed)])).toEqual([['a'], ['failed']]);
    expect(named([source('failed', failed), source('a')])).toEqual([['failed'], ['a']]);
  });

  it('call a reader by one name, also where only one run has a second prompt', () => {
    const second = grid.map((row) => ({ ...row, prompt: 'mine' }));
    const runs = inRuns([source('a'), source('b', [...grid, ...second])]);
    expect(runs.map(({ models }) => models.map(({ name }) => name))).toEqual([
      ['reader · stars'],
      ['reader · mine', 'reader · stars'],
    ]);
  });
});

describe('shards of several files', () => {
  const part = (name: string, ids: readonly number[], shard: string, id = 'g') =>
    source(
      name,
      ids.map((i) => ({ ...grid[i]!, shard, grid: { id, size: 4 } })),
    );
  const [a1, a2] = [part('a1', [0, 1], '1/2'), part('a2', [2, 3], '2/2')];
  const [b1, b2] = [part('b1', [0, 1], '1/2'), part('b2', [2, 3], '2/2')];
  const overlap = (name: string, shard: string) =>
    `Shards overlap: ${name} has prompts that were given before, but shard ${shard} is not there as often. ` +
    'Give the results of each shard once, or take them as they are with `--allow missing`.';

  /** What `baseline` says, and what `gate`, `report` and `history` do. */
  const said = (...sources: ReturnType<typeof source>[]) => {
    const refused = (check: () => void) => {
      try {
        check();
      } catch (error) {
        return (error as Error).message;
      }
      return 'taken';
    };
    return [
      refused(() => inRuns(sources).forEach(assertComplete)),
      refused(() => assertOneGrid(together(sources))),
      refused(() => inRuns(sources).forEach(assertOneGrid)),
    ];
  };

  it('are one run, or several whole ones, in any order', () => {
    expect(said(a1, a2)).toEqual(['taken', 'taken', 'taken']);
    expect(said(a1, b1, b2, a2)).toEqual(['taken', 'taken', 'taken']);
    expect(said(source('whole'), a1, a2)).toEqual(['taken', 'taken', 'taken']);
  });

  it.each([
    [
      'one that has a prompt of another too',
      [a1, part('x', [1, 2, 3], '2/2')],
      overlap('x', '2/2'),
    ],
    ['a part of a shard again', [a1, a2, part('x', [0], '1/2')], overlap('x', '2/2')],
    [
      'of two configs with prompts in common',
      [a1, part('x', [1, 2], '2/2', 'h')],
      /^Shard 1\/2 and shard 2\/2 are of different grids: .*`--allow missing`\.$/,
    ],
    ['one twice', [a1, a2, b1], /^Shard 1\/2 was evaluated 2 times, and shard 2\/2 once\. /],
  ])('are refused by all commands in one sentence: %s', (_, sources, sentence) => {
    const [first, ...others] = said(...sources);
    expect(first).toMatch(sentence);
    expect(others).toEqual([first, first]);
  });

  it('are taken as they are without that check: an answer for each time it was given', () => {
    const sources = [a1, part('x', [1, 2, 3], '2/2')];
    const sizes = inRuns(sources).map(({ models }) => models[0]!.cases.size);
    expect(sizes).toEqual([2, 3]);
    expect(together(sources).models[0]!.cases.size).toBe(4);
  });

  it('lack one for all commands where nobody has it', () => {
    const missing = 'Shard 2/2 is missing: its prompts are not in these results.';
    expect(said(a1, b1)[0]).toContain(missing);
    expect(together([a1, b1]).missing.shards).toEqual(['2/2']);
  });
});
