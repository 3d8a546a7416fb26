/** Tests whether recall clearly rises with length. */
import seedrandom from 'seedrandom';
import { exchangeable, exchanged, type UnitMarks } from '../units.js';
import { checkPrompts, meanOrNaN } from './prompt-marks.js';

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
  let scores = sorted.map(({ marks }) => meanOrNaN(marks));
  const pairs = neighbours(ends);
  const { statistic, rise, pair } = largest(scores, pairs, Number.POSITIVE_INFINITY);
  const random = seedrandom.alea('clearest rise');
  const groups = exchangeable(sorted);
  let asClear = 0;
  let tried = 0;
  while (tried < PERMUTATIONS && asClear < PLAINLY_CHANCE) {
    scores = exchanged(scores, groups, random);
    const enough = statistic - 1e-9;
    if (largest(scores, pairs, enough).statistic >= enough) asClear++;
    tried++;
  }
  const p = asClear < PLAINLY_CHANCE ? (asClear + 1) / (tried + 1) : asClear / tried;
  return {
    p,
    clear: p <= level,
    rise,
    shorter: [lengths[pair.from]!, lengths[pair.cut - 1]!],
    longer: [lengths[pair.cut]!, lengths[pair.to]!],
  };
}

function neighbours(ends: readonly number[]) {
  const starts = [0, ...ends];
  const widthsTo = (most: number) => [...WIDTHS.filter((width) => width < most), most];
  return ends.slice(0, -1).flatMap((middle, i) =>
    widthsTo(i + 1).flatMap((before) =>
      widthsTo(ends.length - i - 1).map((after) => {
        const [from, to] = [i + 1 - before, i + after];
        const [first, last] = [starts[from]!, ends[to]!];
        const spread = Math.sqrt(1 / (middle - first) + 1 / (last - middle));
        return { from, cut: i + 1, to, first, middle, last, spread };
      }),
    ),
  );
}

function largest(scores: readonly number[], pairs: ReturnType<typeof neighbours>, enough: number) {
  const sums = new Float64Array(scores.length + 1);
  for (const [i, score] of scores.entries()) sums[i + 1] = sums[i]! + score;
  let best = { statistic: Number.NEGATIVE_INFINITY, rise: 0, pair: pairs[0]! };
  for (const pair of pairs) {
    const { first, middle, last, spread } = pair;
    const shorter = (sums[middle]! - sums[first]!) / (middle - first);
    const rise = (sums[last]! - sums[middle]!) / (last - middle) - shorter;
    if (rise / spread > best.statistic) best = { statistic: rise / spread, rise, pair };
    if (best.statistic >= enough) break;
  }
  return best;
}
