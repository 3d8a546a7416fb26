/**
 * A reader's recall as a curve that does not rise with length: what the marks of all prompts say of it
 * together. A hidden Markov chain over log2 length, whose state is the level of recall and the pace at
 * which it falls (decline.ts); marks hang together as in overdispersion.ts. How much they do is weighed
 * up, not estimated first, so that its uncertainty is in every interval.
 */
import { FIRST_PACE, fallProbabilities, PACES, paceChanges } from './decline.js';
import { type Levels, levelsAround } from './levels.js';
import { type Dependence, dependencesOf, logLikelihoods } from './overdispersion.js';
import { checkPrompts, countMarks, type PromptMarks } from './prompt-marks.js';

/** The curve is followed in steps of at most so many octaves between the lengths that were asked. */
const FINEST = 1 / 4;

/** Ways to hang together that are less probable than this, given all marks, are left out. */
const NEGLIGIBLE = 0.001;

/** States that are less probable than this are not followed further. */
const UNREACHED = 1e-9;

/** How states change from one node to the next. */
export interface Step {
  /** By pace, by pace after it. */
  changes: number[][];
  /** By pace: probabilities of falling by 0, 1, 2 … levels. */
  falls: Float64Array[];
}

/** What the marks say if they hang together in one certain way. */
export interface Explanation {
  dependence: Dependence;
  weight: number;
  /** By node: probability of each state (pace by pace, level by level) given the marks up to it. */
  filtered: readonly Float64Array[];
}

/** What a curve is to tell. */
export interface CurveOptions {
  /** A recall, above 0 and below 1, that is told exactly from lower ones. */
  threshold?: number;
  /** Further lengths, without answers, at which the curve is to be known. */
  lengths?: readonly number[];
}

/** What is known of a reader's recall over length. */
export interface RecallCurve {
  levels: Levels;
  /** The recall that the levels tell exactly from lower ones. */
  threshold: number;
  /** Lengths at which the curve is known, rising: those asked, and some between them. */
  tokens: readonly number[];
  /** By node, by level: probability given all marks. */
  marginals: readonly Float64Array[];
  /** Natural logarithm of the probability of the marks, up to a constant of the marks alone. */
  logEvidence: number;
  explanations: readonly Explanation[];
  /** The steps before each node but the first. */
  steps: readonly Step[];
}

/**
 * The curve of a reader's recall.
 *
 * @param prompts - of one series, in any order
 * @throws RangeError without any mark and length, or for one that cannot be
 */
export function recallCurve(
  prompts: readonly PromptMarks[],
  { threshold = 0.85, lengths = [] }: CurveOptions = {},
): RecallCurve {
  const counts = countMarks(prompts);
  checkPrompts(lengths.map((length) => ({ tokens: length, marks: [] })));
  const levels = levelsAround(threshold);
  const asked = [...new Set([...counts.map((count) => count.tokens), ...lengths])];
  asked.sort((a, b) => a - b);
  if (asked.length === 0) throw new RangeError('a recall curve needs a prompt with a mark');
  const tokens = nodesBetween(asked);
  const steps = stepsBetween(tokens, levels);
  const flat = new Float64Array(levels.recalls.length).fill(1);
  const indexOf = new Map(asked.map((length, i) => [length, i]));
  const tried = dependencesOf(counts).map((dependence) => {
    const logs = logLikelihoods(counts, asked, levels.recalls, dependence);
    const { likelihoods, logScale } = relative(logs);
    const at = tokens.map((length) => likelihoods[indexOf.get(length) ?? -1] ?? flat);
    const { filtered, logEvidence } = filter(at, steps, levels);
    const logWeight = logEvidence + logScale + Math.log(dependence.weight);
    return { at, filtered, dependence, logWeight };
  });
  const best = Math.max(...tried.map(({ logWeight }) => logWeight));
  const total = tried.reduce((sum, { logWeight }) => sum + Math.exp(logWeight - best), 0);
  const likely = tried
    .map((one) => ({ ...one, weight: Math.exp(one.logWeight - best) / total }))
    .filter(({ weight }) => weight > NEGLIGIBLE);
  const kept = likely.reduce((sum, { weight }) => sum + weight, 0);
  const marginals = tokens.map(() => new Float64Array(levels.recalls.length));
  const explanations = likely.map(({ at, filtered, dependence, weight }) => {
    const share = weight / kept;
    smooth(at, steps, filtered).forEach((own, node) => {
      const marginal = marginals[node]!;
      own.forEach((one, state) => {
        marginal[state % marginal.length]! += share * one;
      });
    });
    return { dependence, weight: share, filtered };
  });
  const logEvidence = best + Math.log(total);
  return { levels, threshold, tokens, marginals, logEvidence, explanations, steps };
}

/** Likelihoods relative to the largest at each length, and the logarithm of what they are relative to. */
function relative(logs: Float64Array[]): { likelihoods: Float64Array[]; logScale: number } {
  const largest = logs.map((own) => own.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY));
  return {
    likelihoods: logs.map((own, i) => own.map((log) => Math.exp(log - largest[i]!))),
    logScale: largest.reduce((sum, log) => sum + log, 0),
  };
}

