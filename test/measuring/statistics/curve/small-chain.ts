/**
 * A hidden Markov chain of few levels, reckoned with plainly: every state, every way from it to another
 * as a matrix. What the recall curve does fast is compared with it.
 */
import type { Step } from '../../../../src/measuring/statistics/curve/curve-chain.js';
import type { Levels } from '../../../../src/measuring/statistics/curve/levels.js';
import { LEARNT, PACES } from '../../../../src/measuring/statistics/curve/prior.js';

/** Cliffs of up to four of these levels, and slides that may pass several of them. */
export const LEVELS: Levels = {
  step: 1.5,
  recalls: [-5.25, -3.75, -2.25, -0.75, 0.75, 2.25, 3.75].map((one) => 1 / (1 + Math.exp(-one))),
};

const SIZE = LEVELS.recalls.length;
const STATES = SIZE * PACES.length;
const states = Array.from({ length: STATES }, (_, state) => state);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The probability of each state after a step, by state before it. */
export function matrixOf({ changes, slides, cliff }: Step): number[][] {
  return states.map((from) => {
    const after = states.map(() => 0);
    const [before, level] = [Math.floor(from / SIZE), from % SIZE];
    PACES.forEach((_, pace) => {
      const chances = [...slides[pace]!];
      // Levels that are left out as negligible are below all others.
      chances.push(...Array(SIZE).fill(0), 1 - sum(chances));
      chances.forEach((chance, slid) => {
        const reached = Math.max(0, level - slid);
        for (let deep = 0; deep <= cliff.deepest; deep++) {
          const share = deep === 0 ? 1 - cliff.probability : cliff.probability / cliff.deepest;
          const to = pace * SIZE + Math.max(0, reached - deep);
          after[to]! += changes[before]![pace]! * chance * share;
        }
      });
    });
    return after;
  });
}

/** Values by a normal density, to come to 1. */
function normal(values: readonly number[], { mean, sd }: { mean: number; sd: number }): number[] {
  const densities = values.map((value) => Math.exp(-((value - mean) ** 2) / (2 * sd ** 2)));
  return densities.map((density) => density / sum(densities));
}

/** Probability of each state at the first node, before any answer. */
export function firstStates(): number[] {
  const { start, pace, broad } = LEARNT;
  const logits = LEVELS.recalls.map((recall) => Math.log(recall / (1 - recall)));
  const paces = PACES.map((one) => Math.log(one));
  const part = (share: number, [level, own]: [typeof start, typeof pace]) => {
    const [byLevel, byPace] = [normal(logits, level), normal(paces, own)];
    return states.map(
      (state) => share * byLevel[state % SIZE]! * byPace[Math.floor(state / SIZE)]!,
    );
  };
  const alike = part(1 - broad.share, [start, pace]);
  const unlike = part(broad.share, [broad.start, broad.pace]);
  return states.map((state) => alike[state]! + unlike[state]!);
}

/** By node: how probable what was seen up to it is together with each state. */
export function forwards(seen: readonly Float64Array[], steps: readonly Step[]): number[][] {
  const weighed: number[][] = [];
  seen.forEach((likelihood, node) => {
    const before =
      node === 0
        ? firstStates()
        : states.map((to) =>
            sum(
              matrixOf(steps[node - 1]!).map((row, from) => weighed[node - 1]![from]! * row[to]!),
            ),
          );
    weighed.push(before.map((share, state) => share * likelihood[state % SIZE]!));
  });
  return weighed;
}

/** By node: how probable what was seen after it is from each state. */
export function backwards(seen: readonly Float64Array[], steps: readonly Step[]): number[][] {
  let later = states.map(() => 1);
  const all = [later];
  for (let node = seen.length - 1; node > 0; node--) {
    const likely = later.map((share, state) => share * seen[node]![state % SIZE]!);
    later = matrixOf(steps[node - 1]!).map((row) => sum(row.map((one, to) => one * likely[to]!)));
    all.unshift(later);
  }
  return all;
}
