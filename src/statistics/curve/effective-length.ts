/**
 * Effective length: the context length at which recall, as a curve that does not rise with length,
 * falls below a threshold.
 */
import seedrandom from 'seedrandom';
import { CONFIDENCE, checkConfidence, type Interval } from '../interval.js';
import type { PromptMarks } from './prompt-marks.js';
import { type RecallCurve, recallCurve } from './recall-curve.js';
import { drawPaths } from './recall-paths.js';

export interface EffectiveLengthOptions {
  /** Recall that is asked for; with `relativeTo`, the share of the base score. */
  threshold?: number;
  /** Lengths in tokens, all asked, whose mean recall is the reader's own base score (NoLiMa, §4.1). */
  relativeTo?: readonly number[];
  confidence?: number;
}

/** So many curves are drawn where the base score is as uncertain as the rest. */
const PATHS = 2000;

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
 * effectiveLength(prompts); // { value: 20534, low: 0, high: 50155 }, rounded: one prompt each says little
 * effectiveLength(prompts, { relativeTo: [4000, 8000] }); // NoLiMa's definition
 */
export function effectiveLength(
  prompts: readonly PromptMarks[],
  { threshold = 0.85, relativeTo, confidence = CONFIDENCE }: EffectiveLengthOptions = {},
): Interval {
  const curve = recallCurve(prompts, { threshold });
  return relativeTo === undefined
    ? crossing(curve, confidence)
    : relativeCrossing(curve, relativeTo, confidence);
}

/** Where a curve falls below its threshold. */
export function crossing(curve: RecallCurve, confidence = CONFIDENCE): Interval {
  const below = curve.marginals.map((marginal) =>
    marginal.reduce(
      (sum, share, level) => (curve.levels.recalls[level]! < curve.threshold ? sum + share : sum),
      0,
    ),
  );
  return intervalOf((share) => {
    if (below[0]! >= share) return 0;
    const node = below.findIndex((one) => one >= share);
    if (node < 0) return Number.POSITIVE_INFINITY;
    const [from, to] = [curve.tokens[node - 1]!, curve.tokens[node]!];
    return from * (to / from) ** ((share - below[node - 1]!) / (below[node]! - below[node - 1]!));
  }, confidence);
}

/** Where a curve falls below a share of its own mean at the base lengths, that share its threshold. */
export function relativeCrossing(
  curve: RecallCurve,
  baseLengths: readonly number[],
  confidence: number,
): Interval {
  const base = baseLengths.map((length) => {
    const node = curve.tokens.indexOf(length);
    if (node < 0) throw new RangeError(`relativeTo: no prompt has ${length} tokens`);
    return node;
  });
  if (base.length === 0) throw new RangeError('relativeTo needs at least one length');
  const random = seedrandom('effective length');
  const crossings = drawPaths(curve, PATHS, random).map(({ recalls }) => {
    const score = base.reduce((sum, node) => sum + recalls[node]!, 0) / base.length;
    // Never the first: a curve does not rise, so that no base score is above its start.
    const node = recalls.findIndex((recall) => recall < curve.threshold * score);
    if (node < 0) return Number.POSITIVE_INFINITY;
    const [from, to] = [curve.tokens[node - 1]!, curve.tokens[node]!];
    return from * (to / from) ** random();
  });
  crossings.sort((a, b) => a - b);
  return intervalOf((share) => crossings[Math.ceil(share * PATHS) - 1]!, confidence);
}

function intervalOf(quantile: (share: number) => number, confidence: number): Interval {
  checkConfidence(confidence);
  const tail = (1 - confidence) / 2;
  return { value: quantile(0.5), low: quantile(tail), high: quantile(1 - tail) };
}

/** Recall at one length, as the curve has it: the median, and the band. */
export interface CurvePoint {
  tokens: number;
  recall: Interval;
}

/**
 * The curve with its band at all lengths that were asked, and at some between them. A level stands for all
 * recalls that are nearer to it than to others, so that quantiles do not jump from level to level.
 */
export function recallBand(curve: RecallCurve, confidence = CONFIDENCE): CurvePoint[] {
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
    return { tokens, recall: intervalOf(quantile, confidence) };
  });
}

/** Mean recall at a length that was asked, as the curve has it. */
export function expectedRecall({
  tokens,
  marginals,
  levels,
}: RecallCurve): (tokens: number) => number {
  const means = new Map(
    tokens.map((length, node) => [
      length,
      marginals[node]!.reduce((sum, share, level) => sum + share * levels.recalls[level]!, 0),
    ]),
  );
  return (length) => means.get(length)!;
}
