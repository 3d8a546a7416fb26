/** Intervals of recall over a grid, or at one length. */

import { type Dependence, keptShare, logLikelihood } from './curve/overdispersion.js';
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
 * For the low bound, answers that break off are taken for so much likelier than by the curve. A mean is over
 * all prompts, also over rare bad ones, of which few prompts often show none.
 */
const UNSEEN = 12;

/** Recalls are shifted alike by so many logits: in steps of 0.02 near none, coarser further off. */
const SHIFTS = Array.from({ length: 91 }, (_, i) => {
  const step = i - 45;
  return 0.02 * step * (1 + (step / 15) ** 2);
});

/** From so many prompts, differences between lengths are taken for half of what they seem. */
const DOUBTFUL = 9;

/** So sure is a recall that is only used for how recall differs between lengths. */
const SUREST = 0.998;

/** What is known of a mean recall. */
interface RecallPosterior {
  /** The mean of the marks. */
  value: number;
  /** Recalls that it may be, ascending; their shares come to 1. */
  possible: readonly Possible[];
  /** The same where answers that break off are taken for likelier than by the curve. */
  withUnseen: readonly Possible[];
}

/** A mean that recall may have, and how probable it is. */
export interface Possible {
  recall: number;
  share: number;
}

/**
 * The mean of all marks with its interval, from what `recallPosterior` says.
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
  const posterior = recallPosterior(prompts, dependences, recallAt);
  if (!posterior) return { value: Number.NaN, low: 0, high: 1 };
  const { value, possible, withUnseen } = posterior;
  const tail = (1 - confidence) / 2;
  return {
    value,
    low: Math.min(value, quantileOf(withUnseen, tail)),
    high: Math.max(value, quantileOf(possible, 1 - tail)),
  };
}

/**
 * How probable recalls are by some prompts alone. Recall may be higher or lower than it seems, at all
 * lengths alike in logits; how probable that is follows from the marks with each way in which they may hang
 * together, over all ways by how probable they are, and from Jeffreys' prior of a share. So the number
 * of prompts, and not of marks, counts as long as it is open whether a prompt is all or nothing. What
 * answers that break off lose is the same share of every recall.
 *
 * @returns nothing without a mark
 */
export function recallPosterior(
  prompts: readonly PromptMarks[],
  dependences: readonly WeighedDependence[],
  recallAt?: (tokens: number) => number,
): RecallPosterior | undefined {
  const counts = countMarks(prompts);
  if (counts.length === 0) return undefined;
  const value = meanMark(prompts);
  const trust = counts.length / (counts.length + DOUBTFUL);
  const seen = (tokens: number) => (recallAt ? value + trust * (recallAt(tokens) - value) : value);
  const alike = countAlike(counts);
  const marks = counts.reduce((sum, count) => sum + count.marks, 0);
  const possible: Possible[] = [];
  const withUnseen: Possible[] = [];
  const byCut = new Map<number, ShiftedMarks>();
  for (const { dependence, weight } of dependences) {
    const { cut } = dependence;
    const unseen = cut > 0 ? UNSEEN * weight : weight;
    if (unseen < NEGLIGIBLE) continue;
    const shifted = byCut.get(cut) ?? shiftedMarks(alike, seen, cut);
    byCut.set(cut, shifted);
    const logs = new Float64Array(SHIFTS.length);
    alike.forEach(({ count, times }, kind) => {
      const own = logLikelihood(count, shifted.recalls[kind]!, dependence);
      for (let i = 0; i < logs.length; i++) logs[i]! += times * own[i]!;
    });
    const largest = logs.reduce((a, b) => Math.max(a, b));
    const shares = logs.map((log, i) => Math.exp(log - largest) * shifted.spacing[i]!);
    const total = shares.reduce((sum, share) => sum + share, 0);
    shares.forEach((share, i) => {
      const recall = shifted.means[i]! / marks;
      possible.push({ recall, share: (weight * share) / total });
      withUnseen.push({ recall, share: (unseen * share) / total });
    });
  }
  return { value, possible: sorted(possible), withUnseen: sorted(withUnseen) };
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

/** Recalls by shift. */
interface ShiftedMarks {
  /** By kind of prompt, by shift: its recall. */
  recalls: number[][];
  /** By shift: expected right marks of all prompts. */
  means: Float64Array;
  /** By shift: how many recalls it stands for, by Jeffreys' prior. */
  spacing: number[];
}

/** @param seen - recall by length, of which `cut` of the answers have lost a part */
function shiftedMarks(
  alike: readonly { count: MarkCount; times: number }[],
  seen: (tokens: number) => number,
  cut: number,
): ShiftedMarks {
  const means = new Float64Array(SHIFTS.length);
  const unbroken = new Float64Array(SHIFTS.length);
  let all = 0;
  const recalls = alike.map(({ count: { tokens, marks }, times }) => {
    const share = keptShare(cut, marks);
    const recall = Math.min(SUREST, Math.max(1 - SUREST, seen(tokens) / share));
    const logit = Math.log(recall / (1 - recall));
    all += times * marks;
    return SHIFTS.map((shift, i) => {
      const whole = 1 / (1 + Math.exp(-logit - shift));
      unbroken[i]! += times * marks * whole;
      means[i]! += times * marks * share * whole;
      return share * whole;
    });
  });
  const spacing = SHIFTS.map((_, i) => {
    const [before, after] = [SHIFTS[Math.max(0, i - 1)]!, SHIFTS[Math.min(90, i + 1)]!];
    const recall = unbroken[i]! / all;
    return Math.sqrt(recall * (1 - recall)) * (after - before);
  });
  return { recalls, means, spacing };
}

/** Ascending, with shares that come to 1; what several ways in which marks hang together share counts once. */
function sorted(all: readonly Possible[]): Possible[] {
  const shares = new Map<number, number>();
  for (const { recall, share } of all) shares.set(recall, (shares.get(recall) ?? 0) + share);
  const total = all.reduce((sum, { share }) => sum + share, 0);
  return [...shares]
    .sort(([a], [b]) => a - b)
    .map(([recall, share]) => ({ recall, share: share / total }));
}

/** The recall that is not exceeded with a probability; between two recalls in proportion. */
function quantileOf(possible: readonly Possible[], probability: number): number {
  let sum = 0;
  let [recallBefore, before] = [possible[0]!.recall, 0];
  for (const { recall, share } of possible) {
    const middle = sum + share / 2;
    if (middle >= probability) {
      const part = (probability - before) / (middle - before);
      return recallBefore + part * (recall - recallBefore);
    }
    [recallBefore, before] = [recall, middle];
    sum += share;
  }
  return recallBefore;
}
