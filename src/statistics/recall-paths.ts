/** Curves drawn at random from what is known of a reader's recall. */
import { backward, type Step } from './curve-chain.js';
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
  const paths: RecallPath[] = [];
  let due = random();
  for (const explanation of curve.explanations) {
    due += explanation.weight * count;
    for (; paths.length < Math.floor(due) && paths.length < count; ) {
      paths.push(drawPath(curve, explanation, random));
    }
  }
  while (paths.length < count) paths.push(drawPath(curve, curve.explanations[0]!, random));
  return paths;
}

function drawPath(
  { levels, steps }: RecallCurve,
  { filtered, dependence }: Explanation,
  random: () => number,
): RecallPath {
  const { recalls } = levels;
  const states: number[] = [];
  let weights = filtered[filtered.length - 1]!;
  for (let node = filtered.length - 1; node >= 0; node--) {
    const state = drawState(weights, random);
    states[node] = state;
    if (node > 0) weights = before(filtered[node - 1]!, steps[node - 1]!, state);
  }
  return { recalls: states.map((state) => recalls[state % recalls.length]!), dependence };
}

/** States before a step, given the one after it, up to a factor. */
function before(filtered: Float64Array, step: Step, state: number): Float64Array {
  const after = new Float64Array(filtered.length);
  after[state] = 1;
  return backward(after, step).map((chance, old) => chance * filtered[old]!);
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
