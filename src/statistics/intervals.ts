/**
 * The statistics of a report. Definitions and sources: docs/statistics.md.
 */

import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { append } from '../extremes.js';
import { mean } from '../numbers.js';

/** An estimate with the bounds of its confidence interval. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** How often, and how far, a longer context does better than a shorter one. */
export interface Stability {
  /** Share of all pairs of lengths where the longer one has the higher recall. */
  inversions: number;
  /** Whether some rise is more than chance explains. */
  clear: boolean;
  /** By how much at the most. */
  largestRise: number;
  /** The two lengths of the largest rise. */
  fromTokens?: number;
  toTokens?: number;
}

/**
 * Wilson's score interval for a share (Wilson 1927), also for a mean of marks between 0 and 1.
 *
 * @param value - the share that was measured, from 0 to 1
 * @param trials - how many independent trials it rests on; may be fractional
 */
export function wilson(value: number, trials: number, confidence = 0.95): Interval {
  if (trials <= 0) return { value, low: 0, high: 1 };
  const z = normalQuantile(0.5 + confidence / 2, 0, 1);
  const spread = z * z;
  const center = (value + spread / (2 * trials)) / (1 + spread / trials);
  const half =
    (z * Math.sqrt((value * (1 - value)) / trials + spread / (4 * trials * trials))) /
    (1 + spread / trials);
  return {
    value,
    low: Math.max(0, Math.min(value, center - half)),
    high: Math.min(1, Math.max(value, center + half)),
  };
}

/** One prompt's marks: a cluster, since they share one context and one answer. */
export type Cluster = readonly number[];

/**
 * Mean of all marks with a confidence interval that respects that marks of one prompt depend on each
 * other: prompts are clusters, within strata, since lengths are fixed by design and not drawn. The
 * variance of the mean gives the number of independent marks that would be as informative, reduced
 * for few prompts by Student's t, and Wilson's interval for that number is reported (Korn & Graubard
 * 1998). Unlike percentiles of a bootstrap it keeps its coverage near 0 and 1, and for few prompts.
 *
 * A stratum with a single prompt shows no variance, so it is taken together with its neighbour
 * (collapsed strata, Wolter 2007, §2.5): slow change from stratum to stratum is then not mistaken for
 * chance. A single prompt's marks are taken as independent.
 *
 * @param strata - prompts by stratum, for example by length
 */
export function clusterInterval(
  strata: readonly (readonly Cluster[])[],
  confidence = 0.95,
): Interval {
  const filled = strata
    .map((clusters) => clusters.filter((marks) => marks.length > 0))
    .filter((clusters) => clusters.length > 0);
  const drawn = collapse(filled);
  const marks = filled.flat(2);
  if (marks.length === 0) return { value: Number.NaN, low: 0, high: 1 };
  const value = mean(marks);
  const freedom = drawn.reduce((sum, clusters) => sum + clusters.length - 1, 0);
  const independent = (value * (1 - value)) / marks.length;
  if (freedom < 1 || independent === 0) return wilson(value, marks.length, confidence);
  const spread = clusterVariance(drawn);
  if (spread === 0) return wilson(value, marks.length, confidence);
  const few = fewPrompts(freedom, confidence);
  return wilson(value, (marks.length * independent * few) / spread, confidence);
}

/** Strata in which every one has several prompts: single ones join the one before, or the next. */
function collapse(strata: readonly (readonly Cluster[])[]): Cluster[][] {
  const joined: Cluster[][] = [];
  for (const clusters of strata) {
    const last = joined[joined.length - 1];
    if (last && last.length === 1) append(last, clusters);
    else joined.push([...clusters]);
  }
  const last = joined[joined.length - 1];
  if (joined.length > 1 && last?.length === 1) append(joined[joined.length - 2]!, joined.pop()!);
  return joined;
}

/** How much marks of one prompt depend on each other, and on how many prompts that rests. */
export interface Dispersion {
  /** Variance of a mean of marks, as a multiple of what independent marks would give. */
  effect: number;
  /** Degrees of freedom. */
  freedom: number;
}

/**
 * The design effect of prompts on marks (Kish 1965), pooled over strata. The few prompts of one length
 * say little about it; those of all lengths together do.
 *
 * @param strata - prompts by stratum, for example by length
 * @returns nothing where no stratum has several prompts
 */
export function dispersion(strata: readonly (readonly Cluster[])[]): Dispersion | undefined {
  const several = strata.filter((clusters) => clusters.length > 1);
  const freedom = several.reduce((sum, clusters) => sum + clusters.length - 1, 0);
  const marks = several.flat(2).length;
  const independent = several.reduce((sum, clusters) => {
    const own = clusters.flat();
    const value = mean(own);
    return sum + (own.length * value * (1 - value)) / marks ** 2;
  }, 0);
  if (freedom === 0 || independent === 0) return undefined;
  return { effect: clusterVariance(several) / independent, freedom };
}

/**
 * Mean of the marks of one stratum with Wilson's interval, for as many independent marks as are as
 * informative.
 *
 * @param dispersed - the design effect of all strata; without it, marks are taken as independent
 */
export function stratumInterval(
  clusters: readonly Cluster[],
  dispersed: Dispersion | undefined,
  confidence = 0.95,
): Interval {
  const marks = clusters.flat();
  if (marks.length === 0) return { value: Number.NaN, low: 0, high: 1 };
  if (!dispersed || dispersed.effect === 0) return wilson(mean(marks), marks.length, confidence);
  const { effect, freedom } = dispersed;
  return wilson(mean(marks), (marks.length * fewPrompts(freedom, confidence)) / effect, confidence);
}

