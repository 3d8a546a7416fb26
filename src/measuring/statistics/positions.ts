/** What the position of evidence in the context does to recall. */

import seedrandom from 'seedrandom';
import { groupBy } from '../../base/group-by.js';
import { shuffled } from '../../base/shuffle.js';
import { mean } from './curve/prompt-marks.js';
import { meanDifference, type PromptDifference, weightedSum } from './differences.js';
import { CONFIDENCE, type Interval } from './interval.js';
import { recallInterval } from './recall-interval.js';
import { areShared, type UnitMarks, unitInterval, unitsOf } from './units.js';

/** A prompt's marks, and where in its context the evidence of each stands, from 0 to 1. */
export interface PlacedMarks extends UnitMarks {
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
 * A difference of parts of the context. Where every unit has evidence in all of them it is taken within
 * units, so that good and bad ones do not count; else the parts are as different units' marks. Where a unit is
 * asked in several prompts, the interval then also has to hold against units that are exchanged between places.
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
  const difference = weightedSum(
    parts.map(({ weight }, part) => {
      const own = split.flatMap(({ marks, ...prompt }) =>
        marks[part]!.length > 0 ? { ...prompt, marks: marks[part]! } : [],
      );
      const figure = (isShared ? unitInterval : recallInterval)(own, confidence);
      return { figure, weight };
    }),
  );
  if (!isShared || (difference.low <= 0 && difference.high >= 0)) return difference;
  const isChance = chanceOf(parts, units, difference.value) > 1 - confidence;
  return isChance ? including0(difference) : difference;
}

/** Each unit as one, with all its marks. */
function placedUnits(prompts: readonly PlacedMarks[]): PlacedMarks[] {
  return unitsOf(prompts).map((own) => ({
    ...own[0]!,
    marks: own.flatMap(({ marks }) => marks),
    positions: own.flatMap(({ positions }) => positions),
  }));
}

/** Exchanges of places, for a probability of 0.05 to within 0.005. */
const EXCHANGES = 2000;

/**
 * How often the parts would differ as much if what a unit is asked did not depend on the places: the places of units
 * with as many marks are exchanged.
 */
function chanceOf(
  parts: readonly Part[],
  units: readonly PlacedMarks[],
  difference: number,
): number {
  const random = seedrandom('places');
  const alike = [...groupBy(units, ({ marks }) => marks.length).values()];
  let as = 0;
  for (let i = 0; i < EXCHANGES; i++) {
    const exchanged = alike.flatMap((own) => {
      const places = shuffled(own, () => random.quick());
      return own.map(({ marks }, j) => ({ marks, positions: places[j]!.positions }));
    });
    // A part that has no evidence then says nothing, which counts against the difference.
    const other = Math.abs(differenceIn(parts, exchanged));
    if (!(other < Math.abs(difference) - 1e-9)) as++;
  }
  return (as + 1) / (EXCHANGES + 1);
}

function differenceIn(
  parts: readonly Part[],
  units: readonly Pick<PlacedMarks, 'marks' | 'positions'>[],
) {
  let difference = 0;
  for (const { weight, holds } of parts) {
    let [right, count] = [0, 0];
    for (const { marks, positions } of units) {
      positions.forEach((position, i) => {
        if (!holds(position)) return;
        right += marks[i]!;
        count++;
      });
    }
    difference += (weight * right) / count;
  }
  return difference;
}

function including0({ value, low, high }: Interval): Interval {
  return { value, low: Math.min(0, low), high: Math.max(0, high) };
}

/** A prompt's difference, as if its evidence were this many marks of one kind. */
function differenceOf(
  parts: readonly Part[],
  marks: readonly (readonly number[])[],
): PromptDifference {
  const difference = parts.reduce((sum, { weight }, i) => sum + weight * mean(marks[i]!), 0);
  const spread = parts.reduce((sum, { weight }, i) => sum + weight ** 2 / marks[i]!.length, 0);
  const recall = mean(marks.flat());
  return { difference, marks: 1 / spread, discordant: recall * (1 - recall) };
}
