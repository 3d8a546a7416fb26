/** Estimates the effective length of prompts at once, for users of the package. */

import { CONFIDENCE } from '../../../base/defaults.js';
import type { Interval } from '../interval.js';
import { baseRecall, crossing } from './effective-length.js';
import type { PromptMarks } from './prompt-marks.js';
import { recallCurve } from './recall-curve.js';

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
  return crossing(curve, confidence, { prompts, baseLengths: relativeTo });
}
