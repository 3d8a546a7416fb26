/** How likely the gate finds a drop: the gate itself, on imagined readers. */

import seedrandom from 'seedrandom';
import { groupBy } from '../../../base/group-by.js';
import { mean } from '../curve/prompt-marks.js';
import { type ImaginedPrompt, imaginedScore } from './imagined-answers.js';
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
import { anyFails } from './regression-tests.js';
import { type KnownDrift, runDrift } from './run-drift.js';
import { scopesOf } from './scopes.js';

export interface PowerOptions {
  alpha: number;
  maxDrop: number;
  /** The true drop of recall, the same for all prompts; recall stays at or above 0. */
  drop: number;
  /** Baseline runs, 1 unless told. */
  runs?: number;
  /** Standard deviation of a whole run's shift of recall, 0 unless told. */
  drift?: number;
  /** What the gate knows of the drift, beside the runs. */
  known?: KnownDrift;
}

export interface PowerEstimate {
  /** Share of imagined evaluations in which the gate fails. */
  probability: number;
  /** How many were imagined. */
  evaluations: number;
}

/** Imagined evaluations unless told, for a small grid. */
const EVALUATIONS = 400;

/** Prompts that are drawn in all, which is about a second. */
const MOST_PROMPTS = 1.5e5;

/** This many evaluations are imagined at least. */
const FEWEST = 20;

/** Grids of more prompts than this are imagined only until this many evaluations all end alike. */
const LARGE = 2000;
const ALIKE = 8;

/** What is assumed of a baseline that shows nothing of how marks hang together. */
const PRIOR: IccPrior = { icc: 0.1, freedom: 1 };

/**
 * Imagine evaluations of a grid (baseline and candidate), the candidate with a true drop, and count
 * how many fail. The same function speaks for a baseline (`imaginedFrom`) and for a plan, where recall
 * and correlation of marks are assumed.
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
  const scopes = scopesOf(imaginedPrompts(grid, options, random));
  let failed = 0;
  for (let i = 0; i < count; i++) {
    const prompts = imaginedPrompts(grid, options, random);
    if (anyFails(prompts, runDrift(prompts, options.known), options, scopes)) failed++;
    const clear = i + 1 === ALIKE && (failed === 0 || failed === ALIKE);
    if (grid.length > LARGE && clear) return { probability: failed / ALIKE, evaluations: ALIKE };
  }
  return { probability: failed / count, evaluations: count };
}

/** One imagined evaluation, with its baseline. */
export function imaginedPrompts(
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
    const before = mean(scores);
    const { series, tokens, marks, icc, now: recall = prompt.recall } = prompt;
    const now = imaginedScore({ marks, icc, recall }, random, fallen);
    return { series, tokens, marks, runs: scores, before, now, drop: before - now };
  });
}

/** Power as a baseline states it. */
export interface StatedPower extends PowerEstimate {
  /**
   * The same, were the marks of a prompt as correlated as the baseline can just not exclude (`low`) or
   * as little (`high`): each with a probability of 0.9.
   */
  low: number;
  high: number;
}

/** What a baseline does not tell: its power lies somewhere in a range that says nothing. */
export interface UnknownPower extends Pick<StatedPower, 'low' | 'high'> {
  probability?: undefined;
}

/** A wider range of power than this is no statement. */
const WIDE = 0.5;

/**
 * The power that a baseline states for the next comparison on the same grid, with the spread that it
 * measured; or that it does not tell. The bounds are imagined with fewer evaluations.
 */
export function statedPower(
  series: readonly ComparedSeries[],
  options: PowerOptions,
  settings: { evaluations?: number; seed?: string } = {},
): StatedPower | UnknownPower {
  const grid = imaginedFrom(series);
  const bound = (side: keyof IccBounds) =>
    regressionPower(
      grid.map((prompt) => ({ ...prompt, icc: prompt.iccBounds[side] })),
      options,
      { ...settings, evaluations: (settings.evaluations ?? EVALUATIONS) / 4 },
    ).probability;
  const estimate = regressionPower(grid, options, settings);
  // This many prompts know the correlation well enough.
  if (grid.length > LARGE) {
    return { ...estimate, low: estimate.probability, high: estimate.probability };
  }
  const low = Math.min(bound('high'), estimate.probability);
  const high = Math.max(bound('low'), estimate.probability);
  return high - low > WIDE ? { low, high } : { ...estimate, low, high };
}

/**
 * A grid as its baseline shows it: recall of each length of each series, drawn a little towards that
 * of the series since few prompts measured it, and the correlation of marks over the whole series.
 */
export function imaginedFrom(
  series: readonly ComparedSeries[],
): (ImaginedPrompt & { iccBounds: IccBounds })[] {
  const scored = pairPrompts(series.map(againstItself));
  return [...groupBy(scored, (prompt) => prompt.series).values()].flatMap((own) => {
    const overall = mean(own.map(({ before }) => before));
    const correlation = markCorrelation(runColumns(own), PRIOR);
    return [...groupBy(own, ({ tokens }) => tokens).values()].flatMap((members) => {
      const measured = members.reduce((sum, { before }) => sum + before, 0);
      const recall = (measured + overall) / (members.length + 1);
      return members.map(({ series: index, tokens, marks }) => {
        const iccBounds = boundsOf(correlation, marks);
        return { series: index, tokens, marks, recall, icc: correlation.icc, iccBounds };
      });
    });
  });
}
