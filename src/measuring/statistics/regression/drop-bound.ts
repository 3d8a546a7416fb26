/** Bounds how large a drop may be that few prompts do not show. */
import { groupBy } from '../../../base/group-by.js';
import { meanOrNaN } from '../curve/prompt-marks.js';
import { dropVariance, type SummedSpread, sidesOf, summedSpread } from './drop-variance.js';
import { type IccPrior, markCorrelation, spreadOf } from './mark-correlation.js';
import { type PairedPrompt, weightedMean } from './paired-prompts.js';
import { type DriftNode, overDrift } from './run-drift.js';
import { tTail } from './t-tail.js';

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

const STEPS = 24;

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
  const parts = [...groupBy(prompts, ({ series }) => series).values()].map((own) =>
    partOf(own, own.length < 2 || (!isPart && prompts.length < 3) ? wholly : iccOf),
  );
  const drop = weightedMean(prompts, (own) => own.drop);
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
  let [near, far] = [drop, 1];
  for (let i = 0; i < STEPS; i++) {
    const middle = (near + far) / 2;
    if (chance(middle) > tail) near = middle;
    else far = middle;
  }
  return far;
}

function partOf(
  prompts: readonly PairedPrompt[],
  iccOf: (prompts: readonly PairedPrompt[]) => number,
): Part {
  const isShare = prompts.some(({ runs, now }) =>
    [...runs, now].some((score) => score !== undefined && score > 0 && score < 1),
  );
  const own = prompts.map((one) =>
    isShare && one.marks < 2 ? { ...one, marks: MANY_MARKS } : one,
  );
  const icc = iccOf(own);
  return {
    before: weightedMean(own, ({ before }) => before),
    now: weightedMean(own, ({ now }) => now),
    spread: summedSpread(own, ({ marks }) => spreadOf(marks, { icc, single: 1 })),
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
