/** Curves drawn at random from what is known of a reader's recall. */
import type { Step } from './curve-chain.js';
import type { Dependence } from './overdispersion.js';
import { PACES } from './prior.js';
import type { Explanation, RecallCurve } from './recall-curve.js';

/** One curve. */
interface RecallPath {
  /** By node of the curve it was drawn from. */
  recalls: readonly number[];
  /** The same as indices of the curve's levels. */
  levels: readonly number[];
  dependence: Dependence;
}

/**
 * Draw curves (forward filtering, backward sampling: Frühwirth-Schnatter 1994). Ways in which marks hang
 * together come in proportion to how probable they are.
 *
 * @param random - from 0 to below 1, seeded
 */
export function drawPaths(curve: RecallCurve, count: number, random: () => number): RecallPath[] {
  const size = curve.levels.recalls.length;
  const known = new Map<Step, Float64Array[]>();
  for (const step of curve.steps) {
    if (!known.has(step)) known.set(step, fallsOf(step, size));
  }
  const falls = curve.steps.map((step) => known.get(step)!);
  const paths: RecallPath[] = [];
  let due = random();
  for (const explanation of curve.explanations) {
    due += explanation.weight * count;
    while (paths.length < Math.min(Math.floor(due), count)) {
      paths.push(drawPath(curve, explanation, falls, random));
    }
  }
  while (paths.length < count) {
    paths.push(drawPath(curve, curve.explanations[0]!, falls, random));
  }
  return paths;
}

/** By pace: probabilities of falling by 0, 1, 2 … levels in a step, by sliding and by a cliff. */
function fallsOf({ slides, cliff }: Step, size: number): Float64Array[] {
  return slides.map((slide) => {
    const falls = new Float64Array(size);
    slide.forEach((chance, slid) => {
      for (let deep = 0; deep <= cliff.deepest && slid + deep < size; deep++) {
        const share = deep === 0 ? 1 - cliff.probability : cliff.probability / cliff.deepest;
        falls[slid + deep]! += chance * share;
      }
    });
    return falls;
  });
}

function drawPath(
  { levels, steps }: RecallCurve,
  { filtered, dependence }: Explanation,
  falls: readonly Float64Array[][],
  random: () => number,
): RecallPath {
  const size = levels.recalls.length;
  const path: number[] = new Array(steps.length + 1);
  const sums = new Float64Array(size * PACES.length);
  filtered[steps.length]!.reduce((sum, share, state) => {
    sums[state] = sum + share;
    return sums[state]!;
  }, 0);
  let state = drawnFrom(sums, random);
  for (let node = steps.length; ; node--) {
    path[node] = state % size;
    if (node === 0) {
      return { levels: path, recalls: path.map((level) => levels.recalls[level]!), dependence };
    }
    const fall = falls[node - 1]![Math.floor(state / size)]!;
    sumStatesBefore(filtered[node - 1]!, steps[node - 1]!, fall, state, sums);
    state = drawnFrom(sums, random);
  }
}

/** Sums of the weights of states before a step, given the one after it, up to a factor. */
function sumStatesBefore(
  filtered: Float64Array,
  { changes }: Step,
  fall: Float64Array,
  state: number,
  sums: Float64Array,
): void {
  const size = fall.length;
  const pace = Math.floor(state / size);
  const level = state % size;
  // What would fall below the lowest level stays on it.
  const chances = level > 0 ? fall : remainders(fall);
  let sum = 0;
  for (let old = 0; old < PACES.length; old++) {
    const first = old * size;
    const change = changes[old]![pace]!;
    sums.fill(sum, first, first + level);
    for (let from = level; from < size; from++) {
      sum += change * filtered[first + from]! * chances[from - level]!;
      sums[first + from] = sum;
    }
  }
}

/** By level: the probability of falling by so many levels or more. */
function remainders(fall: Float64Array): Float64Array {
  let within = 0;
  return fall.map((chance) => {
    const left = Math.max(0, 1 - within);
    within += chance;
    return left;
  });
}

/** The first state whose sum exceeds a random share of the last one. */
function drawnFrom(sums: Float64Array, random: () => number): number {
  const at = random() * sums[sums.length - 1]!;
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
