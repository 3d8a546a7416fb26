/**
 * Answers that failed whole: that lost nearly everything where their neighbours in length lost little. They
 * break off, loop or refuse; why, marks do not tell.
 */

import { groupBy } from '../../base/group-by.js';
import { ascending, median } from '../../base/numbers.js';
import { mean, type PromptMarks } from './curve/prompt-marks.js';

/** Fewer marks are lost all together by chance. */
const FEWEST_MARKS = 8;

/** An answer that failed whole has at most this share of the recall of its neighbours, */
const NEARLY_NOTHING = 0.2;

/** which have at least this recall, on either side. */
const LITTLE_LOST = 0.7;

/** This many neighbours on either side, and those as far away as the last of them; their median counts. */
const NEIGHBOURS = 4;

/** Nothing longer is needed beside shorter neighbours that are so near, in octaves. */
const NEAR = 0.5;

/**
 * Which prompts of a series have an answer that failed whole. Its neighbours are the prompts that are nearest in
 * length, on either side, those of its own length on both. Where no prompt is as long, shorter ones within half
 * an octave do: farther ones could not tell it from a cliff.
 *
 * @param near - in octaves: how far shorter prompts may be where none is as long
 * @returns one for each prompt, in their order; nothing where it cannot be told, as the prompt has too few marks, or
 * neighbours that lost more than a little themselves or are too far away. Its own marks do not decide that, so that the
 * answers of which it can be told are no better ones
 */
export function failuresIn(prompts: readonly PromptMarks[], near = NEAR): (boolean | undefined)[] {
  const recalls = prompts.map(({ marks }) => (marks.length > 0 ? mean(marks) : Number.NaN));
  const answered = [...prompts.keys()].filter((i) => prompts[i]!.marks.length > 0);
  const groups = [...groupBy(answered, (i) => prompts[i]!.tokens)]
    .map(([tokens, own]) => ({
      tokens,
      recalls: own.map((i) => recalls[i]!).sort((a, b) => a - b),
    }))
    .sort((a, b) => a.tokens - b.tokens);
  /** Without one prompt: the nearest of its length and longer ones, or shorter ones. */
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
  // Prompts of one length and one recall have the same neighbours.
  const failed = new Map(
    groups.map(({ tokens, recalls: own }, place) => [
      tokens,
      new Map(ascending(own).map((recall) => [recall, isFailure(place, recall)])),
    ]),
  );
  return prompts.map(({ tokens, marks }, i) =>
    marks.length < FEWEST_MARKS ? undefined : failed.get(tokens)!.get(recalls[i]!),
  );
}

/** How many answers of a series failed whole. */
export interface WholeFailures {
  answers: number;
  /** Of how many of which it can be told. */
  of: number;
  /** No more of the reader's answers fail whole than this share (one-sided 95 %). */
  atMost: number;
  /** Their lengths in tokens, ascending. */
  lengths: readonly number[];
}

/** @returns nothing where it can be told of no answer */
export function wholeFailures(prompts: readonly PromptMarks[]): WholeFailures | undefined {
  const failed = failuresIn(prompts);
  const of = failed.filter((one) => one !== undefined).length;
  const lengths = prompts.flatMap(({ tokens }, i) => (failed[i] ? tokens : []));
  const answers = lengths.length;
  return of === 0
    ? undefined
    : { answers, of, atMost: shareAtMost(answers, of), lengths: ascending(lengths) };
}

/** How seldom the truth is larger than a share is said to be at most. */
const BEYOND = 0.05;

/**
 * The largest share with which no more than this many of some answers are as probable as 1 in 20 (Clopper & Pearson
 * 1934, one-sided).
 *
 * @example
 * shareAtMost(0, 32) // 0.089
 */
export function shareAtMost(count: number, of: number): number {
  let [low, high] = [count / of, 1];
  while (high - low > 1e-9) {
    const share = (low + high) / 2;
    if (atMostChance(count, of, share) > BEYOND) low = share;
    else high = share;
  }
  return high;
}

/** How probable at most this many of some answers are. */
function atMostChance(count: number, of: number, share: number): number {
  let log = of * Math.log1p(-share);
  let sum = Math.exp(log);
  for (let i = 1; i <= count; i++) {
    log += Math.log((of - i + 1) / i) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(log);
  }
  return sum;
}
