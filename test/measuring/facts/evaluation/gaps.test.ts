import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import {
  assertComplete,
  incompleteTexts,
  whyText,
} from '../../../../src/measuring/facts/evaluation/completeness.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import type { ExpectedGrid } from '../../../../src/measuring/facts/evaluation/gaps.js';
import { imagine } from '../../results/rows-for-tests.js';

interface Place {
  provider?: string;
  prompt?: string;
  grid?: string;
  size?: number;
  shard?: string;
}

const [template] = imagine('a', () => 1) as [Row];
const rows = (ids: string, place: Place = {}): Row[] => {
  const { provider = 'a', prompt = '', grid = 'g', size = 4, shard } = place;
  return [...ids].map((id) => ({
    ...template,
    id,
    provider,
    prompt,
    description: `prompt ${id}`,
    grid: { id: grid, size },
    ...(shard !== undefined && { shard }),
  }));
};
const gapsOf = (given: readonly Row[], grids?: readonly ExpectedGrid[]) =>
  evaluationOf(given, grids && { expected: { grids } }).missing.gaps;
const grid = (id: string, ...providers: string[]): ExpectedGrid => ({
  id,
  size: 4,
  named: [`first of ${id}`],
  providers,
});

describe('gaps', () => {
  it('are none in whole grids, in repeats, and where a grid is not known', () => {
    expect(gapsOf(rows('1234'))).toEqual([]);
    expect(gapsOf(rows('12341234'))).toEqual([]);
    expect(gapsOf(rows('1').map(({ grid: _, ...row }) => row))).toEqual([]);
  });

  it('are told for each reader, with what another reader has', () => {
    const evaluation = evaluationOf([...rows('12'), ...rows('1234', { provider: 'b' })]);
    expect(evaluation.missing.gaps).toEqual([
      { provider: 'a', grids: 1, prompts: 4, found: 2, named: ['prompt 3', 'prompt 4'] },
    ]);
    expect(incompleteTexts(evaluation.missing)).toEqual([
      'a: 2 of the 4 prompts of the grid have no result (for example prompt 3; prompt 4): the ' +
        'evaluation was stopped, or a filter of promptfoo such as `--filter-first-n` left them out: ' +
        'evaluate again with `npx promptfoo eval`, which sends only what is not in its cache.',
    ]);
    expect(() => assertComplete(evaluation)).toThrow('--allow missing');
  });

  it('say how many there are of each shard', () => {
    const [gap] = gapsOf([...rows('12', { shard: '1/2' }), ...rows('3', { shard: '2/2' })]);
    expect(gap!.shards).toEqual([
      { shard: '1/2', found: 2 },
      { shard: '2/2', found: 1 },
    ]);
  });

  it('are whole grids and readers that the config asks and nobody answered', () => {
    const found = gapsOf(rows('1234'), [grid('g', 'a', 'b'), grid('h', 'a', 'b'), grid('i', 'a')]);
    expect(found).toEqual([
      { provider: 'a', grids: 2, prompts: 8, found: 0, named: ['first of h', 'first of i'] },
      { provider: 'b', grids: 2, prompts: 8, found: 0, named: ['first of g', 'first of h'] },
    ]);
  });

  it('are none of a grid that a provider answered by another prompt', () => {
    const both = ['x', 'y'].flatMap((prompt) => rows('1234', { prompt }));
    const only = rows('5678', { grid: 'h', prompt: 'x' });
    expect(gapsOf([...both, ...only], [grid('g', 'a'), grid('h', 'a')])).toEqual([]);
  });

  it('are none of a grid whose Cases were answered by another one, whichever came first', () => {
    const full = rows('1234');
    const smoke = rows('12', { grid: 'smoke', size: 2 });
    const expected = [grid('g', 'a'), { ...grid('smoke', 'a'), size: 2, ids: ['1', '2'] }];
    expect(gapsOf([...smoke, ...full], expected)).toEqual([]);
    expect(gapsOf([...full, ...smoke], expected)).toEqual([]);
    expect(gapsOf(full, expected)).toEqual([]);
    // A call that failed for one grid, and came for the other.
    const failed = smoke.map((row) => ({ ...row, error: 'HTTP 500' }));
    expect(gapsOf([...failed, ...full], expected)).toEqual([]);
    const first = { provider: 'a', grids: 1, prompts: 2, found: 1, named: [] };
    const lacks = { provider: 'a', grids: 1, prompts: 4, found: 2, named: [] };
    expect(gapsOf(rows('13'), expected)).toEqual([lacks, first]);
  });

  it('are counted in prompts, by however many measures these are followed', () => {
    const measured = rows('12').flatMap((row) => [row, { ...row, measure: 'cites' }]);
    expect(gapsOf(measured)).toMatchObject([{ prompts: 4, found: 2 }]);
  });

  it('name the commands that complete the evaluation', () => {
    const origin = { evalId: 'eval-1', expected: { grids: [grid('g', 'a'), grid('h', 'a')] } };
    const why = (error?: string) =>
      evaluationOf(
        [...rows('1234'), ...rows('5').map((row) => ({ ...row, ...(error && { error }) }))],
        origin,
      ).missing.why;
    expect(why('HTTP 500')).toEqual({ evalId: 'eval-1', complete: 'resume' });
    expect(why('AbortError: The operation was aborted')).toEqual({
      ...{ evalId: 'eval-1', complete: 'resume and retry' },
    });
    const stopped = why('API error: 401 Unauthorized');
    expect(stopped).toEqual({ evalId: 'eval-1', complete: 'resume and retry', status: '401' });
    expect(whyText(stopped)).toBe(
      'promptfoo stopped at HTTP 401 and sent nothing more: mend the key or the address, then complete it with ' +
        '`npx promptfoo eval --resume eval-1`, then `npx promptfoo retry eval-1`',
    );
  });

  it('are not known where the config is not, which is said and refuses nothing', () => {
    const evaluation = evaluationOf(rows('1234'), { expected: { unchecked: 'source' } });
    expect(incompleteTexts(evaluation.missing)).toEqual([
      'Missing benchmarks or models could not be checked: these results do not name their generators and providers.',
    ]);
    expect(() => assertComplete(evaluation)).not.toThrow();
  });
});
