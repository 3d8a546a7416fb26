/** What more prompts are expected to tell of the effective length: what an adaptive search asks. */
import seedrandom from 'seedrandom';
import { independentMarks } from './prompt-marks.js';
import type { RecallCurve } from './recall-curve.js';
import { drawPaths } from './recall-paths.js';

/** This many curves stand for all that are probable. */
const PATHS = 500;

/** This many ways in which the prompts that are asked before may turn out. */
const FUTURES = 6;

/** Prompts that may be asked together, each chosen with those before it in mind. */
interface ImaginedPrompts {
  /**
   * By how many bits one more prompt, beside those that are chosen, is expected to narrow down where the
   * curve falls below its threshold (expected reduction of entropy, Lindley 1956; Kontsevich & Tyler 1999),
   * for each of some lengths within those of the curve; the nearest one that the curve knows is taken.
   */
  information(lengths: readonly number[]): number[];
  /** Choose a prompt of this length. */
  choose(length: number): void;
}

/** Curves that stand for all that are probable, and how a prompt may turn out by each of them. */
interface ImaginedPaths {
  count: number;
  /** By path: the node at which it falls below the threshold; the number of nodes where it does not. */
  crossings: Int32Array;
  /** Ways in which a prompt may turn out. */
  outcomes: number;
  /** By path, by outcome: its probability at a length; the nearest one that the curve knows is taken. */
  chances(length: number): Float64Array;
}

/**
 * Draw curves from what is known.
 *
 * @param marks - pieces of evidence in a prompt
 * @throws RangeError for a number of marks that cannot be
 */
export function imaginedPaths(
  curve: RecallCurve,
  marks: number,
  random: () => number,
): ImaginedPaths {
  if (!(Number.isInteger(marks) && marks > 0)) {
    throw new RangeError(`marks must be a whole number above 0, not ${marks}`);
  }
  const paths = drawPaths(curve, PATHS, random);
  const crossings = Int32Array.from(paths, (levels) => {
    const node = levels.findIndex((level) => curve.levels.recalls[level]! < curve.threshold);
    return node < 0 ? curve.tokens.length : node;
  });
  const known = outcomes(curve, marks);
  const count = known[0]!.length;
  return {
    count: PATHS,
    crossings,
    outcomes: count,
    chances(length) {
      const node = nearest(curve.tokens, length);
      const all = new Float64Array(PATHS * count);
      for (const [path, levels] of paths.entries()) all.set(known[levels[node]!]!, path * count);
      return all;
    },
  };
}

/**
 * Imagine asking several prompts before any is answered. What those that are chosen will tell is not
 * known, so that the information of a further one is the mean over some ways in which they may turn out.
 *
 * @param within - high bound by low bound that is wanted: where the crossing lies as probably as not between two
 * such lengths, all that is to be told is whether it does, and on which side else
 * @throws RangeError for a number of marks that cannot be
 */
export function imaginedPrompts(
  curve: RecallCurve,
  marks: number,
  within?: number,
): ImaginedPrompts {
  const random = seedrandom('expected information');
  const { crossings: nodes, outcomes: count, chances } = imaginedPaths(curve, marks, random);
  const crossings = within === undefined ? nodes : byWindow(nodes, curve, within);
  let futures: Float64Array[] = [new Float64Array(PATHS).fill(1 / PATHS)];
  return {
    information(lengths) {
      const before = futures.map((weights) => entropyOfSums(weights, crossings, curve));
      return lengths.map((length) => {
        const chance = chances(length);
        let sum = 0;
        futures.forEach((weights, i) => {
          sum += before[i]! - expectedEntropy(weights, chance, count, crossings, curve);
        });
        return Math.max(0, sum / futures.length);
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

/** Crossings as 0, 1 and 2: before, in and beyond the likeliest window, if it holds most of them; else as given. */
function byWindow(crossings: Int32Array, { tokens }: RecallCurve, within: number): Int32Array {
  const last = tokens.length - 1;
  let [likeliest, most] = [crossings, crossings.length / 2];
  tokens.forEach((length, from) => {
    const to = tokens.findLastIndex((one) => one <= within * length * (1 + 1e-9));
    const first = from === 0 ? 0 : from + 1;
    const end = to === last ? last + 1 : to;
    const parts = crossings.map((node) => (node < first ? 0 : node <= end ? 1 : 2));
    const inside = parts.filter((part) => part === 1).length;
    if (inside > most) [likeliest, most] = [parts, inside];
  });
  return likeliest;
}

/** How many times as many prompts tell as much with another number of marks in each. */
export function promptsWithMarks(
  { correlation }: Pick<RecallCurve, 'correlation'>,
  marks: number,
  other: number,
): number {
  return independentMarks(marks, correlation) / independentMarks(other, correlation);
}

/** How probable the paths are after an outcome. */
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

function drawPath(weights: Float64Array, random: () => number): number {
  let left = random();
  const path = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return Math.max(0, path);
}

/** How a prompt turns out by one path. */
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

/** By level, by number of right marks: its probability, of the independent marks that a prompt is worth. */
function outcomes({ levels, correlation }: RecallCurve, marks: number): Float64Array[] {
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

/** Entropy of the crossing after one more prompt, times the probability of each of its outcomes. */
function expectedEntropy(
  weights: Float64Array,
  chance: Float64Array,
  count: number,
  crossings: Int32Array,
  { tokens }: RecallCurve,
): number {
  const bins = tokens.length + 1;
  const shares = new Float64Array(bins * count);
  for (let path = 0; path < weights.length; path++) {
    const weight = weights[path]!;
    if (weight < 1e-9) continue;
    const first = crossings[path]! * count;
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

/** In bits, of where paths of these weights, which sum to 1, cross the threshold. */
function entropyOfSums(
  weights: Float64Array,
  crossings: Int32Array,
  { tokens }: RecallCurve,
): number {
  const shares = new Float64Array(tokens.length + 1);
  weights.forEach((weight, path) => {
    shares[crossings[path]!]! += weight;
  });
  return shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log2(share) : sum), 0);
}

function nearest(tokens: readonly number[], length: number): number {
  if (!(length >= tokens[0]! && length <= tokens[tokens.length - 1]!)) {
    throw new RangeError(`the curve reaches from ${tokens[0]} to ${tokens.at(-1)}, not ${length}`);
  }
  const distances = tokens.map((one) => Math.abs(Math.log(one / length)));
  return distances.indexOf(Math.min(...distances));
}
