/** Tests whether recall clearly rises with length. */
import seedrandom from 'seedrandom';
import { exchangeable, exchanged, type UnitMarks } from '../units.js';
import { checkPrompts, mean } from './prompt-marks.js';

/** The clearest rise of a series, and how easily chance makes one as clear. */
export interface Rise {
  /** Probability of a rise at least as clear if recall does not depend on length. */
  p: number;
  /** Whether p is at most the level that was asked for. */
  clear: boolean;
  /** By how much recall is higher over the longer lengths than over the shorter ones just before. */
  rise: number;
  /** First and last length of the shorter ones, and of the longer ones. */
  shorter: [number, number];
  longer: [number, number];
}

const PERMUTATIONS = 999;

/** Permutations rising as clearly after which no more are tried (Besag & Clifford 1991). */
const PLAINLY_CHANCE = 100;

/** Numbers of neighbouring lengths compared as one. */
const WIDTHS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

/**
 * Finds the clearest rise between neighbouring lengths, by a permutation test. It is exact for a flat model,
 * and errs on the safe side for one whose recall falls.
 *
 * @param level - how often, at most, a flat model is said to rise (one-sided)
 * @returns nothing for fewer than two lengths
 */
export function clearestRise(prompts: readonly UnitMarks[], level = 0.025): Rise | undefined {
  checkPrompts(prompts);
  const filled = prompts.filter(({ marks }) => marks.length > 0);
  const sorted = [...filled].sort((a, b) => a.tokens - b.tokens);
  const lengths = [...new Set(sorted.map(({ tokens }) => tokens))];
  if (lengths.length < 2) return undefined;
  const ends = lengths.map(
    (tokens) => sorted.findLastIndex((prompt) => prompt.tokens === tokens) + 1,
  );
  let scores = sorted.map(({ marks }) => mean(marks));
  const { statistic, rise, cut, before, after } = largest(scores, ends);
  const random = seedrandom.alea('clearest rise');
  const groups = exchangeable(sorted);
  let asClear = 0;
  let tried = 0;
  while (tried < PERMUTATIONS && asClear < PLAINLY_CHANCE) {
    scores = exchanged(scores, groups, random);
    if (largest(scores, ends).statistic >= statistic - 1e-9) asClear++;
    tried++;
  }
  const p = asClear < PLAINLY_CHANCE ? (asClear + 1) / (tried + 1) : asClear / tried;
  return {
    p,
    clear: p <= level,
    rise,
    shorter: [lengths[cut - before]!, lengths[cut - 1]!],
    longer: [lengths[cut]!, lengths[cut + after - 1]!],
  };
}

function largest(scores: readonly number[], ends: readonly number[]) {
  const sums = [0];
  for (const score of scores) sums.push(sums[sums.length - 1]! + score);
  let best = { statistic: Number.NEGATIVE_INFINITY, rise: 0, cut: 1, before: 1, after: 1 };
  for (let cut = 1; cut < ends.length; cut++) {
    const middle = ends[cut - 1]!;
    for (const before of widthsUpTo(cut)) {
      const first = ends[cut - before - 1] ?? 0;
      const shorter = (sums[middle]! - sums[first]!) / (middle - first);
      for (const after of widthsUpTo(ends.length - cut)) {
        const last = ends[cut + after - 1]!;
        const rise = (sums[last]! - sums[middle]!) / (last - middle) - shorter;
        const statistic = rise / Math.sqrt(1 / (middle - first) + 1 / (last - middle));
        if (statistic > best.statistic) best = { statistic, rise, cut, before, after };
      }
    }
  }
  return best;
}

function widthsUpTo(most: number): number[] {
  return [...WIDTHS.filter((width) => width < most), most];
}
