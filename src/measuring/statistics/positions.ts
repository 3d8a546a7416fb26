/** What the position of evidence in the context does to recall. */

import { mean, type PromptMarks } from './curve/prompt-marks.js';
import { meanDifference, type PromptDifference, weightedSum } from './differences.js';
import { CONFIDENCE, type Interval } from './interval.js';
import { recallInterval } from './recall-interval.js';

/** A prompt's marks, and where in its context the evidence of each stands, from 0 to 1. */
export interface PlacedMarks extends PromptMarks {
  positions: readonly number[];
}

/** A part of the context, and its weight in a difference of recalls; the weights sum to 0. */
interface Part {
  weight: number;
  holds: (position: number) => boolean;
}

/** Ends and middle of the context are fifths of it. */
const FIFTH = 0.2;

const DIP: readonly Part[] = [
  { weight: 0.5, holds: (position) => position <= FIFTH },
  { weight: 0.5, holds: (position) => position > 1 - FIFTH },
  { weight: -1, holds: (position) => Math.abs(position - 0.5) <= FIFTH / 2 },
];

const LOSS: readonly Part[] = [
  { weight: 1, holds: (position) => position <= 1 - FIFTH },
  { weight: -1, holds: (position) => position > 1 - FIFTH },
];

/**
 * Middle dip: mean recall in the first and in the last fifth of the context minus recall in its middle
 * fifth (the U curve of Liu et al. 2023).
 *
 * @returns nothing when a fifth has no evidence
 */
export function middleDip(
  prompts: readonly PlacedMarks[],
  confidence = CONFIDENCE,
): Interval | undefined {
  return contrast(DIP, prompts, confidence);
}

/**
 * Tail loss: recall before the last fifth of the context minus recall in it (lost in the tail, §3.2 of
 * arXiv:2403.11802).
 *
 * @returns nothing when one of the two parts has no evidence
 */
export function tailLoss(
  prompts: readonly PlacedMarks[],
  confidence = CONFIDENCE,
): Interval | undefined {
  return contrast(LOSS, prompts, confidence);
}

/**
 * A difference of parts of the context. Where every prompt has evidence in all of them it is taken within
 * prompts, so that good and bad prompts do not count; else the parts are as different prompts' marks.
 */
function contrast(
  parts: readonly Part[],
  prompts: readonly PlacedMarks[],
  confidence: number,
): Interval | undefined {
  const split = prompts
    .filter(({ marks }) => marks.length > 0)
    .map(({ tokens, marks, positions }) => ({
      tokens,
      marks: parts.map(({ holds }) => marks.filter((_, i) => holds(positions[i]!))),
    }));
  if (parts.some((_, part) => split.every(({ marks }) => marks[part]!.length === 0))) {
    return undefined;
  }
  if (split.every(({ marks }) => marks.every((own) => own.length > 0))) {
    const within = split.map(({ marks }) => differenceOf(parts, marks));
    return meanDifference(within, confidence);
  }
  return weightedSum(
    parts.map(({ weight }, part) => {
      const own = split.map(({ tokens, marks }) => ({ tokens, marks: marks[part]! }));
      return { figure: recallInterval(own, confidence), weight };
    }),
  );
}

/** A prompt's difference, as if its evidence were so many marks of one kind. */
function differenceOf(
  parts: readonly Part[],
  marks: readonly (readonly number[])[],
): PromptDifference {
  const difference = parts.reduce((sum, { weight }, i) => sum + weight * mean(marks[i]!), 0);
  const spread = parts.reduce((sum, { weight }, i) => sum + weight ** 2 / marks[i]!.length, 0);
  const recall = mean(marks.flat());
  return { difference, marks: 1 / spread, discordant: recall * (1 - recall) };
}
