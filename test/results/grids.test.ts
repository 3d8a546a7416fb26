import { describe, expect, it } from 'vitest';
import { assertOneGrid, assertWholeGrids, gapTexts, gridGaps } from '../../src/results/grids.js';

interface Place {
  provider?: string;
  grid?: string;
  size?: number;
  shard?: string;
}

const rows = (ids: string, { provider = 'a', grid = 'g', size = 4, shard }: Place = {}) =>
  [...ids].map((id) => ({
    id,
    provider,
    prompt: '',
    description: `prompt ${id}`,
    grid: { id: grid, size },
    ...(shard !== undefined && { shard }),
  }));

describe('gridGaps', () => {
  it('finds none in whole grids, in repeats, and where a grid is not known', () => {
    expect(gridGaps(rows('1234'))).toEqual([]);
    expect(gridGaps(rows('12341234'))).toEqual([]);
    expect(gridGaps(rows('1').map(({ grid: _, ...row }) => row))).toEqual([]);
  });

  it('is told for each reader, with what another reader has', () => {
    const gaps = gridGaps([...rows('12'), ...rows('1234', { provider: 'b' })]);
    expect(gaps).toEqual([
      { provider: 'a', grid: 'g', prompts: 4, found: 2, named: ['prompt 3', 'prompt 4'] },
    ]);
    expect(gapTexts(gaps)).toEqual([
      'a: 2 of the 4 prompts of the grid have no result (for example prompt 3; prompt 4): the ' +
        'evaluation was stopped, or a filter of promptfoo such as `--filter-first-n` left them out.',
    ]);
    expect(() => assertWholeGrids(rows('12'))).toThrow('--allow-missing');
  });

  it('says how many there are of each shard', () => {
    const [gap] = gridGaps([...rows('12', { shard: '1/2' }), ...rows('3', { shard: '2/2' })]);
    expect(gap!.shards).toEqual([
      { shard: '1/2', found: 2 },
      { shard: '2/2', found: 1 },
    ]);
  });
});

describe('assertOneGrid', () => {
  const first = rows('12', { shard: '1/2' });
  const second = rows('34', { shard: '2/2' });

  it('takes the shards of one config, however many grids it has, and repeats', () => {
    const more = [
      ...rows('56', { grid: 'h', shard: '1/2' }),
      ...rows('78', { grid: 'h', shard: '2/2' }),
    ];
    expect(() => assertOneGrid([...first, ...second, ...more])).not.toThrow();
    expect(() => assertOneGrid([...first, ...second, ...first, ...second])).not.toThrow();
    expect(() => assertOneGrid(first)).not.toThrow();
  });

  it('refuses shards of two configs, and one that is there twice', () => {
    const other = rows('34', { grid: 'h', shard: '2/2' });
    expect(() => assertOneGrid([...first, ...other])).toThrow(
      'Shard 1/2 and shard 2/2 are of different grids',
    );
    expect(() => assertOneGrid([...first, ...first, ...second])).toThrow(
      'Shard 1/2 was evaluated 2 times, and shard 2/2 once.',
    );
  });
});
