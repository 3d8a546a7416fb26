/** Curves drawn at random from what is known of a reader's recall. */
import type { Step } from './curve-chain.js';
import { PACES } from './decline.js';
import type { Dependence } from './overdispersion.js';
import type { Explanation, RecallCurve } from './recall-curve.js';

/** One curve. */
export interface RecallPath {
  /** By node of the curve it was drawn from. */
  recalls: readonly number[];
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
  const { recalls } = levels;
  const size = recalls.length;
  const path: number[] = [];
  let state = drawState(filtered[steps.length]!, random);
  for (let node = steps.length; ; node--) {
    path[node] = recalls[state % size]!;
    if (node === 0) return { recalls: path, dependence };
    const fall = falls[node - 1]![Math.floor(state / size)]!;
    const weights = statesBefore(filtered[node - 1]!, steps[node - 1]!, fall, state);
    state = drawState(weights, random);
  }
}

/** States before a step, given the one after it, up to a factor. */
function statesBefore(
  filtered: Float64Array,
  { changes }: Step,
  fall: Float64Array,
  state: number,
): Float64Array {
  const size = fall.length;
  const pace = Math.floor(state / size);
  const level = state % size;
  const weights = new Float64Array(filtered.length);
  let within = 0;
  for (let from = level; from < size; from++) {
    // What would fall below the lowest level stays on it.
    const chance = level > 0 ? fall[from - level]! : Math.max(0, 1 - within);
    within += fall[from]!;
    for (let old = 0; old < PACES.length; old++) {
      weights[old * size + from] = filtered[old * size + from]! * changes[old]![pace]! * chance;
    }
  }
  return weights;
}

function drawState(weights: Float64Array, random: () => number): number {
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i]!;
  let left = random() * total;
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i]! === 0) continue;
    last = i;
    left -= weights[i]!;
    if (left < 0) return i;
  }
  return last;
}
