/** Estimates what more prompts would tell of the effective length, for an adaptive search to choose by. */

import { sum } from '../../../base/numbers.js';
import { arrivals, type Falls, type Levels } from './falls.js';
import { independentMarks } from './prompt-marks.js';
import type { RecallByLength } from './recall-curve.js';

/** Curves that stand for all probable ones. */
const PATHS = 500;

/** One way in which all answers may have come about. */
interface Explanation {
  weight: number;
  /** Of two marks of a prompt. */
  correlation: number;
  /** By length, by level: its probability given the marks up to that length. */
  filtered: readonly Float64Array[];
  /** Before each length but the first. */
  falls: readonly Falls[];
}

/** A curve with the ways in which its answers may have come about. */
export interface ExplainedCurve extends RecallByLength {
  explanations: readonly Explanation[];
}

/** Curves that stand for all probable ones, and how a prompt turns out by each. */
interface ImaginedPaths {
  count: number;
  /** By path, by length: the recall. */
  recalls: readonly (readonly number[])[];
  outcomes: number;
  /** By path, by outcome: its probability at a length of the curve. */
  chances(length: number): Float64Array;
}

/**
 * Draws curves from what is known.
 *
 * @param marks - facts in a prompt
 */
export function imaginedPaths(
  { tokens, levels, explanations }: ExplainedCurve,
  marks: number,
  random: () => number,
): ImaginedPaths {
  let before = 0;
  const paths = explanations.flatMap((explanation) => {
    const from = Math.round(before * PATHS);
    before += explanation.weight;
    return drawPaths({ tokens, ...explanation }, Math.round(before * PATHS) - from, random);
  });
  const known = outcomes(levels, correlationOf({ explanations }), marks);
  const count = known[0]!.length;
  return {
    count: paths.length,
    recalls: paths.map((path) => path.map((level) => levels.recalls[level]!)),
    outcomes: count,
    chances(length) {
      const node = tokens.indexOf(length);
      const all = new Float64Array(paths.length * count);
      for (const [path, own] of paths.entries()) all.set(known[own[node]!]!, path * count);
      return all;
    },
  };
}

/** Averages the correlation of marks over all explanations. */
export function correlationOf({ explanations }: Pick<ExplainedCurve, 'explanations'>): number {
  return sum(explanations.map(({ weight, correlation }) => weight * correlation));
}

/** Updates the probabilities of paths after an outcome. */
function reweighed(
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
function drawOutcome(
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

/**
 * Draws curves (forward filtering, backward sampling: Frühwirth-Schnatter 1994).
 *
 * @returns by curve, by length: the index of its level
 */
export function drawPaths(
  {
    tokens,
    filtered,
    falls,
  }: Pick<RecallByLength, 'tokens'> & Pick<Explanation, 'filtered' | 'falls'>,
  count: number,
  random: () => number,
): number[][] {
  const known = falls.map(() => new Map<number, Float64Array>());
  const sumsOf = (node: number, after: number): Float64Array => {
    const sums = known[node]!.get(after) ?? summed(arrivals(falls[node]!, after), filtered[node]!);
    known[node]!.set(after, sums);
    return sums;
  };
  const last = tokens.length - 1;
  const ends = summed(new Float64Array(filtered[last]!.length).fill(1), filtered[last]!);
  return Array.from({ length: count }, () => {
    const path = new Array<number>(tokens.length);
    path[last] = drawnFrom(ends, random);
    for (let node = last - 1; node >= 0; node--) {
      path[node] = drawnFrom(sumsOf(node, path[node + 1]!), random);
    }
    return path;
  });
}

function summed(values: Float64Array, factors: Float64Array): Float64Array {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i]! * factors[i]!;
    values[i] = sum;
  }
  return values;
}

/** Draws an index in proportion to its part of the running sums. */
function drawnFrom(sums: Float64Array, random: () => number): number {
  const drawn = random() * sums[sums.length - 1]!;
  let [from, to] = [0, sums.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sums[middle]! > drawn) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Ways in which prompts chosen before may turn out. */
const FUTURES = 6;

/** Prompts that may be sent together, each chosen with those before it in mind. */
interface ImaginedPrompts {
  /** Bits that one more prompt of each length is expected to tell (Lindley 1956; Kontsevich & Tyler 1999). */
  information(lengths: readonly number[]): number[];
  choose(length: number): void;
}

/**
 * Imagines sending several prompts before any is answered. As their answers are unknown, information is
 * averaged over ways in which they may turn out.
 *
 * @param kinds - by path: a small number for what is to be told
 */
export function imaginedPrompts(
  { count: paths, outcomes: count, chances }: ImaginedPaths,
  kinds: Int32Array,
  random: () => number,
): ImaginedPrompts {
  const bins = kinds.reduce((most, kind) => Math.max(most, kind), 0) + 1;
  let futures: Float64Array[] = [new Float64Array(paths).fill(1 / paths)];
  return {
    information(lengths) {
      const before = futures.map((weights) => entropyOfSums(weights, kinds, bins));
      return lengths.map((length) => {
        const chance = chances(length);
        let total = 0;
        futures.forEach((weights, i) => {
          total += before[i]! - expectedEntropy(weights, chance, count, kinds, bins);
        });
        return Math.max(0, total / futures.length);
      });
    },
    choose(length) {
      const chance = chances(length);
      const all = futures.length > 1 ? futures : Array.from({ length: FUTURES }, () => futures[0]!);
      futures = all.map((weights) => {
        const path = drawPath(weights, random);
        return reweighed(weights, chance, count, drawOutcome(chance, count, path, random));
      });
    },
  };
}

function drawPath(weights: Float64Array, random: () => number): number {
  let left = random();
  const path = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return Math.max(0, path);
}

/** Expects the entropy left after one more prompt. */
function expectedEntropy(
  weights: Float64Array,
  chance: Float64Array,
  count: number,
  kinds: Int32Array,
  bins: number,
): number {
  const shares = new Float64Array(bins * count);
  for (let path = 0; path < weights.length; path++) {
    const weight = weights[path]!;
    if (weight < 1e-9) continue;
    const first = kinds[path]! * count;
    for (let outcome = 0; outcome < count; outcome++) {
      shares[first + outcome]! += weight * chance[path * count + outcome]!;
    }
  }
  let expected = 0;
  for (let outcome = 0; outcome < count; outcome++) {
    let total = 0;
    let logs = 0;
    for (let at = outcome; at < shares.length; at += count) {
      const share = shares[at]!;
      if (share <= 0) continue;
      total += share;
      logs += share * Math.log2(share);
    }
    if (total > 0) expected += total * Math.log2(total) - logs;
  }
  return expected;
}

/** Returns, in bits, the entropy of what paths of these weights are. */
function entropyOfSums(weights: Float64Array, kinds: Int32Array, bins: number): number {
  const shares = new Float64Array(bins);
  weights.forEach((weight, path) => {
    shares[kinds[path]!]! += weight;
  });
  return shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log2(share) : sum), 0);
}
