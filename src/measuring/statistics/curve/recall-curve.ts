/**
 * A reader's recall as a curve that does not rise with length: what the marks of all prompts say of it
 * together. A hidden Markov chain over log2 length, whose state is the level of recall and the pace at
 * which it falls (decline.ts); marks hang together as in overdispersion.ts. How much they do is weighed
 * up, not estimated first, so that its uncertainty is in every interval.
 */
import { largest } from '../../../base/extremes.js';
import { filter, type Step, smooth, startOf, stepsBetween } from './curve-chain.js';
import { type Levels, levelsAround } from './levels.js';
import { type Dependence, dependencesOf, logLikelihoods } from './overdispersion.js';
import { FIRST_LENGTH, LEARNT } from './prior.js';
import { checkPrompts, countMarks, type PromptMarks } from './prompt-marks.js';

/** The curve is followed in steps of at most so many octaves between the lengths that were asked. */
const FINEST = 1 / 4;

/** Ways to hang together that are less probable than this, given all marks, are left out of the curve, */
const NEGLIGIBLE = 0.001;

/** and not followed to the longest length where they are so much less probable than another one. */
const HOPELESS = 1e-4;

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
  const before = nodesBetween([Math.min(FIRST_LENGTH, asked[0]!), asked[0]!]);
  const start = startOf(levels, LEARNT, stepsBetween(before, levels));
  const flat = new Float64Array(levels.recalls.length).fill(1);
  const indexOf = new Map(asked.map((length, i) => [length, i]));
  const prepared = dependencesOf(counts).map((dependence) => {
    const logs = logLikelihoods(counts, asked, levels.recalls, dependence);
    const tops = logs.map(largest);
    const logMost = tops.reduce((sum, log) => sum + log, Math.log(dependence.weight));
    return { dependence, logs, tops, logMost };
  });
  prepared.sort((a, b) => b.logMost - a.logMost);
  let best = Number.NEGATIVE_INFINITY;
  const tried = prepared.flatMap(({ dependence, logs, tops, logMost }) => {
    const least = best + Math.log(HOPELESS) - logMost;
    const likelihoods = logs.map((own, i) => relative(own, tops[i]!));
    const at = tokens.map((length) => likelihoods[indexOf.get(length) ?? -1] ?? flat);
    const found = filter(start, at, steps, least);
    if (found === undefined) return [];
    const logWeight = found.logEvidence + logMost;
    best = Math.max(best, logWeight);
    return [{ at, filtered: found.states, dependence, logWeight }];
  });
  const total = tried.reduce((sum, { logWeight }) => sum + Math.exp(logWeight - best), 0);
  const kept = tried
    .map((one) => ({ ...one, weight: Math.exp(one.logWeight - best) / total }))
    .filter(({ weight }) => weight > HOPELESS);
  const marginals = tokens.map(() => new Float64Array(levels.recalls.length));
  for (const { at, filtered, weight } of kept) {
    if (weight < NEGLIGIBLE) continue;
    const smoothed = smooth(at, steps, filtered);
    for (let node = 0; node < tokens.length; node++) {
      addLevels(marginals[node]!, smoothed[node]!, weight);
    }
  }
  for (const marginal of marginals) scaled(marginal);
  const explanations = kept.map(({ filtered, dependence, weight }) => ({
    dependence,
    weight,
    filtered,
  }));
  const logEvidence = best + Math.log(total);
  return { levels, threshold, tokens, marginals, logEvidence, explanations, steps };
}

/** Add a share of the states to their levels, whatever their pace. */
function addLevels(levels: Float64Array, states: Float64Array, share: number): void {
  const size = levels.length;
  for (let first = 0; first < states.length; first += size) {
    for (let level = 0; level < size; level++) levels[level]! += share * states[first + level]!;
  }
}

/** Make the sum 1, in place. */
function scaled(shares: Float64Array): void {
  const total = shares.reduce((sum, share) => sum + share, 0);
  for (let i = 0; i < shares.length; i++) shares[i]! /= total;
}

/** No recall is taken for less likely than this, as a logarithm, in comparison with the likeliest. */
const FARTHEST = -200;

/** Likelihoods relative to the largest. */
function relative(logs: Float64Array, top: number): Float64Array {
  const likelihoods = new Float64Array(logs.length);
  for (let i = 0; i < logs.length; i++) {
    likelihoods[i] = Math.exp(Math.max(logs[i]! - top, FARTHEST));
  }
  return likelihoods;
}

/** The lengths that were asked, and others between them, evenly spaced in log2 length. */
function nodesBetween(asked: readonly number[]): number[] {
  return asked.flatMap((length, i) => {
    const before = asked[i - 1];
    if (before === undefined) return [length];
    if (length === before) return [];
    const octaves = Math.log2(length / before);
    const parts = Math.ceil(octaves / FINEST - 1e-9);
    return Array.from({ length: parts }, (_, k) =>
      k === parts - 1 ? length : before * 2 ** ((octaves * (k + 1)) / parts),
    );
  });
}
