/** How large a drop may be that few prompts do not show, whatever they do show: "drop at most X". */
import { groupBy } from '../../../base/group-by.js';
import { mean } from '../curve/prompt-marks.js';
import { dropVariance, type SummedSpread, sidesOf, summedSpread } from './drop-variance.js';
import { type IccPrior, markCorrelation, spreadOf } from './mark-correlation.js';
import { type PairedPrompt, weightedMean } from './paired-prompts.js';
import { type DriftNode, overDrift } from './run-drift.js';
import { tTail } from './t-tail.js';

/**
 * The marks of a prompt are taken to correlate by at least so much, whatever the scores: few prompts that agree do
 * not show that marks are independent, least of all where every mark is found. What the candidate's scores show
 * counts beside it by their number. Calibrated in bench/truth-gate.mjs.
 */
const OF_FEW: IccPrior = { icc: 0.25, freedom: 6 };

/** A whole grid of this many prompts shows more of it. */
const MANY_PROMPTS = 16;
const OF_MANY: IccPrior = { icc: 0.2, freedom: 2 };

/** One prompt of a series, or a grid of two in all, may be good or bad as a whole. */
const wholly = () => 1;

/** A score of one mark that is a share spreads like one of this many. */
const MANY_MARKS = 1e6;

/** Of Student's t, for all numbers of prompts: were it the data's, a mark more could widen the bound. */
const FREEDOM = 10;

/** Halvings of a bracket of width 1. */
const STEPS = 24;

/** The prompts of one series in a group. */
interface Part {
  before: number;
  now: number;
  spread: SummedSpread;
}

/**
 * The bound of a mean drop: the largest that a score test does not reject (after Farrington & Manning 1990). A mark
 * more in the candidate does not widen it, nor does a mark less in a single baseline run, but for one in some thousand
 * grids: of few prompts in two series, all or nothing, by up to 0.01.
 *
 * @param isPart - whether these are not all prompts of their series
 * @param drift - what whole runs may drift
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
  const sides = mean(prompts.map(sidesOf));
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

/** The correlation of the marks of a prompt as the candidate shows it within like lengths. */
function seenIcc(prompts: readonly PairedPrompt[]): number {
  const scores = prompts.map(({ series, tokens, marks, now }) => {
    return { series, tokens, marks, score: now };
  });
  return Math.max(OF_MANY.icc, markCorrelation([scores], OF_MANY).icc);
}

/**
 * The same of few prompts, at most: with the candidate's own scores, or with more marks. Of all scores with more marks
 * and one mean those spread most where the best prompts have every mark. So a mark more never makes it larger.
 */
function mostIcc(prompts: readonly PairedPrompt[]): number {
  const count = prompts.length;
  const least = mean(prompts.map(({ marks }) => 1 / marks));
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
