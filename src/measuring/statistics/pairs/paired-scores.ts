/** Two readers' scores of the same prompts, and how sharply they can be told apart. */
import { groupBy } from '../../../base/group-by.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { mean } from '../curve/prompt-marks.js';
import { coinTail } from './tails.js';

/** The same prompt's marks from two readers. */
export interface PairedMarks {
  /** What the prompt is called. */
  key: string;
  tokens: number;
  first: readonly number[];
  second: readonly number[];
}

/** The scores of both readers for the prompts that both answered, in order of length. */
export interface PairedScores {
  first: Float64Array;
  second: Float64Array;
  /** The lengths, and how many prompts each has. */
  lengths: readonly number[];
  counts: readonly number[];
}

/** At a level so many exchanges come out as much, of so many at most. */
const AT_LEVEL = 64;
const MOST_EXCHANGES = 2 ** 15;

/** Sums below this are rounding. */
export const ROUNDING = 1e-9;

/** The scores of prompts that both readers answered, in any order. */
export function pairedScores(prompts: readonly PairedMarks[]): PairedScores {
  const sorted = prompts
    .filter(({ first, second }) => first.length > 0 && second.length > 0)
    .sort((a, b) => a.tokens - b.tokens || byCodeUnits(a.key, b.key));
  const byLength = groupBy(sorted, ({ tokens }) => tokens);
  return {
    first: Float64Array.from(sorted, ({ first }) => mean(first)),
    second: Float64Array.from(sorted, ({ second }) => mean(second)),
    lengths: [...byLength.keys()],
    counts: [...byLength.values()].map((own) => own.length),
  };
}

/** By how much the first reader has more, over all prompts together. */
export function sumOf({ first, second }: PairedScores): number {
  return first.reduce((sum, score, i) => sum + score - second[i]!, 0);
}

/** The largest difference in sum that coins make more often than the level allows. */
export function mostByCoins(prompts: number, level: number): number {
  let most = 0;
  while (most < prompts && coinTail(prompts, most + 1) > level) most++;
  return most === prompts ? Number.POSITIVE_INFINITY : most;
}

/** How many exchanges are tried for a level. */
export function exchangesFor(level: number): number {
  return Math.min(MOST_EXCHANGES, 2 ** Math.ceil(Math.log2(AT_LEVEL / level))) - 1;
}

/** How many of these exchanges may come out as much at a level. */
export function mostAllowed(level: number, tried: number): number {
  return Math.floor(level * (tried + 1) + ROUNDING) - 1;
}
