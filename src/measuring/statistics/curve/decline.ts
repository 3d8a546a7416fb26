/**
 * How recall may fall with length, before any answer is seen. A reader falls at some pace, which may become
 * the next higher or lower one anywhere. Besides, a cliff, a sudden fall of any size, may come anywhere.
 * None of it depends on which lengths are asked.
 */
import { LEARNT, PACES, type Prior } from './prior.js';

/** The size, in logits, that no cliff exceeds. */
const LARGEST_CLIFF = 6;

/** A distance is gone in so many parts, each too short for two changes of the pace; a power of 2. */
const PARTS = 16;

/** By pace before, by pace after: the probability of that change over a distance. */
export function paceChanges(
  octaves: number,
  { faster: up, slower: down }: Pick<Prior, 'faster' | 'slower'> = LEARNT,
): number[][] {
  const part = octaves / PARTS;
  const last = PACES.length - 1;
  let changes = PACES.map((_, before) => {
    const faster = before < last ? up * part : 0;
    const slower = before > 0 ? down * part : 0;
    const byPace: number[] = PACES.map(() => 0);
    if (before < last) byPace[before + 1] = faster;
    if (before > 0) byPace[before - 1] = slower;
    byPace[before] = 1 - faster - slower;
    return byPace;
  });
  for (let parts = 1; parts < PARTS; parts *= 2) changes = product(changes, changes);
  return changes;
}

function product(a: number[][], b: number[][]): number[][] {
  return a.map((row) =>
    row.map((_, column) => row.reduce((sum, one, i) => sum + one * b[i]![column]!, 0)),
  );
}

/** Slides less probable than this are left out. */
const NEGLIGIBLE = 1e-9;

/**
 * Probability of sliding by 0, 1, 2 … levels over a distance, as far as it is not negligible: single
 * levels at random, so many on average as the pace says (Poisson).
 *
 * @param pace - in logits an octave
 * @param step - distance of two levels in logits
 */
export function slide(pace: number, octaves: number, step: number): Float64Array {
  const expected = (pace * octaves) / step;
  const probabilities = [Math.exp(-expected)];
  for (let levels = 1; ; levels++) {
    const next = (probabilities[levels - 1]! * expected) / levels;
    if (levels > expected && next < NEGLIGIBLE) return Float64Array.from(probabilities);
    probabilities.push(next);
  }
}

/** A cliff somewhere in a distance: how probable it is, and by how many levels it falls at the most. */
export interface Cliff {
  probability: number;
  /** A fall by 1, 2 … so many levels is equally probable. */
  deepest: number;
}

export function cliff(
  octaves: number,
  step: number,
  { cliffs }: Pick<Prior, 'cliffs'> = LEARNT,
): Cliff {
  return {
    probability: -Math.expm1(-cliffs * octaves),
    deepest: Math.round(LARGEST_CLIFF / step),
  };
}
