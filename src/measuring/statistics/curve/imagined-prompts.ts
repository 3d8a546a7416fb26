/** Estimates what more prompts would tell of the effective length, for an adaptive search to choose by. */

import { drawOutcome, type ImaginedPaths, reweighed } from './expected-information.js';

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
