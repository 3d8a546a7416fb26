/** Draws recall curves at random. */
import { arrivals } from './falls.js';
import type { RecallCurve } from './recall-curve.js';

/**
 * Draws curves (forward filtering, backward sampling: Frühwirth-Schnatter 1994).
 *
 * @returns by curve, by length: the index of its level
 */
export function drawPaths(
  { tokens, filtered, falls }: Pick<RecallCurve, 'tokens' | 'filtered' | 'falls'>,
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
