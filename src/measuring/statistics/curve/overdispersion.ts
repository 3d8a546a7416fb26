/**
 * Marks of one prompt hang together. A prompt has a recall of its own, drawn from a beta distribution
 * around the reader's recall at that length, and its marks are drawn with it (beta-binomial; Williams
 * 1975, as in psignifit 4, Schütt et al. 2016). Or the answer breaks off: some prompts lose all marks
 * from a random one on. Which of it, and how much, is weighed up by the marks of the whole series.
 */
import { logGamma } from './log-gamma.js';
import type { MarkCount } from './prompt-marks.js';

/** One way in which the marks of a prompt may hang together. */
export interface Dependence {
  /** Correlation of two marks of a prompt (ICC), from 0 to below 1. */
  correlation: number;
  /** Share of the prompts whose answer breaks off. */
  cut: number;
  /** What is taken for granted of this way before any answer. */
  weight: number;
}

/**
 * From independent to all-or-nothing, which counts for more than any other: where every mark of a few
 * prompts is found, nothing else tells that prompts may be good or bad as a whole.
 */
const CORRELATIONS = [0, 0.03, 0.1, 0.2, 0.35, 0.55, 0.8, 0.98];
const ALL_OR_NOTHING = 5;
const CUTS = [0.03, 0.08, 0.15, 0.25];
const CORRELATIONS_OF_CUT = [0, 0.1];
const CUT_WEIGHT = 0.07;

const PARTS = CORRELATIONS.length - 1 + ALL_OR_NOTHING;
const whole = CORRELATIONS.map((correlation, i) => ({
  correlation,
  cut: 0,
  weight: ((1 - CUT_WEIGHT) / PARTS) * (i === CORRELATIONS.length - 1 ? ALL_OR_NOTHING : 1),
}));
const broken = CUTS.flatMap((cut) =>
  CORRELATIONS_OF_CUT.map((correlation) => ({
    correlation,
    cut,
    weight: CUT_WEIGHT / (CUTS.length * CORRELATIONS_OF_CUT.length),
  })),
);

/** All ways that are weighed up; the first is independence. */
export const DEPENDENCES: readonly Dependence[] = [...whole, ...broken];

/**
 * Log-likelihood of a prompt's marks at each recall.
 *
 * @param recalls - what a mark is worth on average, each above 0 and below 1
 */
export function logLikelihood(
  count: Pick<MarkCount, 'marks' | 'right'>,
  recalls: readonly number[],
  { correlation, cut }: Dependence,
): Float64Array {
  if (cut === 0) return betaBinomial(count, recalls, correlation);
  const { marks, right } = count;
  const share = keptShare(cut, marks);
  const before = recalls.map((recall) => Math.min(recall / share, 1 - 1e-6));
  const logs = betaBinomial(count, before, correlation);
  for (let i = 0; i < logs.length; i++) {
    const broken = cut * cutOff(marks, right, before[i]!);
    logs[i] =
      recalls[i]! < share
        ? Math.log((1 - cut) * Math.exp(logs[i]!) + broken)
        : Number.NEGATIVE_INFINITY;
  }
  return logs;
}

/** What is left of a recall, on average, where so many of the answers break off. */
export function keptShare(cut: number, marks: number): number {
  return 1 - (cut * (marks + 1)) / (2 * marks);
}

/** Log-probability of so many right marks; with fractions, its continuation by the gamma function. */
function betaBinomial(
  { marks, right }: Pick<MarkCount, 'marks' | 'right'>,
  recalls: readonly number[],
  correlation: number,
): Float64Array {
  const wrong = marks - right;
  const choices = logGamma(marks + 1) - logGamma(right + 1) - logGamma(wrong + 1);
  const logs = new Float64Array(recalls.length).fill(choices);
  if (correlation === 0) {
    for (let i = 0; i < logs.length; i++) {
      logs[i]! += right * Math.log(recalls[i]!) + wrong * Math.log1p(-recalls[i]!);
    }
    return logs;
  }
  const size = (1 - correlation) / correlation;
  const constant = logGamma(size) - logGamma(size + marks);
  for (let i = 0; i < logs.length; i++) {
    const a = recalls[i]! * size;
    const b = size - a;
    logs[i]! += constant + logGamma(a + right) - logGamma(a) + logGamma(b + wrong) - logGamma(b);
  }
  return logs;
}

/**
 * Probability of so many right marks when only the first 0 … n − 1 of n are kept, each number as likely:
 * that of more than so many successes in n trials, divided by n r. Near its middle a normal
 * approximation, in its upper tail no more than Chernoff's bound.
 */
function cutOff(marks: number, right: number, recall: number): number {
  if (right + 1 > marks) return 0;
  const spread = Math.sqrt(marks * recall * (1 - recall) + 0.25);
  const excess = (marks * recall - right - 0.5) / spread;
  const near = 1 / (1 + Math.exp(-1.702 * excess));
  return Math.min(1, Math.min(near, tailBound(marks, right + 1, recall)) / (marks * recall));
}

/** No less than the probability of so many successes or more (Chernoff 1952). */
function tailBound(trials: number, successes: number, recall: number): number {
  const share = successes / trials;
  if (share <= recall) return 1;
  const failed = share < 1 ? (1 - share) * Math.log((1 - share) / (1 - recall)) : 0;
  return Math.exp(-trials * (share * Math.log(share / recall) + failed));
}

/** The ways that marks like these can tell apart: single right-or-wrong marks tell none. */
export function dependencesOf(counts: readonly MarkCount[]): readonly Dependence[] {
  const most = counts.reduce((largest, { marks }) => Math.max(largest, marks), 1);
  if (most === 1) return DEPENDENCES.slice(0, 1);
  return most < 3 ? whole : DEPENDENCES;
}

/** By length, by recall: the log-likelihood of all prompts of that length. */
export function logLikelihoods(
  counts: readonly MarkCount[],
  lengths: readonly number[],
  recalls: readonly number[],
  dependence: Dependence,
): Float64Array[] {
  const index = new Map(lengths.map((tokens, i) => [tokens, i]));
  const known = new Map<string, Float64Array>();
  const sums = lengths.map(() => new Float64Array(recalls.length));
  for (const count of counts) {
    const key = `${count.right}/${count.marks}`;
    const own = known.get(key) ?? logLikelihood(count, recalls, dependence);
    known.set(key, own);
    const sum = sums[index.get(count.tokens)!]!;
    for (let i = 0; i < sum.length; i++) sum[i]! += own[i]!;
  }
  return sums;
}
