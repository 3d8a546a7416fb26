/**
 * The sign-flip test, an independent reference for relabelling (Fisher's permutation test for paired observations): if nothing changed, each
 * difference might as well have had the other sign.
 */

import seedrandom from 'seedrandom';
import { sum } from '../../../src/numbers.js';

/** Differences are multiples of 1/32 and the like; denominators up to this one are looked for, */
const LARGEST_DENOMINATOR = 10_000;

/** by how near all multiples are to whole numbers. */
const NEAR = 1e-6;

/** The exact distribution is computed where it takes no more additions: about a second. */
const MOST_ADDITIONS = 5e8;

/** Else this many random assignments of signs are drawn. */
const DRAWS = 99_999;

/** Whether the smallest p of a sign-flip test of n pairs, 2^-n, is low enough. */
export function canBeSignificant(pairs: number, level: number): boolean {
  return 2 ** -pairs <= level;
}

/**
 * One-sided test for a drop: the probability that differences of these sizes, each with a random
 * sign, have a sum at least as large as observed. Exact, and never below 2^-n; by a seeded random
 * sample of sign assignments only where the exact distribution would take too long.
 *
 * Differences without a common denominator are rounded to 1/10,000, which keeps the test exact: the
 * rounded ones have random signs just as well.
 *
 * @param differences - before minus after, one for each pair
 * @returns p; 1 without any difference
 *
 * @example
 * signFlip([1, 1, 1]) // 0.125
 */
export function signFlip(differences: readonly number[], mostAdditions = MOST_ADDITIONS): number {
  const scale = denominatorOf(differences);
  // Sizes are rounded, and not differences, so that both signs are rounded alike.
  const drops = differences.map(
    (difference) => Math.sign(difference) * Math.round(Math.abs(difference) * scale),
  );
  const sizes = drops.map(Math.abs).filter((size) => size > 0);
  const total = sum(sizes);
  const risen = sum(drops.filter((drop) => drop < 0).map(Math.abs));
  // With a share x of all that differs on the negative side the sum is (1 - 2x) times the total. So
  // p is the probability that at most `risen` is on the negative side, or 1 minus what mirrors it.
  const mirrored = total - risen - 1;
  const fewer = Math.min(risen, mirrored);
  if (fewer < 0) return 1;
  if (sizes.length * (fewer + 1) > mostAdditions) return sampled(sizes, risen);
  const tail = chanceOfAtMost(fewer, sizes);
  return fewer === risen ? tail : 1 - tail;
}

/** The smallest whole number that makes all values whole, or the largest that is looked for. */
function denominatorOf(values: readonly number[]): number {
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < NEAR;
  for (let scale = 1; scale < LARGEST_DENOMINATOR; scale++) {
    if (values.every((value) => isWhole(value * scale))) return scale;
  }
  return LARGEST_DENOMINATOR;
}

/** Probability that a random half of some sizes, each in or out by a coin, sums to at most `limit`. */
function chanceOfAtMost(limit: number, sizes: readonly number[]): number {
  const chances = new Float64Array(limit + 1);
  chances[0] = 1;
  let reached = 0;
  for (const size of sizes) {
    reached = Math.min(limit, reached + size);
    for (let sum = reached; sum >= size; sum--) {
      chances[sum] = (chances[sum]! + chances[sum - size]!) / 2;
    }
    for (let sum = Math.min(reached, size - 1); sum >= 0; sum--) chances[sum]! /= 2;
  }
  return sum(chances);
}

/** The same probability from random draws, the observed assignment counted as one of them. */
function sampled(sizes: readonly number[], limit: number): number {
  const random = seedrandom(`sign-flip/${sizes.length}/${limit}`);
  let atMost = 1;
  for (let draw = 0; draw < DRAWS; draw++) {
    let risen = 0;
    let coins = 0;
    for (let i = 0; i < sizes.length; i++) {
      if (i % 32 === 0) coins = random.int32();
      if (coins & (1 << (i % 32))) risen += sizes[i]!;
    }
    if (risen <= limit) atMost++;
  }
  return atMost / (DRAWS + 1);
}
