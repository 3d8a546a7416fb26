/** What the position of evidence in the context does to recall. */

import { CONFIDENCE } from '../../base/defaults.js';
import { meanOrNaN } from './curve/prompt-marks.js';
import { meanDifference, type PromptDifference } from './differences.js';
import { type Interval, weightedSum } from './interval.js';
import { recallInterval } from './recall-interval.js';
import { areShared, type UnitMarks, unitInterval, unitsOf } from './units.js';

/** A prompt's marks, and where in its context each fact stands, from 0 to 1. */
export interface PlacedMarks extends UnitMarks {
  positions: readonly number[];
}

/** Part of the context. The weights of a contrast sum to 0. */
interface Part {
  weight: number;
  holds: (position: number) => boolean;
}

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

/** Estimates recall in both outer fifths minus the middle one (the U curve of Liu et al. 2023), if all have facts. */
export function middleDip(
  prompts: readonly PlacedMarks[],
  confidence = CONFIDENCE,
): Interval | undefined {
  return contrast(DIP, prompts, confidence);
}

/** Estimates recall before the last fifth minus recall in it (§3.2 of arXiv:2403.11802), if both have facts. */
export function tailLoss(
  prompts: readonly PlacedMarks[],
  confidence = CONFIDENCE,
): Interval | undefined {
  return contrast(LOSS, prompts, confidence);
}

/**
 * Compares parts of the context: within units where each has facts in all of them, so that difficulty cancels
 * out, else between units. Units of several prompts must also differ more than if their places were exchanged.
 */
function contrast(
  parts: readonly Part[],
  prompts: readonly PlacedMarks[],
  confidence: number,
): Interval | undefined {
  const isShared = areShared(prompts);
  const units = isShared ? placedUnits(prompts) : prompts;
  const split = units
    .filter(({ marks }) => marks.length > 0)
    .map(({ marks, positions, ...prompt }) => ({
      ...prompt,
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
      const own = split.flatMap(({ marks, ...prompt }) =>
        marks[part]!.length > 0 ? { ...prompt, marks: marks[part]! } : [],
      );
      const figure = (isShared ? unitInterval : recallInterval)(own, confidence);
      return { figure, weight };
    }),
  );
}

function placedUnits(prompts: readonly PlacedMarks[]): PlacedMarks[] {
  return unitsOf(prompts).map((own) => ({
    ...own[0]!,
    marks: own.flatMap(({ marks }) => marks),
    positions: own.flatMap(({ positions }) => positions),
  }));
}

/** Returns one unit's difference, and how many marks of one kind it is worth. */
function differenceOf(
  parts: readonly Part[],
  marks: readonly (readonly number[])[],
): PromptDifference {
  const difference = parts.reduce((sum, { weight }, i) => sum + weight * meanOrNaN(marks[i]!), 0);
  const spread = parts.reduce((sum, { weight }, i) => sum + weight ** 2 / marks[i]!.length, 0);
  const recall = meanOrNaN(marks.flat());
  return { difference, marks: 1 / spread, discordant: recall * (1 - recall) };
}
