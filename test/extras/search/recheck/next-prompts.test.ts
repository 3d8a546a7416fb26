import { describe, expect, it } from 'vitest';
import { nextPrompts } from '../../../../src/extras/search/recheck/next-prompts.js';

const OCTAVES = [4000, 8000, 16_000, 32_000, 64_000, 128_000];
const EVEN = Array.from({ length: 8 }, (_, i) => 16_000 * (i + 1));

const gridOf = (lengths: readonly number[], seeds: number, series = 1) =>
  Array.from({ length: series }, (_, own) =>
    lengths.flatMap((tokens) =>
      Array.from({ length: seeds }, () => ({ series: own, tokens, isAsked: false })),
    ),
  ).flat();

/** Lengths that are asked at each of eight looks. */
function looksOf(grid: ReturnType<typeof gridOf>): number[][] {
  return Array.from({ length: 8 }, (_, i) => {
    const { next } = nextPrompts(grid, i + 1);
    for (const one of next) grid[one]!.isAsked = true;
    return next.map((one) => grid[one]!.tokens);
  });
}

describe('the first prompts', () => {
  const lengthsOf = (...given: Parameters<typeof gridOf>) => {
    const [first] = looksOf(gridOf(...given));
    return first!;
  };

  it('are one of each octave, or two where that is little of all tokens', () => {
    expect(lengthsOf(OCTAVES, 3)).toEqual(OCTAVES);
    const twice = lengthsOf(EVEN, 20);
    expect(twice).toHaveLength(8);
    expect(twice.filter((tokens) => tokens > 64_000)).toHaveLength(2);
  });

  it('are of every series', () => {
    expect(lengthsOf([4000, 8000], 3, 2)).toEqual([4000, 4000, 8000, 8000]);
  });

  it('are the longest of their octave', () => {
    const lengths = Array.from({ length: 32 }, (_, i) => 4000 * (i + 1));
    expect(lengthsOf(lengths, 1)).toEqual(expect.arrayContaining([128_000, 64_000, 32_000]));
  });
});

describe('the next prompts', () => {
  it('come to a share of the tokens that grows with each look, and to all at the last', () => {
    const grid = gridOf(EVEN, 11);
    const looks = looksOf(grid);
    const tokens = looks.map((own) => own.reduce((sum, one) => sum + one, 0));
    expect(tokens.slice(1).every((one) => one > 0)).toBe(true);
    expect(tokens[7]).toBeGreaterThan(tokens[1]!);
    expect(grid.every(({ isAsked }) => isAsked)).toBe(true);
    expect(nextPrompts(gridOf(EVEN, 11), 9).later).toEqual([]);
  });

  it('are of all octaves at any time', () => {
    const [first, second] = looksOf(gridOf(EVEN, 11));
    const octaves = (own: readonly number[]) =>
      new Set(own.map((tokens) => Math.floor(Math.log2(128_000 / tokens) + 1e-9))).size;
    expect(octaves(first!)).toBe(4);
    expect(octaves([...first!, ...second!])).toBe(4);
  });

  it('leave out what was sent ahead, and are one at least', () => {
    const grid = gridOf(OCTAVES, 3);
    const { next, later } = nextPrompts(grid, 1);
    for (const one of next) grid[one]!.isAsked = true;
    const ahead = grid.map((one, i) => ({ ...one, isAhead: i === later[0] }));
    expect(nextPrompts(ahead, 2).next).not.toContain(later[0]);
    expect(nextPrompts(grid, 1).next).toEqual([later[0]]);
    expect(nextPrompts(ahead, 1).next).toEqual([]);
  });
});
