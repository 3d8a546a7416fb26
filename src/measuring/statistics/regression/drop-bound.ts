/** Bounds how large a drop may be that few prompts do not show. */

import { groupBy } from '../../../base/group-by.js';
import { meanOrNaN } from '../curve/prompt-marks.js';
import { whereEnds } from '../halving.js';
import { tTail } from '../probabilities.js';
import { type IccPrior, markCorrelation, spreadOf } from './mark-correlation.js';
import { type PairedPrompt, weightedMean } from './paired-prompts.js';
import { type DriftNode, overDrift } from './run-drift.js';

/**
 * Least correlation of marks that is assumed, since few prompts that agree do not show independence. Calibrated
 * in bench/truth-gate.mjs.
 */
const OF_FEW: IccPrior = { icc: 0.25, freedom: 6 };

/** A full grid of this many prompts shows more of it. */
const MANY_PROMPTS = 16;
const OF_MANY: IccPrior = { icc: 0.2, freedom: 2 };

/** One prompt of a series, or two in all, may fail completely. */
const wholly = () => 1;

/** A share scored as one mark spreads like this many marks. */
const MANY_MARKS = 1e6;

/** Degrees of freedom of Student's t. Fixed: with the data's, one more mark could widen the bound. */
const FREEDOM = 10;

interface Part {
  before: number;
  now: number;
  spread: SummedSpread;
}

/**
 * Returns the largest drop that a score test does not reject (after Farrington & Manning 1990). More right
 * marks hardly ever widen it.
 *
 * @param isPart - whether these are not all prompts of their series
 * @param drift - run-to-run drift
 * @param tail - probability that the drop is larger
 *
 * @example
 * // Three prompts of 32 marks at the longest length, all found in both runs
 * dropBound(prompts, true, drift, 0.025) // 0.31
 */
export function dropBound(
  prompts: readonly PairedPrompt[],
  isPart: boolean,
  drift: readonly DriftNode[],
  tail: number,
): number {
  const iccOf = isPart || prompts.length < MANY_PROMPTS ? mostIcc : seenIcc;
  const parts = [...groupBy(prompts, ({ series }) => series).values()].map((members) =>
    partOf(members, members.length < 2 || (!isPart && prompts.length < 3) ? wholly : iccOf),
  );
  const drop = weightedMean(prompts, (prompt) => prompt.drop);
  const sides = meanOrNaN(prompts.map(sidesOf));
  const weights = prompts.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const chance = (d: number) => {
    const variance =
      parts.reduce((sum, part) => sum + dropVariance(part, part.spread, d), 0) / weights ** 2;
    return overDrift(drift, (shift) => {
      const error = Math.sqrt(variance + sides * shift);
      return error > 0 ? tTail((d - drop) / error, FREEDOM) : Number(drop >= d);
    });
  };
  return whereEnds(drop, 1, (larger) => chance(larger) > tail);
}

function partOf(
  prompts: readonly PairedPrompt[],
  iccOf: (prompts: readonly PairedPrompt[]) => number,
): Part {
  const isShare = prompts.some(({ runs, now }) =>
    [...runs, now].some((score) => score !== undefined && score > 0 && score < 1),
  );
  const members = prompts.map((prompt) =>
    isShare && prompt.marks < 2 ? { ...prompt, marks: MANY_MARKS } : prompt,
  );
  const icc = iccOf(members);
  return {
    before: weightedMean(members, ({ before }) => before),
    now: weightedMean(members, ({ now }) => now),
    spread: summedSpread(members, ({ marks }) => spreadOf(marks, { icc, single: 1 })),
  };
}

/** Estimates the correlation of marks that the candidate shows within like lengths. */
function seenIcc(prompts: readonly PairedPrompt[]): number {
  const scores = prompts.map(({ series, tokens, marks, now }) => {
    return { series, tokens, marks, score: now };
  });
  return Math.max(OF_MANY.icc, markCorrelation([scores], OF_MANY).icc);
}

/**
 * Bounds that correlation for few prompts, over the candidate's scores and any with more marks. Scores spread
 * most if the best prompts have every mark, so one more mark never enlarges it.
 */
function mostIcc(prompts: readonly PairedPrompt[]): number {
  const count = prompts.length;
  const least = meanOrNaN(prompts.map(({ marks }) => 1 / marks));
  const { icc, freedom } = OF_FEW;
  if (least === 1) return icc;
  const scores = prompts.map(({ now }) => now).sort((a, b) => b - a);
  let sum = scores.reduce((all, score) => all + score, 0);
  let squares = scores.reduce((all, score) => all + score * score, 0);
  let most = 0;
  for (const score of scores) {
    const center = sum / count;
    const scale = (count - 1) * center * (1 - center);
    if (scale > 0) most = Math.max(most, (squares - count * center * center) / scale);
    sum += 1 - score;
    squares += 1 - score * score;
  }
  const seen = Math.min(1, (most - least) / (1 - least));
  return Math.max(icc, (icc * freedom + seen * (count - 1)) / (freedom + count - 1));
}

/** Spread of scores summed over prompts, as multiples of p(1 − p). */
export interface SummedSpread {
  candidate: number;
  baseline: number;
}

/** Returns the variance of summed drops if recall fell by d (Farrington & Manning 1990). */
export function dropVariance(
  { before, now }: Pick<PairedPrompt, 'before' | 'now'>,
  { candidate, baseline }: SummedSpread,
  d: number,
): number {
  if (candidate === 0) return 0;
  const weight = candidate / (candidate + baseline);
  const common = weight * before + (1 - weight) * now;
  const high = Math.min(Math.min(1, 1 + d), Math.max(Math.max(0, d), common + (1 - weight) * d));
  const low = high - d;
  return candidate * low * (1 - low) + baseline * high * (1 - high);
}

/** Sums prompts, each with the spread of its score and its weight. */
export function summedSpread(
  prompts: readonly PairedPrompt[],
  spreadOfScore: (prompt: PairedPrompt) => number,
): SummedSpread {
  const sum: SummedSpread = { candidate: 0, baseline: 0 };
  for (const prompt of prompts) {
    const spread = spreadOfScore(prompt) * (prompt.weight ?? 1) ** 2;
    sum.candidate += spread;
    sum.baseline += spread * (sidesOf(prompt) - 1);
  }
  return sum;
}

/** Returns a drop's variance as a multiple of one score's: 2 with one baseline run, less with several. */
export function sidesOf({ runs }: PairedPrompt): number {
  let known = 0;
  for (const score of runs) if (score !== undefined) known++;
  return 1 + 1 / known;
}
