/**
 * Effective length: the context length at which recall, as a curve that does not rise with length,
 * falls below a threshold.
 */
import { ascending } from '../../../base/numbers.js';
import { CONFIDENCE, checkConfidence, type Interval } from '../interval.js';
import { type Possible, recallInterval, recallPosterior } from '../recall-interval.js';
import { MOODY, meanMark, type PromptMarks, STEADY } from './prompt-marks.js';
import { type RecallByLength, type RecallCurve, recallCurve } from './recall-curve.js';

export interface EffectiveLengthOptions {
  /** Recall that is asked for; with `relativeTo`, the share of the base score. */
  threshold?: number;
  /** Lengths in tokens, all asked, whose mean recall is the reader's own base score (NoLiMa, §4.1). */
  relativeTo?: readonly number[];
  confidence?: number;
}

/**
 * Where recall falls below the threshold, in tokens: the median of what is probable given all marks, and
 * its interval. `Infinity` stands for the longest length or more, 0 for less than the shortest.
 *
 * @throws RangeError for a threshold, a confidence, a length or a mark that cannot be
 *
 * @example
 * const found = { 4000: 32, 8000: 32, 16000: 31, 32000: 18, 64000: 9 }; // of 32, one prompt each
 * const prompts = Object.entries(found).map(([tokens, right]) => ({
 *   tokens: Number(tokens),
 *   marks: Array.from({ length: 32 }, (_, i) => (i < right ? 1 : 0)),
 * }));
 * effectiveLength(prompts); // { value: 21865, low: 0, high: 64000 }, rounded: one prompt each says little
 * effectiveLength(prompts, { relativeTo: [4000, 8000] }); // NoLiMa's definition
 */
export function effectiveLength(
  prompts: readonly PromptMarks[],
  { threshold = 0.85, relativeTo, confidence = CONFIDENCE }: EffectiveLengthOptions = {},
): Interval {
  if (relativeTo === undefined) return crossing(recallCurve(prompts, { threshold }), confidence);
  const curve = recallCurve(prompts, {
    threshold,
    expected: threshold * baseRecall(prompts, relativeTo),
  });
  return relativeCrossing(curve, prompts, relativeTo, confidence);
}

/** Where a curve falls below its threshold. */
export function crossing(curve: RecallByLength, confidence = CONFIDENCE): Interval {
  checkConfidence(confidence);
  const below = belowAt(curve);
  return crossingOf(curve.tokens, { value: below, low: below, high: below }, confidence);
}

/**
 * Where a curve falls below a share of the base score, that share its threshold. The base score is what the
 * prompts of the base lengths say alone: what comes after them would pull it down. It is taken as independent of the
 * curve. Of a base score that is not well known the low end takes the upper half, and the high end the lower half:
 * which length is too long for the reader depends on it.
 *
 * @param prompts - those of the curve
 */
export function relativeCrossing(
  curve: RecallCurve,
  prompts: readonly PromptMarks[],
  baseLengths: readonly number[],
  confidence: number,
): Interval {
  checkConfidence(confidence);
  const base = baseScore(curve, prompts, baseLengths);
  const [lower, upper] = halves(base);
  return crossingOf(
    curve.tokens,
    {
      value: belowShareAt(curve, base),
      low: belowShareAt(curve, upper),
      high: belowShareAt(curve, lower),
    },
    confidence,
  );
}

/** How probable it is that recall is the threshold or more at a length. */
export interface LikelyLength {
  tokens: number;
  probability: number;
}

/**
 * How probable it is that recall is the threshold or more, at each length at which the curve is known. It never rises
 * with length.
 *
 * @param relativeTo - prompts of the curve and those of their lengths that have the base score
 */
export function likelyLengths(
  curve: RecallByLength,
  relativeTo?: { prompts: readonly PromptMarks[]; baseLengths: readonly number[] },
): LikelyLength[] {
  const below = relativeTo
    ? belowShareAt(curve, baseScore(curve, relativeTo.prompts, relativeTo.baseLengths))
    : belowAt(curve);
  return curve.tokens.map((tokens, node) => ({ tokens, probability: 1 - below[node]! }));
}

/** A length is shown, or ruled out, with this probability. */
export const SHOWN = 0.95;

/** The mean recall at the base lengths. */
export function baseRecall(
  prompts: readonly PromptMarks[],
  baseLengths: readonly number[],
): number {
  return meanMark(basePrompts(prompts, baseLengths));
}

function basePrompts(prompts: readonly PromptMarks[], baseLengths: readonly number[]) {
  if (baseLengths.length === 0) throw new RangeError('relativeTo needs at least one length');
  const missing = baseLengths.find((length) => !prompts.some(({ tokens }) => tokens === length));
  if (missing !== undefined) throw new RangeError(`relativeTo: no prompt has ${missing} tokens`);
  const own = prompts.filter(({ tokens }) => baseLengths.includes(tokens));
  if (Number.isNaN(meanMark(own))) {
    throw new RangeError('relativeTo: no prompt of these lengths has a mark');
  }
  return own;
}

function baseScore(
  { steadyUpTo }: RecallByLength,
  prompts: readonly PromptMarks[],
  baseLengths: readonly number[],
): Possible[] {
  const own = basePrompts(prompts, baseLengths);
  return recallPosterior(own, Math.max(...baseLengths) <= steadyUpTo ? STEADY : MOODY);
}

/** By length: how probable a recall below the threshold is. */
function belowAt(curve: RecallByLength): number[] {
  return curve.marginals.map((marginal) => shareBelow(curve, marginal, curve.threshold));
}

