/**
 * How recall may fall with length, before any answer is seen: level by level, at lengths that chance alone
 * chooses (a pure death process over log2 length). Several levels may go at once, which is a cliff. A length
 * without an answer changes nothing, wherever it lies.
 *
 * Transition matrices of such a process are totally positive (Karlin & McGregor 1957): from a higher level
 * it is likelier, in proportion, to arrive at a higher one. recall-curve.ts builds on that.
 */
import type { Levels } from './levels.js';

/** Levels that are lost in an octave, on average. */
const LOST = 0.4;

/** Recall at the first length, in logits: a normal distribution that leaves room for weak readers. */
const START = { mean: 1.9, sd: 1.3 };

/** Tokens at which a reader is taken to start: one that is asked at 32K first may have fallen before. */
const FIRST_LENGTH = 4000;

/** By number of levels: the probability of losing so many over a distance (Poisson). */
export type Falls = Float64Array;

/** The falls between neighbouring lengths. */
export function fallsBetween(tokens: readonly number[], levels: Levels): Falls[] {
  const known = new Map<string, Falls>();
  return tokens.slice(1).map((length, i) => {
    const octaves = Math.log2(length / tokens[i]!);
    const key = octaves.toFixed(9);
    const falls = known.get(key) ?? fallsOver(octaves, levels);
    known.set(key, falls);
    return falls;
  });
}

function fallsOver(octaves: number, { recalls }: Levels): Falls {
  const mean = LOST * octaves;
  const falls = new Float64Array(recalls.length);
  let chance = Math.exp(-mean);
  for (let lost = 0; lost < falls.length; lost++) {
    falls[lost] = chance;
    chance *= mean / (lost + 1);
  }
  return falls;
}

/** By level: its probability at the shortest length that is asked, before any answer. */
export function startAt(tokens: number, levels: Levels): Float64Array {
  const first = Float64Array.from(levels.recalls, (recall) => {
    const logit = Math.log(recall / (1 - recall));
    return Math.exp(-(((logit - START.mean) / START.sd) ** 2) / 2);
  });
  scale(first);
  return tokens <= FIRST_LENGTH
    ? first
    : forward(first, fallsOver(Math.log2(tokens / FIRST_LENGTH), levels));
}

/**
 * Forward through the lengths: by length, by level, its probability given the marks up to it.
 *
 * @param likelihoods - by length, by level
 */
export function filter(
  start: Float64Array,
  likelihoods: readonly Float64Array[],
  falls: readonly Falls[],
): Float64Array[] {
  const filtered: Float64Array[] = [];
  for (let node = 0; node < likelihoods.length; node++) {
    const now = node === 0 ? start.slice() : forward(filtered[node - 1]!, falls[node - 1]!);
    multiply(now, likelihoods[node]!);
    scale(now);
    filtered.push(now);
  }
  return filtered;
}

/** Backward through the lengths: by length, by level, its probability given all marks. */
export function smooth(
  filtered: readonly Float64Array[],
  likelihoods: readonly Float64Array[],
  falls: readonly Falls[],
): Float64Array[] {
  const smoothed: Float64Array[] = new Array(filtered.length);
  let later: Float64Array = new Float64Array(filtered[0]!.length).fill(1);
  for (let node = filtered.length - 1; node >= 0; node--) {
    const own = filtered[node]!.slice();
    multiply(own, later);
    scale(own);
    smoothed[node] = own;
    if (node === 0) break;
    multiply(later, likelihoods[node]!);
    later = backward(later, falls[node - 1]!);
    scale(later);
  }
  return smoothed;
}

/** Probabilities of levels after a distance. What would fall below the lowest level stays on it. */
function forward(before: Float64Array, falls: Falls): Float64Array {
  const after = new Float64Array(before.length);
  before.forEach((share, from) => {
    let left = share;
    for (let level = from; level > 0; level--) {
      const part = share * falls[from - level]!;
      after[level]! += part;
      left -= part;
    }
    after[0]! += Math.max(0, left);
  });
  return after;
}

/** How likely what follows a distance is from each level before it, given how likely it is from each after it. */
function backward(after: Float64Array, falls: Falls): Float64Array {
  return after.map((_, from) => {
    let sum = 0;
    let left = 1;
    for (let level = from; level > 0; level--) {
      sum += falls[from - level]! * after[level]!;
      left -= falls[from - level]!;
    }
    return sum + Math.max(0, left) * after[0]!;
  });
}

/** By level before a distance: the probability of arriving at one level after it. */
export function arrivals(falls: Falls, level: number): Float64Array {
  const at = new Float64Array(falls.length);
  at[level] = 1;
  return backward(at, falls);
}

function multiply(values: Float64Array, factors: Float64Array): void {
  for (let i = 0; i < values.length; i++) values[i]! *= factors[i]!;
}

/** Make the sum 1, in place. */
function scale(values: Float64Array): void {
  const total = values.reduce((sum, value) => sum + value, 0);
  for (let i = 0; i < values.length; i++) values[i]! /= total;
}