/** The lengths that were asked, and others between them, evenly spaced in log2 length. */
function nodesBetween(asked: readonly number[]): number[] {
  return asked.flatMap((length, i) => {
    const before = asked[i - 1];
    if (before === undefined) return [length];
    const octaves = Math.log2(length / before);
    const parts = Math.ceil(octaves / FINEST - 1e-9);
    return Array.from({ length: parts }, (_, k) =>
      k === parts - 1 ? length : before * 2 ** ((octaves * (k + 1)) / parts),
    );
  });
}

function stepsBetween(tokens: readonly number[], { step, recalls }: Levels): Step[] {
  const known = new Map<string, Step>();
  return tokens.slice(1).map((length, i) => {
    const octaves = Math.log2(length / tokens[i]!);
    const key = octaves.toFixed(9);
    const one = known.get(key) ?? {
      changes: paceChanges(octaves),
      falls: PACES.map((pace) => fallProbabilities(pace, octaves, step, recalls.length)),
    };
    known.set(key, one);
    return one;
  });
}

/**
 * State at the shortest length before any answer: recall from a beta(4, 1/2) distribution (a reader is
 * likelier to read short contexts well than badly), and any pace.
 */
function startOf({ recalls }: Levels): Float64Array {
  const shares = recalls.map((recall) => recall ** 4 * Math.sqrt(1 - recall));
  const states = Float64Array.from(FIRST_PACE.flatMap((pace) => shares.map((one) => pace * one)));
  scale(states);
  return states;
}

/** Forward through the lengths: states given the marks so far, and the evidence. */
function filter(
  likelihoods: readonly Float64Array[],
  steps: readonly Step[],
  levels: Levels,
): { filtered: Float64Array[]; logEvidence: number } {
  let logEvidence = 0;
  const filtered: Float64Array[] = [];
  likelihoods.forEach((likelihood, node) => {
    const now = node === 0 ? startOf(levels) : forward(filtered[node - 1]!, steps[node - 1]!);
    for (let state = 0; state < now.length; state++)
      now[state]! *= likelihood[state % likelihood.length]!;
    logEvidence += Math.log(scale(now));
    filtered.push(now);
  });
  return { filtered, logEvidence };
}

/** States after a step: the pace may change, then recall falls; nothing falls below the lowest level. */
function forward(before: Float64Array, { changes, falls }: Step): Float64Array {
  const after = new Float64Array(before.length);
  const size = before.length / PACES.length;
  for (let pace = 0; pace < PACES.length; pace++) {
    const fall = falls[pace]!;
    const own = after.subarray(pace * size, (pace + 1) * size);
    for (let from = 0; from < size; from++) {
      let share = 0;
      for (let old = 0; old < PACES.length; old++)
        share += changes[old]![pace]! * before[old * size + from]!;
      if (share < UNREACHED) continue;
      let left = share;
      for (let level = from; level > 0; level--) {
        const part = share * fall[from - level]!;
        own[level]! += part;
        left -= part;
      }
      own[0]! += Math.max(0, left);
    }
  }
  return after;
}

/** Backward through the lengths: states given all marks. */
function smooth(
  likelihoods: readonly Float64Array[],
  steps: readonly Step[],
  filtered: readonly Float64Array[],
): Float64Array[] {
  const last = filtered.length - 1;
  const smoothed: Float64Array[] = new Array(filtered.length);
  smoothed[last] = filtered[last]!;
  let later: Float64Array = new Float64Array(filtered[last]!.length).fill(1);
  for (let node = last - 1; node >= 0; node--) {
    const likelihood = likelihoods[node + 1]!;
    const message = later.map((one, state) => one * likelihood[state % likelihood.length]!);
    later = backward(message, steps[node]!, filtered[node]!);
    const own = filtered[node]!.map((share, state) => share * later[state]!);
    scale(own);
    smoothed[node] = own;
  }
  return smoothed;
}

/** How likely the marks of all longer prompts are from each state, up to a factor. */
function backward(
  message: Float64Array,
  { changes, falls }: Step,
  reached: Float64Array,
): Float64Array {
  const before = new Float64Array(message.length);
  const size = message.length / PACES.length;
  for (let pace = 0; pace < PACES.length; pace++) {
    const fall = falls[pace]!;
    const own = message.subarray(pace * size, (pace + 1) * size);
    let within = 0;
    for (let from = 0; from < size; from++) {
      let sum = Math.max(0, 1 - within) * own[0]!;
      within += fall[from]!;
      let isReached = false;
      for (let old = 0; old < PACES.length; old++)
        isReached ||= reached[old * size + from]! > UNREACHED;
      if (!isReached) continue;
      for (let level = from; level > 0; level--) sum += fall[from - level]! * own[level]!;
      for (let old = 0; old < PACES.length; old++)
        before[old * size + from]! += changes[old]![pace]! * sum;
    }
  }
  scale(before);
  return before;
}

/** Make the sum 1, in place. @returns the sum that it was */
function scale(values: Float64Array): number {
  const total = values.reduce((sum, value) => sum + value, 0);
  for (let i = 0; i < values.length; i++) values[i]! /= total;
  return total;
}
