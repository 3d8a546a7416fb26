import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  type PairEvidence,
  type PairedMarks,
  pairEvidence,
} from '../../../src/measuring/statistics/differences.js';

const LEVEL = 0.05;
const MARKS = 8;

/** A grid of prompts whose answers find so many of eight. */
function grid(
  lengths: number,
  seeds: number,
  found: (length: number, seed: number) => [number, number],
): PairedMarks[] {
  return Array.from({ length: lengths * seeds }, (_, i) => {
    const [length, seed] = [Math.floor(i / seeds), i % seeds];
    const [first, second] = found(length, seed).map((count) =>
      Array.from({ length: MARKS }, (_, mark) => Number(mark < count)),
    ) as [number[], number[]];
    return { key: `${length}.${seed}`, tokens: 1000 * (length + 1), first, second };
  });
}

const sides = (evidence: readonly PairEvidence[]) => evidence.map(({ by, higher }) => [by, higher]);

describe('pairEvidence', () => {
  it('tells readers apart that differ at all lengths, and names no range', () => {
    expect(
      pairEvidence(
        grid(6, 3, () => [8, 6]),
        LEVEL,
      ),
    ).toEqual([
      { by: 'overall', higher: 'first', fromTokens: 1000, toTokens: 6000, p: expect.closeTo(0, 2) },
    ]);
  });

  it('finds the half in which they differ, and both where each is better somewhere', () => {
    const falls = grid(6, 6, (length) => [length < 2 ? 6 : 7, length >= 4 ? 5 : 7]);
    expect(pairEvidence(falls, LEVEL).at(-1)).toMatchObject({
      by: 'range',
      higher: 'first',
      fromTokens: 4000,
      toTokens: 6000,
    });
    const crossing = grid(6, 6, (length) => (length < 3 ? [8, 4] : [4, 8]));
    expect(pairEvidence(crossing, LEVEL)).toMatchObject([
      { by: 'range', higher: 'first', fromTokens: 1000, toTokens: 3000 },
      { by: 'range', higher: 'second', fromTokens: 4000, toTokens: 6000 },
    ]);
  });

  it('says nothing of readers that are equal, of one prompt, or of none', () => {
    expect(
      pairEvidence(
        grid(6, 3, () => [7, 7]),
        LEVEL,
      ),
    ).toEqual([]);
    expect(
      pairEvidence(
        grid(1, 1, () => [8, 0]),
        LEVEL,
      ),
    ).toEqual([]);
    expect(pairEvidence([], LEVEL)).toEqual([]);
    const unanswered = grid(6, 3, () => [8, 0]).map((one) => ({ ...one, second: [] }));
    expect(pairEvidence(unanswered, LEVEL)).toEqual([]);
  });

  it('is not misled by one answer that failed, and sees small differences past it', () => {
    const failed = (length: number, seed: number) => length === 2 && seed === 1;
    const equal = grid(6, 3, (length, seed) => [8, failed(length, seed) ? 0 : 8]);
    expect(pairEvidence(equal, LEVEL)).toEqual([]);
    const better = grid(6, 3, (length, seed) => [failed(length, seed) ? 0 : 8, 7]);
    expect(sides(pairEvidence(better, LEVEL))).toContainEqual(['overall', 'first']);
  });

  it('decides small grids: 3 × 3 among twelve readers, and five single prompts, but not three', () => {
    const pairs = 66;
    const small = grid(3, 3, (_, seed) => [8 - (seed % 2), 3]);
    expect(sides(pairEvidence(small, LEVEL / pairs))).toEqual([['overall', 'first']]);
    const single = grid(5, 1, () => [8, 1]);
    expect(pairEvidence(single, LEVEL)).toMatchObject([
      { by: 'overall', higher: 'first', fromTokens: 1000, toTokens: 5000 },
    ]);
    expect(
      pairEvidence(
        grid(3, 1, () => [8, 1]),
        LEVEL,
      ),
    ).toEqual([]);
  });

  it('decides among as many pairs as fifty readers make', () => {
    const pairs = 1225;
    const clear = grid(6, 4, (_, seed) => [8 - (seed % 2), 4]);
    expect(sides(pairEvidence(clear, LEVEL / pairs))).toEqual([['overall', 'first']]);
  });

  it('takes series together: no range of lengths', () => {
    const several = ['x', 'y'].flatMap((series) =>
      grid(2, 3, (length) => [8, length === 1 ? 4 : 8]).map((one) => ({ ...one, series })),
    );
    expect(pairEvidence(several, LEVEL)).toMatchObject([
      { by: 'overall', higher: 'first', fromTokens: 1000, toTokens: 2000 },
    ]);
  });

  it('has a chance below its level, and a smaller one for a clearer difference', () => {
    const chance = (more: number) =>
      pairEvidence(
        grid(6, 3, (_, seed) => [5 + more, 5 + (seed === 0 ? 2 : 0)]),
        LEVEL,
      ).map(({ p }) => p);
    const [near, far] = [chance(2), chance(3)];
    expect(near[0]).toBeLessThanOrEqual(LEVEL);
    expect(far[0]).toBeLessThanOrEqual(near[0]!);
    expect(
      pairEvidence(
        grid(6, 3, (_, seed) => [6, 5 + (seed === 0 ? 2 : 0)]),
        1e-9,
      ),
    ).toEqual([]);
  });

  const designs = fc.constantFrom(
    [3, 3] as const,
    [6, 3] as const,
    [4, 1] as const,
    [12, 1] as const,
    [2, 8] as const,
  );
  const answers = fc.tuple(designs, fc.string(), fc.double({ min: 0, max: 1, noNaN: true }));
  const drawn = ([[lengths, seeds], seed, share]: [readonly [number, number], string, number]) => {
    const random = seedrandom(seed);
    const found = (recall: number) =>
      Array.from({ length: MARKS }, () => random()).filter((one) => one < recall).length;
    return grid(lengths, seeds, () => [found(0.9), found(0.9 - 0.5 * share)]);
  };

  it('seldom tells less for a reader with more right answers', () => {
    const favours = (prompts: readonly PairedMarks[], side: 'first' | 'second') =>
      pairEvidence(prompts, LEVEL).some(({ higher }) => higher === side);
    let [less, all] = [0, 0];
    fc.assert(
      fc.property(answers, fc.nat(), fc.nat(), (drawing, which, mark) => {
        const before = drawn(drawing);
        const after = before.map((one, i) =>
          i === which % before.length
            ? { ...one, first: one.first.map((own, k) => (k === mark % MARKS ? 1 : own)) }
            : one,
        );
        all += 2;
        if (favours(before, 'first') && !favours(after, 'first')) less++;
        if (favours(after, 'second') && !favours(before, 'second')) less++;
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(less / all).toBeLessThanOrEqual(0.005);
  });

  it('mirrors when readers change places, and does not depend on the order of prompts', () => {
    const mirrored = (evidence: readonly PairEvidence[]) =>
      evidence
        .map((one) => ({ ...one, higher: one.higher === 'first' ? 'second' : 'first' }))
        .sort((a, b) => (a.higher < b.higher ? -1 : a.higher > b.higher ? 1 : 0));
    fc.assert(
      fc.property(answers, fc.constantFrom(1, 10, 66), (drawing, pairs) => {
        const prompts = drawn(drawing);
        const swapped = prompts.map((one) => ({ ...one, first: one.second, second: one.first }));
        const evidence = pairEvidence(prompts, LEVEL / pairs);
        const rounded = (some: readonly Omit<PairEvidence, 'higher'>[]) =>
          some.map(({ p, ...one }) => ({ ...one, p: expect.closeTo(p, 9) }));
        expect(evidence).toEqual(rounded(mirrored(pairEvidence(swapped, LEVEL / pairs))));
        expect(pairEvidence(prompts.toReversed(), LEVEL / pairs)).toEqual(evidence);
      }),
      { numRuns: 100 },
    );
  });
});
