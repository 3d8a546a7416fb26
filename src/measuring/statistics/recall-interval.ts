/** Intervals of recall over a grid, or at one length: of usable answers, and of all. docs/method/intervals.md */

import { CONFIDENCE } from '../../base/defaults.js';
import { sum } from '../../base/numbers.js';
import { checkPrompts, meanMark, type PromptMarks } from './curve/prompt-marks.js';
import { whereEnds } from './halving.js';
import { checkConfidence, type Interval } from './interval.js';
import { betaCdf } from './probabilities.js';
import { markCorrelation, spreadOf } from './regression/mark-correlation.js';
import { type AnswerMarks, FEWEST_MARKS, unusableShare } from './reliable/unusable.js';
import { normalQuantile, tQuantile } from './special-functions.js';

/** A recall and its probability. */
export interface Possible {
  recall: number;
  share: number;
}

/** A prompt's marks, and how much of its answers is unusable whatever it recalls. */
type Answer = PromptMarks & Pick<AnswerMarks, 'unusable'>;

/** Recalls that are told apart, evenly spaced in logits. */
const FARTHEST = 9;
const STEP = 0.03;
const RECALLS = Array.from({ length: (2 * FARTHEST) / STEP + 1 }, (_, i) => {
  return 1 / (1 + Math.exp(FARTHEST - i * STEP));
});

/** Correlation of marks assumed before any answer (22 grids of real models), worth this many prompts. */
const PRIOR = { icc: 0.17, freedom: 6 };

/** Marks are never taken for more independent: prompts of one context are alike in ways no grid shows. */
const LEAST = 0.04;

/** Estimates the correlation of marks by how prompts of like length spread, shrunk to real models'. */
export function spreadSeen(prompts: readonly PromptMarks[]): { icc: number; single: number } {
  const scored = prompts
    .filter(({ marks }) => marks.length > 0)
    .map((prompt) => ({
      ...{ series: 0, tokens: prompt.tokens, marks: prompt.marks.length },
      score: meanMark([prompt]),
    }));
  if (scored.length === 0) return { icc: PRIOR.icc, single: 1 };
  const { icc, single } = markCorrelation([scored], PRIOR);
  return { icc: Math.max(LEAST, icc), single };
}

/** Estimates recall in the usable answers of some prompts. */
export function usableRecall(prompts: readonly Answer[], confidence = CONFIDENCE): Interval {
  checkPrompts(prompts);
  return intervalOf(usable(prompts), confidence);
}

/** Returns prompts with usable answers, or all if there are none, since their recall is still known. */
export function usable<T extends Answer>(prompts: readonly T[]): readonly T[] {
  const own = prompts.filter((prompt) => unusableShare(prompt) < 0.5);
  return Number.isNaN(meanMark(own)) ? prompts : own;
}

/** Averages all marks, with Jeffreys' interval. */
function intervalOf(all: readonly PromptMarks[], confidence: number): Interval {
  checkConfidence(confidence);
  const prompts = all.filter(({ marks }) => marks.length > 0);
  const value = meanMark(prompts);
  if (Number.isNaN(value)) return { value, low: 0, high: 1 };
  const tail = (1 - confidence) / 2;
  const possible = posteriorOf(value, worthOf(prompts) / uncertainty(prompts, tail));
  return {
    value,
    low: Math.min(value, quantileOf(possible, tail)),
    high: Math.max(value, quantileOf(possible, 1 - tail)),
  };
}

/**
 * Widens an interval for an unknown correlation: Student's t by the number of prompts, so that a perfect model
 * is not told less than another.
 */
function uncertainty(prompts: readonly PromptMarks[], tail: number): number {
  const isKnown = prompts.every(({ marks }) => marks.every((mark) => mark === 0 || mark === 1));
  if (isKnown && prompts.every(({ marks }) => marks.length <= 1)) return 1;
  const freedom = prompts.length - 1 + PRIOR.freedom;
  return (tQuantile(1 - tail, freedom) / normalQuantile(1 - tail, 0, 1)) ** 2;
}

