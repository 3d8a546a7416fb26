/** Intervals of mean differences. */

import { CONFIDENCE } from '../../base/defaults.js';
import { ascending } from '../../base/numbers.js';
import { independentMarks, meanOrNaN } from './curve/prompt-marks.js';
import { checkConfidence, type Interval } from './interval.js';
import { tTail } from './probabilities.js';
import { tQuantile } from './special-functions.js';

/** A prompt's part in a mean of differences. */
export interface PromptDifference {
  /** From −1 to 1. */
  difference: number;
  /** How many marks, and what share of them could count one way or the other. */
  marks: number;
  discordant: number;
}

/** Correlation of marks that is assumed before any answer, worth this many prompts. */
interface Prior {
  correlation: number;
  prompts: number;
}

/** Within one prompt its difficulty cancels out. */
const WITHIN: Prior = { correlation: 0, prompts: 4 };

/** Between two models it does not: one may fail a prompt altogether. */
const BETWEEN: Prior = { correlation: 0.2, prompts: 2 };

/** Averages one difference per prompt, with Student's t interval. The prior keeps it open where all are equal. */
export function meanDifference(
  prompts: readonly PromptDifference[],
  confidence = CONFIDENCE,
  prior = WITHIN,
): Interval {
  checkConfidence(confidence);
  const count = prompts.length;
  if (count === 0) return { value: Number.NaN, low: -1, high: 1 };
  const differences = prompts.map(({ difference }) => difference);
  const value = meanOrNaN(differences);
  const squares = differences.reduce((sum, one) => sum + (one - value) ** 2, 0);
  const freedom = count - 1 + prior.prompts;
  const variance =
    (squares + prior.prompts * expectedVariance(prompts, prior.correlation)) / freedom;
  const half = tQuantile(0.5 + confidence / 2, freedom) * Math.sqrt(variance / count);
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

/** Estimates the variance of one prompt's difference, with half a mark more than seen. */
function expectedVariance(prompts: readonly PromptDifference[], correlation: number): number {
  const marks = meanOrNaN(prompts.map((prompt) => prompt.marks));
  const seen = meanOrNaN(prompts.map(({ discordant }) => discordant));
  const worth = marks > 1 ? independentMarks(marks, correlation) : marks;
  const units = prompts.length * worth;
  return (seen * units + 0.5) / (units + 1) / worth;
}

/** Estimates by how much the second model's recall exceeds the first's on the same prompts. */
export function pairedDifference(
  pairs: readonly Pick<PairedMarks, 'first' | 'second'>[],
  confidence = CONFIDENCE,
): Interval {
  const prompts = pairs
    .filter(({ first, second }) => first.length > 0 && second.length > 0)
    .map(({ first, second }) => {
      const both = first.length === second.length;
      const apart = both
        ? meanOrNaN(first.map((mark, i) => Math.abs(mark - second[i]!)))
        : Math.abs(meanOrNaN(first) - meanOrNaN(second));
      const marks = Math.min(first.length, second.length);
      return { difference: meanOrNaN(second) - meanOrNaN(first), marks, discordant: apart };
    });
  return meanDifference(prompts, confidence, BETWEEN);
}

/** The same prompt's marks from two models. */
export interface PairedMarks {
  series?: string;
  key: string;
  tokens: number;
  first: readonly number[];
  second: readonly number[];
}

/** What tells two models apart, over all lengths or, where these do not, over one half of them. */
export interface PairEvidence {
  by: 'overall' | 'range';
  higher: 'first' | 'second';
  fromTokens: number;
  toTokens: number;
  /** Chance of as much between equal models, for all comparisons of this pair together. */
  p: number;
}

/** Shares of the level, of all lengths and of each half. Effective lengths may tell models apart too. */
const SHARES = { overall: 0.65, range: 0.12 };

/** An answer that lost more than half failed. How far says little. */
const FAILED = 0.5;
const FAILED_WEIGHT = 0.3;

/** Makes a loss from 0.05 to 0.15 count as much as one from 0.15 to 0.35. */
const LEAST_LOST = 0.05;

/**
 * Returns what tells two models apart, or nothing: a paired t test of weighed scores (bench/ranks.mjs).
 *
 * @param level - chance of telling equal models apart, two-sided. For many pairs, divide it by their number
 *
 * @example
 * pairEvidence(prompts, 0.05)
 * // [{ by: 'overall', higher: 'first', fromTokens: 4000, toTokens: 128000, p: 0.004 }]
 */
export function pairEvidence(prompts: readonly PairedMarks[], level: number): PairEvidence[] {
  const known = prompts.filter(({ first, second }) => first.length > 0 && second.length > 0);
  if (known.length === 0) return [];
  const middle = halfOf(known);
  const halves = [
    known.filter(({ tokens }) => tokens < middle),
    known.filter(({ tokens }) => tokens >= middle),
  ];
  const isOne = new Set(known.map(({ series }) => series)).size === 1;
  const [whole] = shown(known, 'overall', level);
  const parts = (isOne ? halves : [])
    .flatMap((half) => shown(half, 'range', level))
    .filter(({ higher }) => higher !== whole?.higher)
    .sort((a, b) => a.p - b.p);
  const sides = new Map(parts.toReversed().map((one) => [one.higher, one]));
  return [...(whole ? [whole] : []), ...sides.values()].sort((a, b) => a.fromTokens - b.fromTokens);
}

function halfOf(prompts: readonly PairedMarks[]): number {
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  return lengths[Math.floor(lengths.length / 2)]!;
}

/**
 * Tests the mean difference of some prompts. Another prompt is imagined at which both models are equal, since a few equal
 * differences prove little.
 */
function shown(
  prompts: readonly PairedMarks[],
  by: PairEvidence['by'],
  level: number,
): PairEvidence[] {
  const differences = prompts.map(
    ({ first, second }) => weighed(meanOrNaN(first)) - weighed(meanOrNaN(second)),
  );
  const all = [0, ...differences].sort((a, b) => a - b);
  const center = meanOrNaN(all);
  const variance = meanOrNaN(all.map((one) => (one - center) ** 2)) / (all.length - 1);
  if (!(variance > 0)) return [];
  const p = (2 * tTail(Math.abs(center) / Math.sqrt(variance), all.length - 1)) / SHARES[by];
  if (p > level) return [];
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  const higher = center > 0 ? 'first' : 'second';
  return [{ by, higher, fromTokens: lengths[0]!, toTokens: lengths.at(-1)!, p }];
}

/**
 * Weighs losses by their logarithm, so that 0.98 against 0.96 counts about as much as 0.9 against 0.8, and one
 * failed answer does not outweigh all others.
 */
function weighed(score: number): number {
  return (
    FAILED_WEIGHT * Math.min(0, score - FAILED) - Math.log(1 + LEAST_LOST - Math.max(FAILED, score))
  );
}
