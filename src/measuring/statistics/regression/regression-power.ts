/** Estimates how likely the gate finds a drop, by running it on imagined models. */

import seedrandom from 'seedrandom';
import { groupBy } from '../../../base/group-by.js';
import { meanOrNaN } from '../curve/prompt-marks.js';
import { fewestOf, type PowerEstimate } from '../power.js';
import {
  boundsOf,
  type IccBounds,
  type IccPrior,
  markCorrelation,
  runColumns,
} from './mark-correlation.js';
import {
  againstItself,
  type ComparedSeries,
  type PairedPrompt,
  pairPrompts,
} from './paired-prompts.js';
import { anyFails, sharedOut } from './regression-tests.js';
import { runDrift } from './run-drift.js';

export interface ImaginedPrompt {
  series: number;
  tokens: number;
  marks: number;
  /** Expected score, from 0 to 1. */
  recall: number;
  /** The candidate's, where it lost something here only. */
  now?: number;
  /** Correlation of its marks, from 0 (independent) to 1 (all or nothing). */
  icc: number;
}

/** More marks than this are drawn by a normal approximation. */
const MOST_MARKS = 400;

/**
 * Draws a score with a beta-binomial number of marks.
 *
 * @param random - uniform on [0, 1)
 * @param shift - added to the expected score, which stays from 0 to 1
 */
export function imaginedScore(
  { marks, recall, icc }: Pick<ImaginedPrompt, 'marks' | 'recall' | 'icc'>,
  random: () => number,
  shift = 0,
): number {
  const expected = Math.min(1, Math.max(0, recall + shift));
  if (expected === 0 || expected === 1) return expected;
  if (icc >= 1 || marks === 1) return Number(random() < expected);
  const own =
    icc > 0 ? beta(expected * (1 / icc - 1), (1 - expected) * (1 / icc - 1), random) : expected;
  if (marks > MOST_MARKS) {
    const drawn = own + Math.sqrt((own * (1 - own)) / marks) * normal(random);
    return Math.min(1, Math.max(0, drawn));
  }
  return binomial(marks, own, random) / marks;
}

/** Inverts the distribution function, from the side with fewer steps. */
function binomial(trials: number, share: number, random: () => number): number {
  if (share > 1 / 2) return trials - binomial(trials, 1 - share, random);
  const odds = share / (1 - share);
  let left = random();
  let probability = (1 - share) ** trials;
  let found = 0;
  while (left > probability && found < trials) {
    left -= probability;
    probability *= ((trials - found) / (found + 1)) * odds;
    found++;
  }
  return found;
}

function beta(a: number, b: number, random: () => number): number {
  const x = gamma(a, random);
  const y = gamma(b, random);
  // Tiny shapes may both underflow. Then it is all or nothing.
  return x + y > 0 ? x / (x + y) : Number(random() < a / (a + b));
}

