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
  const pairs = neighbours(ends);
  const { statistic, rise, pair } = largest(scores, pairs);
  const { cut, before, after } = pair;
  const random = seedrandom.alea('clearest rise');
  const groups = exchangeable(sorted);
  let asClear = 0;
  let tried = 0;
  while (tried < PERMUTATIONS && asClear < PLAINLY_CHANCE) {
    scores = exchanged(scores, groups, random);
    if (largest(scores, pairs, statistic - 1e-9).statistic >= statistic - 1e-9) asClear++;
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

/** Some lengths and those just after them, by their numbers of lengths and by where their prompts begin and end. */
interface Neighbours {
  cut: number;
  before: number;
  after: number;
  first: number;
  middle: number;
  last: number;
  spread: number;
}

/** Lists what is compared once for all permutations. */
function neighbours(ends: readonly number[]): Neighbours[] {
  return ends.slice(0, -1).flatMap((middle, i) =>
    widthsUpTo(i + 1).flatMap((before) =>
      widthsUpTo(ends.length - i - 1).map((after) => {
        const first = ends[i - before] ?? 0;
        const last = ends[i + after]!;
        const spread = Math.sqrt(1 / (middle - first) + 1 / (last - middle));
        return { cut: i + 1, before, after, first, middle, last, spread };
      }),
    ),
  );
}

/** @param enough - a statistic that ends the search */
function largest(
  scores: readonly number[],
  pairs: readonly Neighbours[],
  enough = Number.POSITIVE_INFINITY,
) {
  const sums = new Float64Array(scores.length + 1);
  scores.forEach((score, i) => {
    sums[i + 1] = sums[i]! + score;
  });
  let best = { statistic: Number.NEGATIVE_INFINITY, rise: 0, pair: pairs[0]! };
  for (const pair of pairs) {
    const { first, middle, last, spread } = pair;
    const shorter = (sums[middle]! - sums[first]!) / (middle - first);
    const rise = (sums[last]! - sums[middle]!) / (last - middle) - shorter;
    const statistic = rise / spread;
    if (statistic > best.statistic) best = { statistic, rise, pair };
    if (statistic >= enough) break;
  }
  return best;
}

function widthsUpTo(most: number): number[] {
  return [...WIDTHS.filter((width) => width < most), most];
}
