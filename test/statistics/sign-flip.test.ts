import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeSignificant, signFlip } from '../../src/statistics/sign-flip.js';

/** The definition: every assignment of signs, counted. */
function enumerated(differences: readonly number[]): number {
  const observed = differences.reduce((a, b) => a + b, 0);
  let atLeast = 0;
  for (let signs = 0; signs < 2 ** differences.length; signs++) {
    const sum = differences.reduce(
      (total, difference, i) => total + (signs & (1 << i) ? -1 : 1) * Math.abs(difference),
      0,
    );
    if (sum >= observed - 1e-9) atLeast++;
  }
  return atLeast / 2 ** differences.length;
}

/** One of two random variables with the same distribution, as 32 stars give them. */
const quarters = fc.integer({ min: -128, max: 128 }).map((n) => n / 128);
const thirds = fc.integer({ min: -96, max: 96 }).map((n) => n / 96);

describe('signFlip', () => {
  it.each([
    [[], 1],
    [[0, 0], 1],
    [[0.5], 1 / 2],
    [[-0.5], 1],
    [[1, 1, 1], 1 / 8],
    [[1, 1, -1], 4 / 8],
    [[3, 1, -1], 2 / 8 + 1 / 8],
    // Zeros are pairs that say nothing.
    [[0.25, 0, 0.25, 0, 0.125], 1 / 8],
    [new Array(20).fill(0.03125), 2 ** -20],
  ])('of %j is %d', (differences, p) => {
    expect(signFlip(differences)).toBeCloseTo(p, 12);
  });

  it('is the share of all assignments of signs whose sum is as large', () => {
    const lists = fc.oneof(
      fc.array(quarters, { maxLength: 11 }),
      fc.array(thirds, { maxLength: 11 }),
      fc.array(
        fc.integer({ min: -10_000, max: 10_000 }).map((n) => n / 10_000),
        {
          maxLength: 11,
        },
      ),
    );
    fc.assert(
      fc.property(lists, (differences) => {
        expect(signFlip(differences)).toBeCloseTo(enumerated(differences), 9);
      }),
    );
  });

  it('is never below 2^-n, and nearly 1 - p for the opposite differences', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 30 }),
        (differences) => {
          const p = signFlip(differences);
          expect(p).toBeGreaterThanOrEqual(2 ** -differences.length);
          expect(p).toBeLessThanOrEqual(1);
          const opposite = signFlip(differences.map((difference) => -difference));
          expect(p + opposite).toBeGreaterThanOrEqual(1 - 1e-9);
        },
      ),
    );
  });

  it('rounds both signs alike where there is no common denominator', () => {
    const size = 0.12345 + 0.00005;
    expect(signFlip([size, -size, Math.PI / 4])).toBe(3 / 8);
    expect(signFlip([0.00005, -0.00005])).toBe(3 / 4);
  });

  it('draws a seeded sample where the exact distribution would take too long', () => {
    const differences = Array.from({ length: 40 }, (_, i) => ((i * 7) % 11) - 4);
    const exact = signFlip(differences);
    const sampled = signFlip(differences, 0);
    expect(sampled).not.toBe(exact);
    expect(Math.abs(sampled - exact)).toBeLessThan(0.005);
    expect(signFlip(differences, 0)).toBe(sampled);
    expect(signFlip(new Array(40).fill(1), 0)).toBe(1 / 100_000);
  });
});

describe('canBeSignificant', () => {
  it('needs 2^-n at the level', () => {
    expect(canBeSignificant(5, 0.05)).toBe(true);
    expect(canBeSignificant(4, 0.05)).toBe(false);
  });
});
