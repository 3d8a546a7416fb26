/** Estimates how many more prompts would show a length, rule it out, or settle a minimum. */
import seedrandom from 'seedrandom';
import { SHOWN } from './effective-length.js';
import { drawOutcome, imaginedPaths, reweighed } from './expected-information.js';
import type { RecallCurve } from './recall-curve.js';

/** Seeds are enough if they tell with the first of these probabilities, or else the second. */
const ENOUGH = [0.8, 0.5];

const MOST_SEEDS = 24;

const FUTURES = 60;

/** Prompts that would tell: this many seeds at each length. */
interface MorePrompts {
  seeds: number;
  /** How probable it is that they tell, given what is known. */
  chance: number;
}

export interface MorePromptsOptions {
  /** Tokens that the effective length must reach. Without it, any bound will do. */
  floor?: number;
}

/**
 * Finds the fewest seeds that would most likely tell, by drawing curves that answer more and more prompts.
 *
 * @param lengths - in tokens, within those of the curve
 * @param marks - facts in a prompt
 * @returns nothing where 24 more seeds would not tell
 */
export function morePrompts(
  curve: RecallCurve,
  lengths: readonly number[],
  marks: number,
  { floor }: MorePromptsOptions = {},
): MorePrompts | undefined {
  const tail = 1 - SHOWN;
  const random = seedrandom('more prompts');
  const explanations = [{ weight: 1, ...curve }];
  const { count, recalls, outcomes, chances } = imaginedPaths(curve, explanations, marks, random);
  /** By path: the node at which it falls below the threshold, or the number of nodes. */
  const crossings = Int32Array.from(recalls, (path) => {
    const node = path.findIndex((recall) => recall < curve.threshold);
    return node < 0 ? curve.tokens.length : node;
  });
  const open = lengths.filter((length) => {
    const below = crossings.filter((node) => (curve.tokens[node] ?? Infinity) <= length).length;
    return below >= tail * count && below <= (1 - tail) * count;
  });
  const asked = (open.length > 0 ? open : [...lengths]).sort((a, b) => a - b);
  const byLength = asked.map(chances);
  /** Whether these weights of the paths tell. */
  const tells = (weights: Float64Array): boolean => {
    let [first, last, short] = [0, 0, 0];
    weights.forEach((weight, path) => {
      const node = crossings[path]!;
      if (node === 0) first += weight;
      if (node === curve.tokens.length) last += weight;
      if (floor !== undefined && (curve.tokens[node] ?? Infinity) <= floor) short += weight;
    });
    return floor === undefined ? first <= tail || last <= tail : short <= tail || short >= 1 - tail;
  };
  const told = new Array<number>(MOST_SEEDS).fill(0);
  for (let future = 0; future < FUTURES; future++) {
    const truth = Math.floor(random() * count);
    let weights: Float64Array = new Float64Array(count).fill(1 / count);
    for (let seed = 0; seed < MOST_SEEDS; seed++) {
      for (const chance of byLength) {
        weights = reweighed(
          weights,
          chance,
          outcomes,
          drawOutcome(chance, outcomes, truth, random),
        );
      }
      if (tells(weights)) told[seed]!++;
    }
  }
  const fewest = ENOUGH.map((chance) => told.findIndex((times) => times >= chance * FUTURES)).find(
    (seeds) => seeds >= 0,
  );
  return fewest === undefined ? undefined : { seeds: fewest + 1, chance: told[fewest]! / FUTURES };
}