/** Counts the independent marks that prompts are worth. */
function worthOf(prompts: readonly PromptMarks[], spread = spreadSeen(prompts)): number {
  return sum(
    prompts.map(({ marks, worth = 1 }) =>
      marks.length > 0 ? worth / spreadOf(marks.length, spread) : 0,
    ),
  );
}

/**
 * Estimates recall of all answers. The interval also covers how many may be unusable: by those of the grid, if
 * none of these is (MOVER).
 *
 * @param grid - all prompts of the grid
 */
export function recallInterval(
  prompts: readonly Answer[],
  confidence = CONFIDENCE,
  grid: readonly Answer[] = prompts,
): Interval {
  checkPrompts(prompts);
  const own = countUnusable(prompts);
  // With few marks an unusable answer loses no more than any other may.
  if (prompts.every(({ marks }) => marks.length < FEWEST_MARKS)) {
    return intervalOf(prompts, confidence);
  }
  const value = meanMark(prompts);
  const recalled = usableRecall(own.answers < own.of ? prompts : grid, confidence);
  const counted = own.answers > 0 ? own : countUnusable(grid);
  const share = own.answers / own.of;
  const tail = (1 - confidence) / 2;
  const atMost = shareAtMost(counted, tail);
  const atLeast = 1 - shareAtMost({ ...counted, answers: counted.of - counted.answers }, tail);
  // How much less an unusable answer recalls than a usable one.
  const lost = share > 0 ? (recalled.value - value) / share : recalled.value;
  const [below, above] = [recalled.value - recalled.low, recalled.high - recalled.value];
  return {
    value,
    low: Math.max(0, value - Math.hypot(below, lost * Math.max(0, atMost - share))),
    high: Math.min(1, value + Math.hypot(above, lost * Math.max(0, share - atLeast))),
  };
}

interface Count {
  answers: number;
  of: number;
}

function countUnusable(prompts: readonly Answer[]): Count {
  const answered = prompts.filter(({ marks }) => marks.length > 0);
  return { answers: sum(answered.map(unusableShare)), of: answered.length };
}

/** Returns the largest share at which so few answers are as probable as a tail (mid-P: Lancaster 1961). */
function shareAtMost({ answers, of }: Count, tail: number): number {
  const chance = (fewer: number, share: number) =>
    fewer < 0 ? 0 : betaCdf(1 - share, of - fewer, fewer + 1);
  return whereEnds(
    answers / of,
    1,
    (share) => (chance(answers, share) + chance(answers - 1, share)) / 2 > tail,
    30,
  );
}

/** Returns recalls, ascending, with how probable some prompts make each (Jeffreys' prior). */
export function recallPosterior(prompts: readonly PromptMarks[], correlation: number): Possible[] {
  return posteriorOf(meanMark(prompts), worthOf(prompts, { icc: correlation, single: 1 }));
}

function posteriorOf(value: number, marks: number): Possible[] {
  // Evenly spaced logits stand for recalls in proportion to r (1 − r).
  const [right, wrong] = [value * marks + 0.5, (1 - value) * marks + 0.5];
  const logs = RECALLS.map((recall) => right * Math.log(recall) + wrong * Math.log1p(-recall));
  const top = logs.reduce((a, b) => Math.max(a, b));
  const shares = logs.map((log) => Math.exp(log - top));
  const total = sum(shares);
  return RECALLS.map((recall, i) => ({ recall, share: shares[i]! / total }));
}

/** Interpolates the recall that is not exceeded with this probability. */
function quantileOf(possible: readonly Possible[], probability: number): number {
  let upTo = 0;
  let [recallBefore, before] = [possible[0]!.recall, 0];
  for (const { recall, share } of possible) {
    const middle = upTo + share / 2;
    if (middle >= probability) {
      const part = (probability - before) / (middle - before);
      return recallBefore + part * (recall - recallBefore);
    }
    [recallBefore, before] = [recall, middle];
    upTo += share;
  }
  return recallBefore;
}
