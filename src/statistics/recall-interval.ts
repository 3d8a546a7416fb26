/** Intervals of recall over a grid, or at one length. */

import { type Dependence, logLikelihood } from './curve/overdispersion.js';
import { countMarks, type MarkCount, meanMark, type PromptMarks } from './curve/prompt-marks.js';
import { CONFIDENCE, checkConfidence, type Interval } from './interval.js';

/** A way in which marks hang together, and how probable it is given the marks of a series. */
export interface WeighedDependence {
  dependence: Dependence;
  weight: number;
}

/** Ways less probable than this are left out. */
const NEGLIGIBLE = 0.002;

/**
 * Answers that break off are taken for so much likelier than by the curve. A mean is over all prompts, also
 * over rare bad ones, of which few prompts often show none; the curve asks more of the shape.
 */
const UNSEEN = 6;

/** All recalls are shifted alike by so many logits: in steps of 0.02 near none, coarser further off. */
const SHIFTS = Array.from({ length: 91 }, (_, i) => {
  const step = i - 45;
  return 0.02 * step * (1 + (step / 15) ** 2);
});

/** From so many prompts, differences between lengths are taken for half of what they seem. */
const DOUBTFUL = 9;

/** So sure is a recall that is only used for how recall differs between lengths. */
const SUREST = 0.998;

/**
 * The mean of all marks with its interval. Recall may be higher or lower than it seems, at all lengths
 * alike in logits; how probable that is follows from the marks with each way in which they may hang
 * together, over all ways by how probable they are, and from Jeffreys' prior of a share. So the number
 * of prompts, and not of marks, counts as long as it is open whether a prompt is all or nothing.
 *
 * @param prompts - whose recall is meant: a whole grid, or one length of it
 * @param dependences - of the series that the prompts belong to: `recallCurve(…).explanations`
 * @param recallAt - how recall changes with length, where prompts of several lengths are meant
 */
export function recallInterval(
  prompts: readonly PromptMarks[],
  dependences: readonly WeighedDependence[],
  {
    confidence = CONFIDENCE,
    recallAt,
  }: { confidence?: number; recallAt?: (tokens: number) => number } = {},
): Interval {
  checkConfidence(confidence);
  const counts = countMarks(prompts);
  if (counts.length === 0) return { value: Number.NaN, low: 0, high: 1 };
  const value = meanMark(prompts);
  const trust = counts.length / (counts.length + DOUBTFUL);
  const shifted = shiftedRecalls(counts, (tokens) =>
    recallAt ? value + trust * (recallAt(tokens) - value) : value,
  );
  const means = meansOf(counts, shifted);
  const alike = countAlike(counts);
  const spacing = means.map((_, i) => {
    const [before, after] = [SHIFTS[Math.max(0, i - 1)]!, SHIFTS[Math.min(90, i + 1)]!];
    return Math.sqrt(means[i]! * (1 - means[i]!)) * (after - before);
  });
  const density = new Float64Array(SHIFTS.length);
  for (const { dependence, weight: probable } of dependences) {
    const weight = dependence.cut > 0 ? UNSEEN * probable : probable;
    if (weight < NEGLIGIBLE) continue;
    const logs = logLikelihoodOf(alike, shifted, dependence);
    const largest = Math.max(...logs);
    const shares = logs.map((log, i) => Math.exp(log - largest) * spacing[i]!);
    const total = shares.reduce((sum, share) => sum + share, 0);
    shares.forEach((share, i) => {
      density[i]! += (weight * share) / total;
    });
  }
  const quantile = quantilesOf(means, density);
  const tail = (1 - confidence) / 2;
  return {
    value,
    low: value === 0 ? 0 : Math.min(value, quantile(tail)),
    high: value === 1 ? 1 : Math.max(value, quantile(1 - tail)),
  };
}

/** By length, by shift: recall. */
function shiftedRecalls(
  counts: readonly MarkCount[],
  recallAt: (tokens: number) => number,
): Map<number, number[]> {
  const shifted = new Map<number, number[]>();
  for (const { tokens } of counts) {
    if (shifted.has(tokens)) continue;
    const recall = Math.min(SUREST, Math.max(1 - SUREST, recallAt(tokens)));
    const logit = Math.log(recall / (1 - recall));
    shifted.set(
      tokens,
      SHIFTS.map((shift) => 1 / (1 + Math.exp(-logit - shift))),
    );
  }
  return shifted;
}

/** By shift: mean recall of all prompts. */
function meansOf(counts: readonly MarkCount[], shifted: ReadonlyMap<number, number[]>): number[] {
  const byLength = new Map<number, number>();
  let all = 0;
  for (const { tokens, marks } of counts) {
    byLength.set(tokens, (byLength.get(tokens) ?? 0) + marks);
    all += marks;
  }
  return SHIFTS.map((_, i) => {
    let sum = 0;
    for (const [tokens, marks] of byLength) sum += marks * shifted.get(tokens)![i]!;
    return sum / all;
  });
}

/** Prompts of one length with as many marks, as many of them right, counted. */
function countAlike(counts: readonly MarkCount[]): { count: MarkCount; times: number }[] {
  const alike = new Map<string, { count: MarkCount; times: number }>();
  for (const count of counts) {
    const key = `${count.tokens}/${count.right}/${count.marks}`;
    const known = alike.get(key);
    if (known) known.times++;
    else alike.set(key, { count, times: 1 });
  }
  return [...alike.values()];
}

/** By shift: the log-likelihood of all prompts. */
function logLikelihoodOf(
  alike: readonly { count: MarkCount; times: number }[],
  shifted: ReadonlyMap<number, number[]>,
  dependence: Dependence,
): Float64Array {
  const sums = new Float64Array(SHIFTS.length);
  for (const { count, times } of alike) {
    const recalls = shifted.get(count.tokens)!;
    const logs = logLikelihood(count, recalls, dependence);
    for (let i = 0; i < sums.length; i++) sums[i]! += times * logs[i]!;
  }
  return sums;
}

/** Quantiles of rising values by their shares, between two values in proportion. */
function quantilesOf(values: readonly number[], shares: Float64Array): (share: number) => number {
  const total = shares.reduce((sum, share) => sum + share, 0);
  let sum = 0;
  const below = values.map((_, i) => {
    const middle = sum + shares[i]! / 2;
    sum += shares[i]!;
    return middle / total;
  });
  return (share) => {
    const next = below.findIndex((one) => one >= share);
    if (next < 0) return values[values.length - 1]!;
    if (next === 0) return values[0]!;
    const part = (share - below[next - 1]!) / (below[next]! - below[next - 1]!);
    return values[next - 1]! + part * (values[next]! - values[next - 1]!);
  };
}
