/**
 * Estimates a model's recall curve together with how much marks of a prompt have in common and how fast recall
 * falls. Both are weighed, so that their uncertainty is in every probability. A search pays for each prompt.
 * The fixed correlation of reports would cost it several times as much.
 */
import { ascending } from '../../../base/numbers.js';
import { logGamma } from '../special-functions.js';
import { failuresIn } from '../whole-failures.js';
import type { ExplainedCurve } from './expected-information.js';
import { type Falls, filter, type Levels, levelsAround, smooth, startAt } from './falls.js';
import { checkPrompts, type PromptMarks } from './prompt-marks.js';

/** Fine enough to tell recalls 0.02 apart, and a slide from a cliff. */
const STEP = 0.05;

/** Logits below and above the threshold. */
const REACH = 4;

/** Correlations of two marks of a prompt (ICC), and how probable each is. */
const CORRELATIONS = [
  { correlation: 0.001, prior: 0.3 },
  { correlation: 0.03, prior: 0.2 },
  { correlation: 0.08, prior: 0.2 },
  { correlation: 0.2, prior: 0.2 },
  { correlation: 0.45, prior: 0.1 },
];

/** Logits that a model loses in an octave little by little, and how probable each is. */
const PACES = [
  { pace: 0.1, prior: 0.2 },
  { pace: 0.3, prior: 0.4 },
  { pace: 0.8, prior: 0.4 },
];

/** Cliffs in an octave, and their mean depth in logits. */
const CLIFFS = { often: 0.02, logits: 3 };

/** Recall at the first length, and logits lost in each octave before it. */
const START = { mean: 1.9, sd: 1.3 };
const LOST = 0.2;

/** Explanations with a smaller share are left out. */
const NEGLIGIBLE = 0.001;

/**
 * Fits the curve of a model's recall to answers that did not fail completely.
 *
 * @param lengths - further lengths, without answers
 * @throws RangeError without any mark and length, or for one that cannot be
 */
export function learntCurve(
  prompts: readonly PromptMarks[],
  threshold: number,
  lengths: readonly number[] = [],
): ExplainedCurve {
  checkPrompts(prompts);
  checkPrompts(lengths.map((length) => ({ tokens: length, marks: [] })));
  const center = Math.log(threshold / (1 - threshold));
  const levels = levelsAround(threshold, {
    step: STEP,
    lowest: center - REACH,
    highest: center + REACH,
  });
  const answered = prompts.filter(({ marks }) => marks.length > 0);
  const tokens = ascending([...answered.map((prompt) => prompt.tokens), ...lengths]);
  if (tokens.length === 0) throw new RangeError('a recall curve needs a prompt with a mark');
  const failed = failuresIn(answered);
  const counted = answered.filter((_, i) => !failed[i]);
  const start = startAt(tokens[0]!, levels, START, LOST);
  const octaves = tokens.slice(1).map((length, i) => Math.log2(length / tokens[i]!));
  const ways = PACES.map(({ pace, prior }) => ({ prior, falls: fallsAt(pace, octaves, levels) }));
  const tried = CORRELATIONS.flatMap(({ correlation, prior }) => {
    const { likelihoods, log } = likelihoodsOf(counted, tokens, levels, correlation);
    return ways.map((way) => {
      const { filtered, logEvidence } = filter(start, likelihoods, way.falls);
      const logWeight = Math.log(prior * way.prior) + log + logEvidence;
      return { correlation, falls: way.falls, likelihoods, filtered, logWeight };
    });
  });
  const best = Math.max(...tried.map(({ logWeight }) => logWeight));
  const kept = tried.filter(({ logWeight }) => logWeight - best > Math.log(NEGLIGIBLE));
  const total = kept.reduce((sum, { logWeight }) => sum + Math.exp(logWeight - best), 0);
  const marginals = tokens.map(() => new Float64Array(levels.recalls.length));
  const explanations = kept.map(({ correlation, falls, likelihoods, filtered, logWeight }) => {
    const weight = Math.exp(logWeight - best) / total;
    for (const [node, own] of smooth(filtered, likelihoods, falls).entries()) {
      for (let level = 0; level < own.length; level++) {
        marginals[node]![level]! += weight * own[level]!;
      }
    }
    return { weight, correlation, falls, filtered };
  });
  return { levels, threshold, tokens, marginals, steadyUpTo: 0, explanations };
}

/** Returns the falls over distances in octaves: slides of single levels, and cliffs of geometric size. */
function fallsAt(pace: number, octaves: readonly number[], { recalls, step }: Levels): Falls[] {
  const further = 1 - step / CLIFFS.logits;
  const sizes = Array.from({ length: recalls.length }, (_, size) =>
    size === 0 ? 0 : CLIFFS.often * (1 - further) * further ** (size - 1),
  );
  sizes[1]! += pace / step;
  const often = CLIFFS.often + pace / step;
  return octaves.map((distance) => compound(sizes, often, distance));
}

/**
 * Sums random falls over a distance (Panjer 1981).
 *
 * @param sizes - by size: how often in an octave
 * @param often - all of them
 */
function compound(sizes: readonly number[], often: number, octaves: number): Falls {
  const exactly = new Float64Array(sizes.length);
  const orMore = new Float64Array(sizes.length);
  let left = 1;
  for (let lost = 0; lost < sizes.length; lost++) {
    let sum = 0;
    for (let size = 1; size <= lost; size++) sum += size * sizes[size]! * exactly[lost - size]!;
    exactly[lost] = lost === 0 ? Math.exp(-often * octaves) : (octaves * sum) / lost;
    orMore[lost] = Math.max(0, left);
    left -= exactly[lost]!;
  }
  return { exactly, orMore };
}

/**
 * Scores marks whose prompt's recall is beta-distributed around that of its length: by length and level,
 * relative to the best level, and the log of what was left out.
 */
function likelihoodsOf(
  prompts: readonly PromptMarks[],
  tokens: readonly number[],
  { recalls }: Levels,
  correlation: number,
): { likelihoods: Float64Array[]; log: number } {
  const both = (1 - correlation) / correlation;
  const alone = recalls.map((recall) => logGamma(both * recall) + logGamma(both * (1 - recall)));
  const known = new Map<string, Float64Array>();
  const logsOf = ({ marks }: PromptMarks): Float64Array => {
    const right = marks.reduce((sum, mark) => sum + mark, 0);
    const key = `${right}/${marks.length}`;
    const logs =
      known.get(key) ??
      Float64Array.from(
        recalls,
        (recall, level) =>
          logGamma(both * recall + right) +
          logGamma(both * (1 - recall) + marks.length - right) -
          alone[level]! +
          logGamma(both) -
          logGamma(both + marks.length),
      );
    known.set(key, logs);
    return logs;
  };
  const sums = tokens.map(() => new Float64Array(recalls.length));
  const index = new Map(tokens.map((length, node) => [length, node]));
  for (const prompt of prompts) {
    const sum = sums[index.get(prompt.tokens)!]!;
    const { worth = 1 } = prompt;
    for (const [level, log] of logsOf(prompt).entries()) sum[level]! += worth * log;
  }
  let log = 0;
  const likelihoods = sums.map((logs) => {
    const top = logs.reduce((a, b) => Math.max(a, b));
    log += top;
    return logs.map((one) => Math.exp(Math.max(one - top, FARTHEST)));
  });
  return { likelihoods, log };
}

/** Least log likelihood of a recall, compared with the likeliest. */
const FARTHEST = -200;
