/** Draws the curve of recall with its band. */

import { CONFIDENCE } from '../../../base/defaults.js';
import { ascending } from '../../../base/numbers.js';
import { checkConfidence, type Interval } from '../interval.js';
import { recallInterval } from '../recall-interval.js';
import type { PromptMarks } from './prompt-marks.js';
import type { RecallByLength } from './recall-curve.js';

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
  points: readonly CurvePoint[] = [],
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
    const shorter = points.flatMap((point) => (point.tokens <= tokens ? point.recall.high : []));
    const longer = points.flatMap((point) => (point.tokens >= tokens ? point.recall.low : []));
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
