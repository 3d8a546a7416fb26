/**
 * The hidden Markov chain of a recall curve: its state is a pace and a level of recall, pace by pace,
 * level by level (`pace * levels + level`). Nothing falls below the lowest level.
 */
import { type Cliff, cliff, paceChanges, slide } from './decline.js';
import type { Levels } from './levels.js';
import { LEARNT, PACES, type Prior, type Spread } from './prior.js';

/** States that are less probable than this are not followed further. */
const UNREACHED = 1e-9;

/** What is smaller than this is 0: numbers near the smallest there are would be slow to reckon with. */
const NOTHING = 1e-40;

/** How states change from one length to the next: first the pace, then a slide, then a cliff. */
export interface Step {
  /** By pace, by pace after it. */
  changes: number[][];
  /** By pace: probabilities of sliding by 0, 1, 2 … levels. */
  slides: Float64Array[];
  cliff: Cliff;
}

/** The steps between neighbouring lengths. */
export function stepsBetween(
  tokens: readonly number[],
  { step }: Levels,
  prior: Prior = LEARNT,
): Step[] {
  const known = new Map<string, Step>();
  return tokens.slice(1).map((length, i) => {
    const octaves = Math.log2(length / tokens[i]!);
    const key = octaves.toFixed(9);
    const one = known.get(key) ?? {
      changes: paceChanges(octaves, prior),
      slides: PACES.map((pace) => slide(pace, octaves, step)),
      cliff: cliff(octaves, step, prior),
    };
    known.set(key, one);
    return one;
  });
}

/** States before any answer, at a length up to which the prior's shortest one is followed by these steps. */
export function startOf(levels: Levels, prior: Prior = LEARNT, steps: readonly Step[] = []) {
  return steps.reduce(forward, firstOf(levels, prior));
}

function firstOf({ recalls }: Levels, { start, pace, broad }: Prior): Float64Array {
  const size = recalls.length;
  const logits = recalls.map((recall) => Math.log(recall / (1 - recall)));
  const logPaces = PACES.map(Math.log);
  const states = new Float64Array(size * PACES.length);
  for (const part of [{ share: 1 - broad.share, start, pace }, broad]) {
    const byLevel = shares(logits, part.start);
    const byPace = shares(logPaces, part.pace);
    for (let state = 0; state < states.length; state++) {
      states[state]! += part.share * byLevel[state % size]! * byPace[Math.floor(state / size)]!;
    }
  }
  return states;
}

/** Evenly spaced values by how probable a normal distribution makes each of them. */
function shares(values: readonly number[], { mean, sd }: Spread): Float64Array {
  const densities = Float64Array.from(values, (one) => Math.exp(-(((one - mean) / sd) ** 2) / 2));
  scale(densities);
  return densities;
}

/** What the marks up to each length say. */
interface Filtered {
  /** By node: probability of each state given the marks up to it. */
  states: Float64Array[];
  logEvidence: number;
}

/**
 * Forward through the lengths: states given the marks so far, and the evidence.
 *
 * @param start - states at the first node before any answer
 * @param likelihoods - by node, by level, at most 1; so the evidence only falls on the way
 * @param least - given up, with nothing returned, as soon as the log evidence is below it
 */
export function filter(
  start: Float64Array,
  likelihoods: readonly Float64Array[],
  steps: readonly Step[],
  least = Number.NEGATIVE_INFINITY,
): Filtered | undefined {
  let logEvidence = 0;
  const states: Float64Array[] = [];
  for (let node = 0; node < likelihoods.length; node++) {
    const now = node === 0 ? start.slice() : forward(states[node - 1]!, steps[node - 1]!);
    weigh(now, likelihoods[node]!);
    logEvidence += Math.log(scale(now));
    if (!(logEvidence >= least)) return undefined;
    states.push(now);
  }
  return { states, logEvidence };
}

/** States after a step. */
function forward(before: Float64Array, { changes, slides, cliff }: Step): Float64Array {
  const after = new Float64Array(before.length);
  const size = before.length / PACES.length;
  const slid = new Float64Array(size);
  for (let pace = 0; pace < PACES.length; pace++) {
    slid.fill(0);
    const chances = slides[pace]!;
    const from = arrivals(before, changes, pace, size);
    for (let level = 0; level < size; level++) {
      const share = from[level]!;
      if (share < UNREACHED) continue;
      const most = Math.min(level, chances.length);
      let left = share;
      for (let levels = 0; levels < most; levels++) {
        const part = share * chances[levels]!;
        slid[level - levels]! += part;
        left -= part;
      }
      slid[level - most]! += left;
    }
    fallOff(slid, cliff, after.subarray(pace * size, (pace + 1) * size));
  }
  return after;
}