/** Gamma(shape, 1) by Marsaglia & Tsang (2000). */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Standard normal (Box & Muller 1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export interface PowerOptions {
  alpha: number;
  maxDrop: number;
  /** True drop of recall, the same for all prompts. */
  drop: number;
  runs?: number;
  drift?: number;
}

const EVALUATIONS = 400;

/** Prompts drawn in all, about a second. */
const MOST_PROMPTS = 1.5e5;

const FEWEST = 20;

/** Larger grids are imagined only until so many evaluations all end alike. */
const LARGE = 2000;
const ALIKE = 8;

/** Dependence of marks assumed of a baseline that shows none. */
const PRIOR: IccPrior = { icc: 0.1, freedom: 1 };

/**
 * Imagines evaluations of a grid, the candidate with a true drop, and counts how many fail. It serves baselines
 * (`imaginedFrom`) and plans, where recall and correlation are assumed.
 *
 * @param seed - equal grids, options and seeds give equal estimates
 */
export function regressionPower(
  grid: readonly ImaginedPrompt[],
  options: PowerOptions,
  { evaluations = EVALUATIONS, seed = 'power' }: { evaluations?: number; seed?: string } = {},
): PowerEstimate {
  if (grid.length === 0) return { probability: 0, evaluations: 0 };
  const count = Math.max(FEWEST, Math.min(evaluations, Math.floor(MOST_PROMPTS / grid.length)));
  const random = seedrandom.alea(`${seed}/${grid.length}`);
  const groups = sharedOut(imaginedEvaluation(grid, options, random));
  let failed = 0;
  for (let i = 0; i < count; i++) {
    const prompts = imaginedEvaluation(grid, options, random);
    if (anyFails(prompts, runDrift(prompts), options, groups)) failed++;
    const clear = i + 1 === ALIKE && (failed === 0 || failed === ALIKE);
    if (grid.length > LARGE && clear) return { probability: failed / ALIKE, evaluations: ALIKE };
  }
  return { probability: failed / count, evaluations: count };
}

/** Imagines one evaluation, with its baseline. */
export function imaginedEvaluation(
  grid: readonly ImaginedPrompt[],
  { drop, runs = 1, drift = 0 }: PowerOptions,
  random: () => number,
): PairedPrompt[] {
  const shift = () => {
    const angle = 2 * Math.PI * random();
    return drift === 0 ? 0 : drift * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(angle);
  };
  const shifts = Array.from({ length: runs }, shift);
  const fallen = shift() - drop;
  return grid.map((prompt) => {
    const scores = shifts.map((own) => imaginedScore(prompt, random, own));
    const before = meanOrNaN(scores);
    const { series, tokens, marks, icc, now: recall = prompt.recall } = prompt;
    const now = imaginedScore({ marks, icc, recall }, random, fallen);
    return { series, tokens, marks, runs: scores, before, now, drop: before - now };
  });
}

/** Power as a baseline states it: no single figure where the range is too wide to say anything. */
export interface StatedPower extends Partial<PowerEstimate> {
  /**
   * The same, were the marks of a prompt as correlated as the baseline can just not exclude (`low`) or
   * as little (`high`): each with a probability of 0.9.
   */
  low: number;
  high: number;
}

/** Wider ranges of power say nothing. */
const WIDE = 0.5;

/** Estimates the power of a baseline for the next comparison on the same grid, or tells that it is unknown. */
export function statedPower(
  series: readonly ComparedSeries[],
  options: PowerOptions,
  settings: { evaluations?: number; seed?: string } = {},
): StatedPower {
  const grid = imaginedFrom(series);
  const bound = (side: keyof IccBounds) =>
    regressionPower(
      grid.map((prompt) => ({ ...prompt, icc: prompt.iccBounds[side] })),
      options,
      { ...settings, evaluations: (settings.evaluations ?? EVALUATIONS) / 4 },
    ).probability;
  const estimate = regressionPower(grid, options, settings);
  // So many prompts tell the correlation well enough.
  if (grid.length > LARGE) {
    return { ...estimate, low: estimate.probability, high: estimate.probability };
  }
  const low = Math.min(bound('high'), estimate.probability);
  const high = Math.max(bound('low'), estimate.probability);
  return high - low > WIDE ? { low, high } : { ...estimate, low, high };
}

/**
 * Describes a grid as its baseline shows it: recall of each length, shrunk a little towards its series, and the
 * correlation of marks over the series.
 */
export function imaginedFrom(
  series: readonly ComparedSeries[],
): (ImaginedPrompt & { iccBounds: IccBounds })[] {
  const scored = pairPrompts(series.map(againstItself));
  return [...groupBy(scored, (prompt) => prompt.series).values()].flatMap((prompts) => {
    const overall = meanOrNaN(prompts.map(({ before }) => before));
    const correlation = markCorrelation(runColumns(prompts), PRIOR);
    return [...groupBy(prompts, ({ tokens }) => tokens).values()].flatMap((members) => {
      const measured = members.reduce((sum, { before }) => sum + before, 0);
      const recall = (measured + overall) / (members.length + 1);
      return members.map(({ series: index, tokens, marks }) => {
        const iccBounds = boundsOf(correlation, marks);
        return { series: index, tokens, marks, recall, icc: correlation.icc, iccBounds };
      });
    });
  });
}

const MOST_OF_SEEDS = 4000;

/**
 * Finds the smallest number of seeds with which a drop is found, by imagining larger and larger grids.
 *
 * @param oneSeed - the prompts of one seed
 * @param wanted - probability of finding the drop
 * @returns nothing if no grid of up to 4,000 prompts finds it
 */
export function seedsNeeded(
  oneSeed: readonly ImaginedPrompt[],
  options: PowerOptions,
  wanted: number,
  settings: { evaluations?: number; seed?: string } = {},
): number | undefined {
  if (oneSeed.length === 0 || options.drop <= options.maxDrop) return undefined;
  const most = Math.max(1, Math.floor(MOST_OF_SEEDS / oneSeed.length));
  const enough = (seeds: number) => {
    const grid = Array.from({ length: seeds }, () => oneSeed).flat();
    return regressionPower(grid, options, settings).probability >= wanted;
  };
  return fewestOf(enough, { most });
}
