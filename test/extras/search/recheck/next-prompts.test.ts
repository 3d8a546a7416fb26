import { describe, expect, it } from 'vitest';
import {
  firstPrompts,
  isOpenAtLook,
  nextPrompts,
} from '../../../../src/extras/search/recheck/next-prompts.js';
import type { PairedPrompt } from '../../../../src/measuring/statistics/regression/paired-prompts.js';
import { testsAtLook } from '../../../../src/measuring/statistics/regression/regression-tests.js';
import { runDrift } from '../../../../src/measuring/statistics/regression/run-drift.js';
import { scopesOf } from '../../../../src/measuring/statistics/regression/scopes.js';

const LIMITS = { alpha: 0.05, margin: 0.05, tail: 0.05 };

/** A grid of which some is asked, with what was answered. */
function asked(
  lengths: readonly number[],
  seeds: number,
  isAsked: (tokens: number, seed: number) => boolean,
  now: (tokens: number) => number,
) {
  const all = lengths.flatMap((tokens) =>
    Array.from({ length: seeds }, (_, seed) => ({ tokens, seed })),
  );
  const grid = all.map(({ tokens, seed }) => ({
    series: 0,
    tokens,
    isAsked: isAsked(tokens, seed),
  }));
  const prompts = grid
    .filter((one) => one.isAsked)
    .map(({ tokens }, i): PairedPrompt => {
      const own = { before: 0.95, now: now(tokens) + (i % 2 ? 0.03 : -0.03) };
      return { series: 0, tokens, marks: 32, runs: [0.95], ...own, drop: own.before - own.now };
    });
  const scopes = scopesOf(grid);
  const look = { planned: grid, isLast: false };
  const tests = testsAtLook(prompts, runDrift(prompts), look, scopes);
  const next = (number = 2) =>
    nextPrompts(grid, scopes, tests, { ...LIMITS, look: number }).next.map((i) => grid[i]!.tokens);
  return { grid, scopes, tests, next };
}

const OCTAVES = [4000, 8000, 16_000, 32_000, 64_000, 128_000];
const EVEN = Array.from({ length: 8 }, (_, i) => 16_000 * (i + 1));

describe('the first prompts', () => {
  const lengthsOf = (lengths: readonly number[], seeds: number, series = 1) => {
    const grid = Array.from({ length: series }, (_, own) =>
      lengths.flatMap((tokens) => Array.from({ length: seeds }, () => ({ series: own, tokens }))),
    ).flat();
    return firstPrompts(grid).map((i) => grid[i]!.tokens);
  };

  it('are one of each octave, or two where that is little of all tokens', () => {
    expect(lengthsOf(OCTAVES, 3)).toEqual(OCTAVES);
    const twice = lengthsOf(EVEN, 20);
    expect(twice).toHaveLength(8);
    expect(twice.filter((tokens) => tokens > 64_000)).toHaveLength(2);
  });

  it('are of every series', () => {
    expect(lengthsOf([4000, 8000], 3, 2)).toEqual([4000, 8000, 4000, 8000]);
  });
});

describe('the next prompts', () => {
  it('are the cheapest where all lengths fell', () => {
    const { next } = asked(
      EVEN,
      11,
      (_, seed) => seed === 0,
      () => 0.88,
    );
    expect(next()).toEqual([...next()].sort((a, b) => a - b));
    expect(next()[0]).toBe(16_000);
  });

  it('are of the longest lengths where only these fell', () => {
    const { next } = asked(
      EVEN,
      11,
      (_, seed) => seed < 2,
      (tokens) => (tokens > 100_000 ? 0.8 : 0.95),
    );
    expect(next()[0]).toBe(112_000);
  });

  it('are of the longest length, and then of all octaves, where nothing fell', () => {
    const { next } = asked(
      EVEN,
      11,
      (_, seed) => seed === 0,
      () => 0.95,
    );
    const lengths = next(4);
    expect(lengths.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 128_000));
    expect(new Set(lengths).size).toBeGreaterThan(4);
  });

  it('come to a share of the tokens that grows with each look, and to all at the last', () => {
    const { grid, next } = asked(
      OCTAVES,
      3,
      (_, seed) => seed === 0,
      () => 0.95,
    );
    const sums = [2, 4, 6, 8].map((look) => next(look).reduce((sum, tokens) => sum + tokens, 0));
    expect(sums).toEqual(sums.toSorted((a, b) => a - b));
    const open = grid.filter((one) => !one.isAsked);
    expect(next(8)).toHaveLength(open.length);
    expect(next(9)).toHaveLength(open.length);
  });
});

describe('a reader that may fail yet', () => {
  it('is one whose longest length is hardly asked', () => {
    const some = asked(
      EVEN,
      11,
      (tokens, seed) => tokens < 128_000 || seed < 1,
      () => 0.95,
    );
    expect(isOpenAtLook(some.grid, some.scopes, some.tests, LIMITS)).toBe(true);
    const most = asked(
      EVEN,
      11,
      () => true,
      () => 0.95,
    );
    expect(isOpenAtLook(most.grid, most.scopes, most.tests, LIMITS)).toBe(false);
  });

  it('is one of which a part is near to failing', () => {
    const near = asked(
      EVEN,
      11,
      (tokens, seed) => tokens === 128_000 || seed < 3,
      (tokens) => (tokens > 100_000 ? 0.85 : 0.95),
    );
    expect(isOpenAtLook(near.grid, near.scopes, near.tests, LIMITS)).toBe(true);
  });
});