/** By level: the share that has one pace after the changes of pace. */
function arrivals(before: Float64Array, changes: number[][], pace: number, size: number) {
  const shares = new Float64Array(size);
  for (let old = 0; old < PACES.length; old++) {
    const change = changes[old]![pace]!;
    const first = old * size;
    for (let level = 0; level < size; level++) shares[level]! += change * before[first + level]!;
  }
  return shares;
}

/** Shares of levels after a cliff that may come. */
function fallOff(before: Float64Array, { probability, deepest }: Cliff, after: Float64Array): void {
  const each = probability / deepest;
  let window = 0;
  let lowest = 0; // What would fall below the lowest level, by how many of the depths.
  for (let level = before.length - 1; level >= 0; level--) {
    after[level] = (1 - probability) * before[level]! + each * window;
    window += before[level]!;
    if (level + deepest < before.length) window -= before[level + deepest]!;
    if (level < deepest) lowest += before[level]! * (deepest - level);
  }
  after[0]! += each * lowest;
}

/** Backward through the lengths: states given all marks. */
export function smooth(
  likelihoods: readonly Float64Array[],
  steps: readonly Step[],
  filtered: readonly Float64Array[],
): Float64Array[] {
  const last = filtered.length - 1;
  const smoothed: Float64Array[] = new Array(filtered.length);
  smoothed[last] = filtered[last]!;
  let later: Float64Array = new Float64Array(filtered[last]!.length).fill(1);
  for (let node = last - 1; node >= 0; node--) {
    weigh(later, likelihoods[node + 1]!);
    later = backward(later, steps[node]!, filtered[node]!);
    scale(later);
    const own = Float64Array.from(filtered[node]!);
    for (let state = 0; state < own.length; state++) own[state]! *= later[state]!;
    scale(own);
    smoothed[node] = own;
  }
  return smoothed;
}

/** How likely what follows a step is from each state before it that is reached, given how likely it is after it. */
function backward(
  after: Float64Array,
  { changes, slides, cliff }: Step,
  reached: Float64Array,
): Float64Array {
  const before = new Float64Array(after.length);
  const size = after.length / PACES.length;
  const shares = arrivals(reached, ALIKE, 0, size);
  for (let pace = 0; pace < PACES.length; pace++) {
    const standing = beforeCliff(after.subarray(pace * size, (pace + 1) * size), cliff);
    const chances = slides[pace]!;
    for (let from = 0; from < size; from++) {
      if (shares[from]! < UNREACHED) continue;
      const most = Math.min(from, chances.length);
      let sum = 0;
      let left = 1;
      for (let levels = 0; levels < most; levels++) {
        sum += chances[levels]! * standing[from - levels]!;
        left -= chances[levels]!;
      }
      sum += left * standing[from - most]!;
      for (let old = 0; old < PACES.length; old++) {
        before[old * size + from]! += changes[old]![pace]! * sum;
      }
    }
  }
  return before;
}

/** Every pace counted once. */
const ALIKE = PACES.map(() => [1]);

function beforeCliff(after: Float64Array, { probability, deepest }: Cliff): Float64Array {
  const before = new Float64Array(after.length);
  let window = deepest * after[0]!;
  for (let level = 0; level < after.length; level++) {
    before[level] = (1 - probability) * after[level]! + (probability / deepest) * window;
    window += after[level]! - after[Math.max(0, level - deepest)]!;
  }
  return before;
}

/** Multiply states by what their level makes likely, in place. */
function weigh(states: Float64Array, likelihood: Float64Array): void {
  const size = likelihood.length;
  for (let first = 0; first < states.length; first += size) {
    for (let level = 0; level < size; level++) states[first + level]! *= likelihood[level]!;
  }
}

/** Make the sum 1, in place, and what is next to nothing 0. @returns the sum that it was */
function scale(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  const factor = 1 / total;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]! * factor;
    values[i] = value < NOTHING ? 0 : value;
  }
  return total;
}
