/** Estimates what more prompts would tell of the effective length, for an adaptive search to choose by. */
import { sum } from '../../../base/numbers.js';
import type { Falls } from './falls.js';
import type { Levels } from './levels.js';
import { independentMarks } from './prompt-marks.js';
import type { RecallByLength } from './recall-curve.js';
import { drawPaths } from './recall-paths.js';

/** Curves that stand for all probable ones. */
const PATHS = 500;

/** One way in which all answers may have come about. */
export interface Explanation {
  weight: number;
  /** Of two marks of a prompt. */
  correlation: number;
  /** By length, by level: its probability given the marks up to that length. */
  filtered: readonly Float64Array[];
  /** Before each length but the first. */
  falls: readonly Falls[];
}

/** Curves that stand for all probable ones, and how a prompt turns out by each. */
export interface ImaginedPaths {
  count: number;
  /** By path, by length: the recall. */
  recalls: readonly (readonly number[])[];
  outcomes: number;
  /** By path, by outcome: its probability at the known length nearest to this one. */
  chances(length: number): Float64Array;
}

/**
 * Draws curves from what is known.
 *
 * @param marks - facts in a prompt
 * @throws RangeError for a number of marks that cannot be
 */
export function imaginedPaths(
  { tokens, levels }: RecallByLength,
  explanations: readonly Explanation[],
  marks: number,
  random: () => number,
): ImaginedPaths {
  if (!(Number.isInteger(marks) && marks > 0)) {
    throw new RangeError(`marks must be a whole number above 0, not ${marks}`);
  }
  let before = 0;
  const paths = explanations.flatMap((one) => {
    const from = Math.round(before * PATHS);
    before += one.weight;
    return drawPaths({ tokens, ...one }, Math.round(before * PATHS) - from, random);
  });
  const known = outcomes(levels, correlationOf(explanations), marks);
  const count = known[0]!.length;
  return {
    count: paths.length,
    recalls: paths.map((path) => path.map((level) => levels.recalls[level]!)),
    outcomes: count,
    chances(length) {
      const node = nearest(tokens, length);
      const all = new Float64Array(paths.length * count);
      for (const [path, own] of paths.entries()) all.set(known[own[node]!]!, path * count);
      return all;
    },
  };
}

/** Averages the correlation of marks over all explanations. */
export function correlationOf(explanations: readonly Explanation[]): number {
  return sum(explanations.map(({ weight, correlation }) => weight * correlation));
}

/** Updates the probabilities of paths after an outcome. */
export function reweighed(
  weights: Float64Array,
  chance: Float64Array,
  count: number,
  outcome: number,
): Float64Array {
  const after = new Float64Array(weights.length);
  let total = 0;
  for (let path = 0; path < after.length; path++) {
    after[path] = weights[path]! * chance[path * count + outcome]!;
    total += after[path]!;
  }
  for (let path = 0; path < after.length; path++) after[path]! /= total;
  return after;
}

/** Draws how a prompt turns out by one path. */
export function drawOutcome(
  chance: Float64Array,
  count: number,
  path: number,
  random: () => number,
): number {
  let rest = random();
  for (let outcome = 0; outcome < count; outcome++) {
    rest -= chance[path * count + outcome]!;
    if (rest < 0) return outcome;
  }
  return count - 1;
}

/** Returns, by level and number of right marks, the probability, of the independent marks a prompt is worth. */
function outcomes(levels: Levels, correlation: number, marks: number): Float64Array[] {
  const worth = Math.max(1, Math.round(independentMarks(marks, correlation)));
  return levels.recalls.map((recall) => {
    const chances = new Float64Array(worth + 1);
    let chance = (1 - recall) ** worth;
    for (let right = 0; right <= worth; right++) {
      chances[right] = chance;
      chance *= ((worth - right) / (right + 1)) * (recall / (1 - recall));
    }
    return chances;
  });
}

function nearest(tokens: readonly number[], length: number): number {
  if (!(length >= tokens[0]! && length <= tokens[tokens.length - 1]!)) {
    throw new RangeError(`the curve reaches from ${tokens[0]} to ${tokens.at(-1)}, not ${length}`);
  }
  const distances = tokens.map((one) => Math.abs(Math.log(one / length)));
  return distances.indexOf(Math.min(...distances));
}