/** What Student's t takes away from the number of marks when their variance is itself estimated. */
function fewPrompts(freedom: number, confidence: number): number {
  const tail = 0.5 + confidence / 2;
  return (normalQuantile(tail, 0, 1) / tQuantile(tail, freedom)) ** 2;
}

/**
 * Variance of the mean of all marks when whole prompts are drawn anew within each stratum: what a
 * cluster bootstrap (Field & Welsh 2007) shows after infinitely many repetitions, times k/(k - 1) for
 * k prompts, in closed form (Taylor linearization, Woodruff 1971).
 */
function clusterVariance(strata: readonly (readonly Cluster[])[]): number {
  const size = strata.flat(2).length;
  const value = mean(strata.flat(2));
  return strata.reduce((total, clusters) => {
    const count = clusters.length;
    if (count < 2) return total;
    const residuals = clusters.map((marks) => marks.reduce((sum, mark) => sum + mark - value, 0));
    const center = mean(residuals);
    const squares = residuals.reduce((sum, residual) => sum + (residual - center) ** 2, 0);
    return total + (squares * count) / (count - 1) / size ** 2;
  }, 0);
}

/**
 * Effective length: the longest tested length up to which every length reaches the threshold.
 *
 * @param points - recall, or its lower bound, at each tested length
 * @returns a length in tokens; 0 when the shortest one fails already
 */
export function effectiveLength(
  points: readonly { tokens: number; recall: number }[],
  threshold: number,
): number {
  const ascending = [...points].sort((a, b) => a.tokens - b.tokens);
  let longest = 0;
  for (const { tokens, recall } of ascending) {
    if (!(recall >= threshold)) break;
    longest = tokens;
  }
  return longest;
}

/** Recall by position in the context. */
export interface PositionMark {
  /** From 0 to 1. */
  position: number;
  mark: number;
}

/** Ends and middle of the context are fifths of it. */
const FIFTH = 0.2;

/**
 * Middle dip: mean recall in the first and last fifth of the context minus recall in its middle
 * fifth (the U curve of Liu et al. 2023), with an interval (normal approximation).
 *
 * @param effect - the design effect of prompts on marks, 1 if it is not known
 * @returns nothing when a fifth has no evidence
 */
export function middleDip(marks: readonly PositionMark[], effect = 1): Interval | undefined {
  const first = regionOf(marks, (position) => position <= FIFTH);
  const last = regionOf(marks, (position) => position > 1 - FIFTH);
  const middle = regionOf(
    marks,
    (position) => position > 0.5 - FIFTH / 2 && position <= 0.5 + FIFTH / 2,
  );
  if (!first || !last || !middle) return undefined;
  const value = (first.recall + last.recall) / 2 - middle.recall;
  return around(value, (first.variance + last.variance) / 4 + middle.variance, effect);
}

/**
 * Tail loss: recall before the last fifth of the context minus recall in it (lost in the tail, §3.2
 * of arXiv:2403.11802), with an interval (normal approximation).
 *
 * @param effect - the design effect of prompts on marks, 1 if it is not known
 * @returns nothing when one of the two has no evidence
 */
export function tailLoss(marks: readonly PositionMark[], effect = 1): Interval | undefined {
  const before = regionOf(marks, (position) => position <= 1 - FIFTH);
  const tail = regionOf(marks, (position) => position > 1 - FIFTH);
  if (!before || !tail) return undefined;
  return around(before.recall - tail.recall, before.variance + tail.variance, effect);
}

/** Recall in a part of the context, and the variance it has if marks are independent. */
function regionOf(
  marks: readonly PositionMark[],
  isIn: (position: number) => boolean,
): { recall: number; variance: number } | undefined {
  const own = marks.filter(({ position }) => isIn(position)).map(({ mark }) => mark);
  if (own.length === 0) return undefined;
  const recall = mean(own);
  return { recall, variance: (recall * (1 - recall)) / own.length };
}

function around(value: number, variance: number, effect: number): Interval {
  const half = normalQuantile(0.975, 0, 1) * Math.sqrt(variance * effect);
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

/**
 * Stability: how often and how far a longer context does better than a shorter one (the
 * Length-Stability Dilemma, §3.4 of arXiv:2403.11802). A model whose recall never rises with length
 * has no inversions. A rise is clear when it is more than chance explains at all pairs of lengths
 * together (normal approximation, Bonferroni).
 *
 * @param points - recall at each tested length, with its interval
 */
export function stability(points: readonly { tokens: number; recall: Interval }[]): Stability {
  const ascending = [...points].sort((a, b) => a.tokens - b.tokens);
  const pairs = (ascending.length * (ascending.length - 1)) / 2;
  const limit = pairs === 0 ? 0 : normalQuantile(1 - 0.05 / pairs, 0, 1);
  let inversions = 0;
  let clear = false;
  let largest: Pick<Stability, 'largestRise' | 'fromTokens' | 'toTokens'> = { largestRise: 0 };
  ascending.forEach((shorter, i) => {
    for (const longer of ascending.slice(i + 1)) {
      const rise = longer.recall.value - shorter.recall.value;
      if (rise > 0) inversions++;
      clear ||=
        rise > limit * Math.hypot(standardError(longer.recall), standardError(shorter.recall));
      if (rise > largest.largestRise) {
        largest = { largestRise: rise, fromTokens: shorter.tokens, toTokens: longer.tokens };
      }
    }
  });
  return { ...largest, inversions: pairs === 0 ? 0 : inversions / pairs, clear };
}

/** What a 95 % interval says of the standard error. */
function standardError({ low, high }: Interval): number {
  return (high - low) / (2 * normalQuantile(0.975, 0, 1));
}
