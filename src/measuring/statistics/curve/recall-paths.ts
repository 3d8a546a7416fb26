/** Curves drawn at random from what is known of a reader's recall. */
import { arrivals } from './falls.js';
import type { RecallCurve } from './recall-curve.js';

/**
 * Draw curves (forward filtering, backward sampling: Frühwirth-Schnatter 1994).
 *
 * @param random - from 0 to below 1, seeded
 * @returns by curve, by length: the index of its level
 */
export function drawPaths(
  { tokens, filtered, falls }: RecallCurve,
  count: number,
  random: () => number,
): number[][] {
  const known = falls.map(() => new Map<number, Float64Array>());
  /** By level at a length: its weight, given the level at the next length. */
  const weightsOf = (node: number, after: number): Float64Array => {
    const weights =
      known[node]!.get(after) ??
      arrivals(falls[node]!, after).map((chance, level) => chance * filtered[node]![level]!);
    known[node]!.set(after, weights);
    return weights;
  };
  return Array.from({ length: count }, () => {
    const path = new Array<number>(tokens.length);
    path[tokens.length - 1] = drawnFrom(filtered[tokens.length - 1]!, random);
    for (let node = tokens.length - 2; node >= 0; node--) {
      path[node] = drawnFrom(weightsOf(node, path[node + 1]!), random);
    }
    return path;
  });
}

/** An index, as probable as its weight. */
function drawnFrom(weights: Float64Array, random: () => number): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const drawn = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return drawn >= 0 ? drawn : weights.findLastIndex((weight) => weight > 0);
}
