/**
 * Estimates the effective length: where recall, as a curve that does not rise with length, falls below a
 * threshold.
 */
import { ascending } from '../../../base/numbers.js';
import { CONFIDENCE, checkConfidence, type Interval } from '../interval.js';
import { type Possible, recallInterval, recallPosterior } from '../recall-interval.js';
import { MOODY, meanMark, type PromptMarks, STEADY } from './prompt-marks.js';
import { type RecallByLength, type RecallCurve, recallCurve } from './recall-curve.js';

export interface EffectiveLengthOptions {
  /** Recall that is asked for. With `relativeTo`, the share of the base score. */
  threshold?: number;
  /** Lengths in tokens whose mean recall is the model's own base score (NoLiMa, §4.1). */
  relativeTo?: readonly number[];
  confidence?: number;
}

/**
 * Estimates where recall falls below the threshold, in tokens: the median and its interval. `Infinity` stands
 * for the longest length or more, 0 for less than the shortest.
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

/** Estimates where a curve falls below its threshold. */
export function crossing(curve: RecallByLength, confidence = CONFIDENCE): Interval {
  checkConfidence(confidence);
  const below = belowAt(curve);
  return crossingOf(curve.tokens, { value: below, low: below, high: below }, confidence);
}

/**
 * Estimates where a curve falls below a share of the base score, which the prompts of the base lengths tell. Of
 * an uncertain base score the low end takes the upper half, the high end the lower.
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
 * Returns how probable recall of the threshold or more is at each length. It never rises with length.
 *
 * @param relativeTo - prompts of the curve and the base lengths
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

/** Probability with which a length is shown, or ruled out. */
export const SHOWN = 0.95;

/** Averages recall at the base lengths. */
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

/** Returns, by length, how probable recall below the threshold is. */
function belowAt(curve: RecallByLength): number[] {
  return curve.marginals.map((marginal) => shareBelow(curve, marginal, curve.threshold));
}

/** Returns, by length, how probable recall below the threshold's share of a base score is. */
function belowShareAt(curve: RecallByLength, scores: readonly Possible[]): number[] {
  return curve.marginals.map((marginal, node) =>
    // Never at the first: a curve does not rise, so no base score is above its start.
    node === 0
      ? 0
      : scores.reduce(
          (sum, { recall, share }) =>
            sum + share * shareBelow(curve, marginal, curve.threshold * recall),
          0,
        ),
  );
}

/** Splits recalls into a lower and an upper half. The shares of each sum to 1. */
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

/** Sums what is below a recall. A level stands for all recalls nearest to it. */
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
 * Reads off where a curve falls. Ends are lengths that were tested, since nobody knows recall between them.
 *
 * @param below - by length: how probable it is that recall has fallen, for each figure
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

/** Tells whether an effective length is known at all. */
export function isKnown({ low, high }: Interval): boolean {
  return low > 0 || high < Number.POSITIVE_INFINITY;
}

/** Recall at one length, as the curve has it: the median, and the band. */
export interface CurvePoint {
  tokens: number;
  recall: Interval;
}

/**
 * Returns the curve with its band. The curve goes by all lengths, an interval of one length by its own prompts,
 * so the band is widened to meet each of these: a picture of both must not contradict itself.
 *
 * @param own - intervals of single lengths
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

/** Estimates recall at each length by its own prompts. */
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

/** Returns mean recall at any length of the curve. */
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
