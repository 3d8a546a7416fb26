/**
 * Answers that collapsed: that lost nearly everything where their neighbours in length lost little. They
 * break off, loop or refuse; why, marks do not tell.
 */

import { mean, type PromptMarks } from './curve/prompt-marks.js';
import { CONFIDENCE, checkConfidence, type Interval } from './interval.js';
import { normalQuantile } from './special-functions.js';

/** Fewer marks are lost all together by chance. */
const FEWEST_MARKS = 8;

/** A collapsed answer has at most this share of the recall of its neighbours, */
const NEARLY_NOTHING = 0.2;

/** which have at least this recall, on either side. */
const LITTLE_LOST = 0.7;

/** So many neighbours on either side, of which the median counts. */
const NEIGHBOURS = 4;

/** Nothing longer is needed beside shorter neighbours that are so near, in octaves. */
const NEAR = 0.5;

/**
 * Which prompts of a series have an answer that collapsed. Its neighbours are the prompts that are nearest in
 * length, on either side, those of its own length on both. Where no prompt is as long, shorter ones within half
 * an octave do: farther ones could not tell a collapse from a cliff.
 *
 * @param near - in octaves: how far shorter prompts may be where none is as long
 * @returns one for each prompt, in their order; nothing where it cannot be told, as the neighbours lost more
 * than a little themselves or are too far away, or the prompt has too few marks
 */
export function collapsedAnswers(prompts: readonly PromptMarks[], near = NEAR) {
  const recalls = prompts.map(({ marks }) => (marks.length > 0 ? mean(marks) : Number.NaN));
  const judged = prompts
    .map(({ tokens, marks }, index) => ({ index, log: Math.log2(tokens), marks: marks.length }))
    .filter(({ marks }) => marks > 0);
  const collapsed: (boolean | undefined)[] = prompts.map(() => undefined);
  for (const own of judged) {
    if (own.marks < FEWEST_MARKS) continue;
    const nearest = (isThere: (distance: number) => boolean): number[] =>
      judged
        .filter((one) => one !== own && isThere(one.log - own.log))
        .sort((a, b) => Math.abs(a.log - own.log) - Math.abs(b.log - own.log) || a.index - b.index)
        .slice(0, NEIGHBOURS)
        .map(({ index }) => recalls[index]!);
    const longer = nearest((distance) => distance >= 0);
    const shorter = nearest(
      (distance) => distance <= 0 && (longer.length > 0 || distance >= -near),
    );
    const sides = [shorter, longer].filter((side) => side.length > 0).map(median);
    const least = Math.min(...sides);
    if (sides.length > 0 && least >= LITTLE_LOST) {
      collapsed[own.index] = recalls[own.index]! <= NEARLY_NOTHING * least;
    }
  }
  return collapsed;
}

/** The middle one, or the higher one of two. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/**
 * A share of prompts, with Wilson's score interval (1927).
 *
 * @example
 * shareOf(2, 32) // { value: 0.0625, low: 0.017, high: 0.201 }, rounded
 */
export function shareOf(count: number, prompts: number, confidence = CONFIDENCE): Interval {
  checkConfidence(confidence);
  if (prompts === 0) return { value: Number.NaN, low: 0, high: 1 };
  const z = normalQuantile((1 + confidence) / 2, 0, 1);
  const share = count / prompts;
  const weight = 1 + (z * z) / prompts;
  const center = (share + (z * z) / (2 * prompts)) / weight;
  const half = (z * Math.sqrt((share * (1 - share)) / prompts + (z / (2 * prompts)) ** 2)) / weight;
  return {
    value: share,
    low: count === 0 ? 0 : center - half,
    high: count === prompts ? 1 : center + half,
  };
}