/** By length: how probable a recall below the threshold's share of a base score is. */
function belowShareAt(curve: RecallByLength, scores: readonly Possible[]): number[] {
  return curve.marginals.map((marginal, node) =>
    // Never at the first: a curve does not rise, so that no base score is above its start.
    node === 0
      ? 0
      : scores.reduce(
          (sum, { recall, share }) =>
            sum + share * shareBelow(curve, marginal, curve.threshold * recall),
          0,
        ),
  );
}

/** The half with the lower recalls and the one with the higher ones; the shares of each come to 1. */
function halves(possible: readonly Possible[]): [Possible[], Possible[]] {
  let before = 0;
  const lower: Possible[] = [];
  const upper: Possible[] = [];
  for (const { recall, share } of possible) {
    const first = Math.min(share, Math.max(0, 0.5 - before));
    lower.push({ recall, share: 2 * first });
    upper.push({ recall, share: 2 * (share - first) });
    before += share;
  }
  return [lower, upper];
}

/** How probable a recall below this one is; a level stands for all recalls that are nearer to it than to others. */
function shareBelow({ levels }: RecallByLength, marginal: Float64Array, recall: number): number {
  const logit = (share: number) => Math.log(share / (1 - share));
  const steps = (logit(recall) - logit(levels.recalls[0]!)) / levels.step + 0.5;
  let sum = 0;
  for (let level = 0; level < marginal.length && level < steps; level++) {
    sum += marginal[level]! * Math.min(1, steps - level);
  }
  return sum;
}

/**
 * The ends are lengths of the curve: where between two of them recall falls, nobody asked.
 *
 * @param below - by length: how probable it is that recall has fallen below the threshold, for each figure
 */
function crossingOf(
  tokens: readonly number[],
  below: Readonly<Record<keyof Interval, readonly number[]>>,
  confidence: number,
): Interval {
  const tail = (1 - confidence) / 2;
  const last = tokens.length - 1;
  const held = below.low.findLastIndex((share) => share <= tail);
  const fallen = below.high.findIndex((share) => share >= 1 - tail);
  return {
    value: medianOf(tokens, below.value),
    low: held === last ? Number.POSITIVE_INFINITY : (tokens[held] ?? 0),
    high: fallen === 0 ? 0 : (tokens[fallen] ?? Number.POSITIVE_INFINITY),
  };
}

function medianOf(tokens: readonly number[], below: readonly number[]): number {
  if (below[0]! >= 0.5) return 0;
  const node = below.findIndex((share) => share >= 0.5);
  if (node < 0) return Number.POSITIVE_INFINITY;
  const [from, to] = [tokens[node - 1]!, tokens[node]!];
  return from * (to / from) ** ((0.5 - below[node - 1]!) / (below[node]! - below[node - 1]!));
}

/** Whether an effective length is known at all: not where it may be any, from the shortest to the longest. */
export function isKnown({ low, high }: Interval): boolean {
  return low > 0 || high < Number.POSITIVE_INFINITY;
}

/** Recall at one length, as the curve has it: the median, and the band. */
export interface CurvePoint {
  tokens: number;
  recall: Interval;
}

/**
 * The curve with its band at all its lengths. A level stands for all
 * recalls that are nearer to it than to others, so that quantiles do not jump from level to level.
 *
 * The curve goes by what all lengths say, an interval of one length by its own prompts alone. So that a
 * picture with both does not contradict itself, the band is widened until it meets each of them: its upper
 * end is no lower than any interval of that length or a longer one begins, its lower end no higher than any
 * of that length or a shorter one ends. So neither end rises with length.
 *
 * @param own - intervals of recall of single lengths, which the band is to meet
 */
export function recallBand(
  curve: RecallByLength,
  confidence = CONFIDENCE,
  own: readonly CurvePoint[] = [],
): CurvePoint[] {
  checkConfidence(confidence);
  const tail = (1 - confidence) / 2;
  const { recalls } = curve.levels;
  return curve.tokens.map((tokens, node) => {
    const quantile = (share: number): number => {
      let below = 0;
      for (const [level, own] of curve.marginals[node]!.entries()) {
        if (below + own >= share) return within(recalls[level]!, (share - below) / own);
        below += own;
      }
      return recalls[recalls.length - 1]!;
    };
    const within = (recall: number, part: number): number =>
      1 / (1 + (1 / recall - 1) * Math.exp((0.5 - part) * curve.levels.step));
    const [value, low, high] = [quantile(0.5), quantile(tail), quantile(1 - tail)];
    const shorter = own.flatMap((one) => (one.tokens <= tokens ? one.recall.high : []));
    const longer = own.flatMap((one) => (one.tokens >= tokens ? one.recall.low : []));
    return {
      tokens,
      recall: { value, low: Math.min(low, ...shorter), high: Math.max(high, ...longer) },
    };
  });
}

/** Recall of each length that was asked, with its interval by its own prompts alone. */
export function recallOfLengths(
  prompts: readonly PromptMarks[],
  confidence = CONFIDENCE,
): CurvePoint[] {
  return ascending(prompts.map(({ tokens }) => tokens)).map((tokens) => ({
    tokens,
    recall: recallInterval(
      prompts.filter((prompt) => prompt.tokens === tokens),
      confidence,
    ),
  }));
}

/** Mean recall at a length that was asked, as the curve has it. */
export function expectedRecall({
  tokens,
  marginals,
  levels,
}: RecallByLength): (tokens: number) => number {
  const means = new Map(
    tokens.map((length, node) => [
      length,
      marginals[node]!.reduce((sum, share, level) => sum + share * levels.recalls[level]!, 0),
    ]),
  );
  return (length) => means.get(length)!;
}
