/**
 * Estimates the effective length: where recall, as a curve that does not rise with length, falls below a
 * threshold.
 */
import { CONFIDENCE } from '../../../base/defaults.js';
import { sum } from '../../../base/numbers.js';
import { checkConfidence, type Interval } from '../interval.js';
import { recallPosterior } from '../recall-interval.js';
import { MOODY, meanMark, type PromptMarks, STEADY } from './prompt-marks.js';
import type { RecallByLength } from './recall-curve.js';

/** How probable it is that recall is the threshold or more at a length. */
export interface LikelyLength {
  tokens: number;
  probability: number;
}

/** Prompts of a curve, and lengths whose mean recall is the base score that its threshold is a share of. */
interface RelativeTo {
  prompts: readonly PromptMarks[];
  baseLengths: readonly number[];
}

/**
 * Estimates where a curve falls below its threshold. Ends are lengths that were tested, since nobody knows recall
 * between them.
 */
export function crossing(
  curve: RecallByLength,
  confidence = CONFIDENCE,
  relativeTo?: RelativeTo,
): Interval {
  checkConfidence(confidence);
  const { tokens } = curve;
  const below = belowAt(curve, relativeTo);
  const tail = (1 - confidence) / 2;
  const held = below.findLastIndex((share) => share <= tail);
  const fallen = below.findIndex((share) => share >= 1 - tail);
  return {
    value: medianOf(tokens, below),
    low: held === tokens.length - 1 ? Number.POSITIVE_INFINITY : (tokens[held] ?? 0),
    high: fallen === 0 ? 0 : (tokens[fallen] ?? Number.POSITIVE_INFINITY),
  };
}

/** Returns how probable recall of the threshold or more is at each length. It never rises with length. */
export function likelyLengths(curve: RecallByLength, relativeTo?: RelativeTo): LikelyLength[] {
  const below = belowAt(curve, relativeTo);
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
  const members = prompts.filter(({ tokens }) => baseLengths.includes(tokens));
  if (Number.isNaN(meanMark(members))) {
    throw new RangeError('relativeTo: no prompt of these lengths has a mark');
  }
  return members;
}

/** Returns, by length, how probable recall below the threshold is, or below that share of a base score. */
function belowAt(curve: RecallByLength, relativeTo?: RelativeTo): number[] {
  const { marginals, threshold, steadyUpTo } = curve;
  if (!relativeTo) return marginals.map((marginal) => shareBelow(curve, marginal, threshold));
  const { prompts, baseLengths } = relativeTo;
  const correlation = Math.max(...baseLengths) <= steadyUpTo ? STEADY : MOODY;
  const scores = recallPosterior(basePrompts(prompts, baseLengths), correlation);
  return marginals.map((marginal, node) =>
    // Never at the first: a curve does not rise, so no base score is above its start.
    node === 0
      ? 0
      : sum(
          scores.map(
            ({ recall, share }) => share * shareBelow(curve, marginal, threshold * recall),
          ),
        ),
  );
}

/** Sums what is below a recall. A level stands for all recalls nearest to it. */
function shareBelow({ levels }: RecallByLength, marginal: Float64Array, recall: number): number {
  const logit = (share: number) => Math.log(share / (1 - share));
  const steps = (logit(recall) - logit(levels.recalls[0]!)) / levels.step + 0.5;
  let below = 0;
  for (let level = 0; level < marginal.length && level < steps; level++) {
    below += marginal[level]! * Math.min(1, steps - level);
  }
  return below;
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
