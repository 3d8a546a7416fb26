/** What one more prompt is expected to tell of the effective length: what an adaptive search asks. */
import seedrandom from 'seedrandom';
import { logLikelihood } from './overdispersion.js';
import type { RecallCurve } from './recall-curve.js';
import { drawPaths, type RecallPath } from './recall-paths.js';

const PATHS = 1000;

/**
 * By how many bits one more prompt is expected to narrow down where the curve falls below its threshold
 * (expected reduction of entropy, Lindley 1956; Kontsevich & Tyler 1999), for each candidate length.
 *
 * @param lengths - within those of the curve; the nearest one that the curve knows is taken
 * @param marks - pieces of evidence in the prompt
 */
export function expectedInformation(
  curve: RecallCurve,
  lengths: readonly number[],
  marks: number,
): number[] {
  if (!(Number.isInteger(marks) && marks > 0)) {
    throw new RangeError(`marks must be a whole number above 0, not ${marks}`);
  }
  const paths = drawPaths(curve, PATHS, seedrandom('expected information'));
  const nodes = paths.map(({ recalls }) => {
    const node = recalls.findIndex((recall) => recall < curve.threshold);
    return node < 0 ? curve.tokens.length : node;
  });
  const now = entropy(tally(nodes, () => 1, curve.tokens.length));
  const chances = outcomes(curve, marks);
  const levelOf = new Map(curve.levels.recalls.map((recall, level) => [recall, level]));
  return lengths.map((length) => {
    const node = nearest(curve.tokens, length);
    const levels = paths.map(({ recalls }) => levelOf.get(recalls[node]!)!);
    let expected = 0;
    for (let right = 0; right <= marks; right++) {
      const chance = (path: number) =>
        chances.get(paths[path]!.dependence)![right]![levels[path]!]!;
      const shares = tally(nodes, chance, curve.tokens.length);
      const total = shares.reduce((sum, share) => sum + share, 0);
      expected += (total / PATHS) * entropy(shares);
    }
    return Math.max(0, now - expected);
  });
}

/** By way to hang together, by number of right marks, by level: its probability. */
function outcomes(curve: RecallCurve, marks: number) {
  return new Map<RecallPath['dependence'], Float64Array[]>(
    curve.explanations.map(({ dependence }) => [
      dependence,
      Array.from({ length: marks + 1 }, (_, right) =>
        logLikelihood({ marks, right }, curve.levels.recalls, dependence).map(Math.exp),
      ),
    ]),
  );
}

/** Sums of weights by node of the crossing; the last for none. */
function tally(nodes: readonly number[], weight: (path: number) => number, last: number) {
  const shares = new Float64Array(last + 1);
  nodes.forEach((node, path) => {
    shares[node]! += weight(path);
  });
  return shares;
}

/** In bits, of shares that need not sum to 1. */
function entropy(shares: Float64Array): number {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.reduce(
    (sum, share) => (share > 0 ? sum - (share / total) * Math.log2(share / total) : sum),
    0,
  );
}

function nearest(tokens: readonly number[], length: number): number {
  if (!(length >= tokens[0]! && length <= tokens[tokens.length - 1]!)) {
    throw new RangeError(`the curve reaches from ${tokens[0]} to ${tokens.at(-1)}, not ${length}`);
  }
  const distances = tokens.map((one) => Math.abs(Math.log(one / length)));
  return distances.indexOf(Math.min(...distances));
}
