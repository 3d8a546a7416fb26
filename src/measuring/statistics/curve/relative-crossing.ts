/** Estimates where recall falls below a share of the base score. */

import { checkConfidence, type Interval } from '../interval.js';
import type { Possible } from '../recall-interval.js';
import { baseScore, belowShareAt, crossingOf } from './effective-length.js';
import type { PromptMarks } from './prompt-marks.js';
import type { RecallCurve } from './recall-curve.js';

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
