/** What a search asks next: what tells most, for its tokens, of the interval that is probably the cheapest to show. */
import seedrandom from 'seedrandom';
import { CONFIDENCE } from '../../base/defaults.js';
import { sum } from '../../base/numbers.js';
import { likelyLengths } from '../../measuring/statistics/curve/effective-length.js';
import {
  correlationOf,
  type ExplainedCurve,
  imaginedPaths,
  imaginedPrompts,
} from '../../measuring/statistics/curve/expected-information.js';
import type { PromptMarks } from '../../measuring/statistics/curve/prompt-marks.js';
import { normalQuantile } from '../../measuring/statistics/special-functions.js';

/** An end is shown with this probability, */
export const SURE = 1 - (1 - CONFIDENCE) / 2;

/** and not given up below this one: a few answers may change it. */
const HOPE = 0.6;

/** What one length tells as the low or the high end of an interval. */
interface End {
  tokens: number;
  /** How probable it is that recall there is as the end has it. */
  probability: number;
  isAsked: boolean;
  /** Whether it is true of recall by length. */
  isTrue: (recalls: readonly number[]) => boolean;
  /** Further prompts of its length that would probably show it. */
  prompts: number;
}

/** A prompt costs this share of the longest besides its tokens: time, and rounds. */
const OVERHEAD = 1 / 128;

/**
 * Lengths to ask next. Of all intervals that are narrow enough, take the one whose ends are cheapest to show for how
 * probable they are; then ask what tells most, for its tokens, of whether one of its ends is false (QUEST+, Watson
 * 2017; Psi, Kontsevich & Tyler 1999).
 *
 * @param chosen - lengths that are asked anyway, or were sent; of those beyond the curve nothing is imagined
 * @param marks - of all prompts of a length and seed
 */
export function lengthsThatTell(
  curve: ExplainedCurve,
  prompts: readonly PromptMarks[],
  range: SearchRange,
  chosen: readonly number[],
  marks: number,
): number[] {
  const { threshold, tolerance, batch, longest } = range;
  const lows = endsOf(curve, prompts, marks, threshold - tolerance, (holds) => holds);
  const highs = endsOf(curve, prompts, marks, threshold + tolerance, (holds) => 1 - holds);
  const intervals = intervalsOf(lows, highs, range);
  const costs = intervals.map((ends) => {
    const least = Math.min(...ends.map(({ probability }) => probability));
    return sum(ends.map((end) => end.prompts * end.tokens)) / least;
  });
  const best = intervals[costs.indexOf(Math.min(...costs))]!;
  const random = seedrandom('lengths that tell');
  const paths = imaginedPaths(curve, marks, random);
  const kinds = Int32Array.from(
    paths.recalls,
    (path) => best.findIndex((end) => !end.isTrue(path)) + 1,
  );
  const imagined = imaginedPrompts(paths, kinds, random);
  const next = [...chosen];
  for (const { tokens, probability, isAsked } of best) {
    if (probability >= SURE && !isAsked && !next.includes(tokens)) next.push(tokens);
  }
  for (const length of next) if (curve.tokens.includes(length)) imagined.choose(length);
  const overhead = longest * OVERHEAD;
  while (next.length < batch) {
    const bits = imagined.information(curve.tokens);
    const worth = bits.map((bit, i) => bit / (curve.tokens[i]! + overhead));
    const length = curve.tokens[worth.indexOf(Math.max(...worth))]!;
    next.push(length);
    imagined.choose(length);
  }
  return next.slice(chosen.length, batch);
}

/** Every length of a curve as an end. */
function endsOf(
  curve: ExplainedCurve,
  prompts: readonly PromptMarks[],
  marks: number,
  threshold: number,
  probabilityOf: (holds: number) => number,
): End[] {
  const { levels, marginals } = curve;
  const correlation = correlationOf(curve);
  return likelyLengths({ ...curve, threshold }).map(({ tokens, probability: holds }, node) => {
    const probability = probabilityOf(holds);
    const average = (of: (recall: number) => number) =>
      marginals[node]!.reduce((sum, share, level) => sum + share * of(levels.recalls[level]!), 0);
    const recall = average((one) => one);
    const variance = average((one) => (one - recall) ** 2);
    const ofPrompt = (recall * (1 - recall) * (1 + (marks - 1) * correlation)) / marks;
    const known = ofPrompt / variance;
    const deviations = normalQuantile(Math.max(HOPE, Math.min(SURE, probability)), 0, 1);
    const further = known * ((normalQuantile(SURE, 0, 1) / deviations) ** 2 - 1);
    const isAsked = prompts.some((one) => one.tokens === tokens);
    const isShown = probability >= SURE;
    return {
      tokens,
      probability,
      isAsked,
      isTrue: (path: readonly number[]) => probabilityOf(Number(path[node]! >= threshold)) === 1,
      prompts: isShown ? Number(!isAsked) : Math.max(1, Math.ceil(further)),
    };
  });
}

/** The ends of all intervals that are narrow enough; an end of the range needs none. */
function intervalsOf(
  lows: readonly End[],
  highs: readonly End[],
  { shortest, longest, within }: SearchRange,
): End[][] {
  const isNarrow = (low: number, high: number) => high <= within * low;
  return [
    ...lows.filter(({ tokens }) => isNarrow(tokens, longest)).map((low) => [low]),
    ...highs.filter(({ tokens }) => isNarrow(shortest, tokens)).map((high) => [high]),
    ...lows.flatMap((low) =>
      highs.filter(({ tokens }) => isNarrow(low.tokens, tokens)).map((high) => [low, high]),
    ),
  ];
}

/** Where a search looks, and how closely. */
export interface SearchRange {
  /** Tokens. */
  shortest: number;
  longest: number;
  /** Recall below which the effective length ends. */
  threshold: number;
  /** So much more or less recall makes no difference: the search is done when the length is known for one in between. */
  tolerance: number;
  /** High bound by low bound of the interval, within the range, at which the search is done. */
  within: number;
  /** Tokens, within the range: done when it is decided whether recall holds there, and only there asked. */
  atLeast?: number;
  /** How probable a decision about that length has to be. */
  sure?: number;
  /** Prompts that are asked at once. */
  batch: number;
  /** Prompts that are asked together wherever a length is chosen; 1 by default. */
  cells?: number;
}

/** High bound by low bound at which a search is done. */
export const OCTAVE = 2;

/** A difference of recall that hardly matters; less where the threshold is near 0 or 1. */
export function toleranceOf(threshold: number): number {
  return Math.min(0.02, threshold / 2, (1 - threshold) / 2);
}
