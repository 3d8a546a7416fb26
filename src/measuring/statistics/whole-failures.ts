/**
 * Finds answers that failed completely: they lost nearly all where neighbours in length lost little. They break
 * off, loop or refuse.
 */

import { groupBy } from '../../base/group-by.js';
import { ascending, median } from '../../base/numbers.js';
import { meanOrNaN, type PromptMarks } from './curve/prompt-marks.js';
import { betaQuantile } from './probabilities.js';

/** Fewer marks are lost all together by chance. */
const FEWEST_MARKS = 8;

/** A failed answer has at most this share of its neighbours' recall, */
const NEARLY_NOTHING = 0.2;

/** which have at least this recall on either side. */
const LITTLE_LOST = 0.7;

/** Neighbours on either side, and others as far away as the last. Their median counts. */
const NEIGHBOURS = 4;

/** Shorter neighbours so near, in octaves, need no longer ones. */
const NEAR = 0.5;

/**
 * Tells which prompts of a series have an answer that failed completely. Neighbours are the nearest in length
 * on either side. If no prompt is as long, shorter ones must be near, since farther ones can't tell a failure
 * from a cliff.
 *
 * @param near - in octaves
 * @returns nothing for a prompt with too few marks, or without neighbours that lost little
 */
export function failuresIn(prompts: readonly PromptMarks[], near = NEAR): (boolean | undefined)[] {
  const recalls = prompts.map(({ marks }) => (marks.length > 0 ? meanOrNaN(marks) : Number.NaN));
  const answered = [...prompts.keys()].filter((i) => prompts[i]!.marks.length > 0);
  const groups = [...groupBy(answered, (i) => prompts[i]!.tokens)]
    .map(([tokens, own]) => ({
      tokens,
      recalls: own.map((i) => recalls[i]!).sort((a, b) => a - b),
    }))
    .sort((a, b) => a.tokens - b.tokens);
  /** Returns recalls of the nearest prompts of its length and longer ones, or shorter ones. */
  const nearest = (place: number, recall: number, step: 1 | -1, reach: number): number[] => {
    const own = groups[place]!;
    const at = own.recalls.indexOf(recall);
    const there = own.recalls.filter((_, i) => i !== at);
    for (let next = place + step; there.length < NEIGHBOURS && groups[next]; next += step) {
      if (Math.abs(Math.log2(groups[next]!.tokens / own.tokens)) > reach) break;
      there.push(...groups[next]!.recalls);
    }
    return there;
  };
  const isFailure = (place: number, recall: number): boolean | undefined => {
    const longer = nearest(place, recall, 1, Number.POSITIVE_INFINITY);
    const shorter = nearest(place, recall, -1, longer.length > 0 ? Number.POSITIVE_INFINITY : near);
    const sides = [shorter, longer].filter((side) => side.length > 0).map(median);
    const least = Math.min(...sides);
    return sides.length > 0 && least >= LITTLE_LOST ? recall <= NEARLY_NOTHING * least : undefined;
  };
  return prompts.map(({ tokens, marks }, i) =>
    marks.length < FEWEST_MARKS
      ? undefined
      : isFailure(
          groups.findIndex((group) => group.tokens === tokens),
          recalls[i]!,
        ),
  );
}

/** How many answers of a series failed whole. */
export interface WholeFailures {
  answers: number;
  /** Of how many of which it can be told. */
  of: number;
  /** No more of the model's answers fail whole than this share (one-sided 95%). */
  atMost: number;
  /** Their lengths in tokens, ascending. */
  lengths: readonly number[];
}

export function wholeFailures(prompts: readonly PromptMarks[]): WholeFailures | undefined {
  const failed = failuresIn(prompts);
  const of = failed.filter((one) => one !== undefined).length;
  const lengths = prompts.flatMap(({ tokens }, i) => (failed[i] ? tokens : []));
  const answers = lengths.length;
  return of === 0
    ? undefined
    : { answers, of, atMost: shareAtMost(answers, of), lengths: ascending(lengths) };
}

const BEYOND = 0.05;

/**
 * Returns the largest share at which so few answers are as probable as 1 in 20 (Clopper & Pearson 1934).
 *
 * @example
 * shareAtMost(0, 32) // 0.089
 */
export function shareAtMost(count: number, of: number): number {
  return betaQuantile(1 - BEYOND, count + 1, of - count);
}
