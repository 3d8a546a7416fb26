/**
 * Tests whether mean recall of a group of prompts fell. One score test gives both p and interval, so the two
 * never contradict each other.
 */
import { groupBy } from '../../../base/group-by.js';
import { meanOrNaN } from '../curve/prompt-marks.js';
import { whereEnds } from '../halving.js';
import { tTail } from '../probabilities.js';
import { dropBound, dropVariance, type SummedSpread, sidesOf, summedSpread } from './drop-bound.js';
import {
  type Dependence,
  type IccPrior,
  markCorrelation,
  promptCorrelation,
  runColumns,
  type ScoredPrompt,
  scoreSpread,
  spreadOf,
  withPrior,
} from './mark-correlation.js';
import { type PairedPrompt, weightedMean } from './paired-prompts.js';
import { type DriftNode, overDrift } from './run-drift.js';

/** A mean drop of recall (before minus now, a share) with its bounds. */
export interface DropBounds {
  /**
   * Not a number where nothing can be compared, and `null` in JSON.
   *
   * @nullable
   */
  value: number;
  low: number;
  high: number;
}

/** Assumed dependence of marks. Calibrated in bench/truth-gate.mjs. */
export const PRIOR: IccPrior = { icc: 0.15, freedom: 1 };

/**
 * Degrees of freedom that the grid has about a part of it. A part that spreads more than the grid, such as
 * short lengths of a model that sometimes fails, is judged by its own spread as well.
 */
const OF_GRID = 4;

/**
 * Dependence assumed of a model that had every mark and so shows no spread: enough to find a length of three
 * prompts lost completely, and not one of two.
 */
const UNSEEN = { icc: 0.6, freedom: 5 };

const MOST = { icc: 1, single: 1 };

/** How the scores of one series spread. */
interface Spread {
  prompts: number;
  likely: Dependence;
  /** Share of a drop's variance that remains, since both runs have the same prompts. */
  unshared: number;
}

type Spreads = ReadonlyMap<number, Spread>;

export function spreadsOf(prompts: readonly PairedPrompt[]): Spreads {
  return new Map(
    [...groupBy(prompts, ({ series }) => series)].map(([series, members]) => {
      const seen = scoreSpread(columnsOf(members));
      const spread = {
        prompts: members.length,
        likely: likelyOf(seen),
        unshared: 1 - promptCorrelation(members),
      };
      return [series, spread];
    }),
  );
}

function likelyOf(seen: ReturnType<typeof scoreSpread>): Dependence {
  const known = withPrior(seen, PRIOR);
  const lacking = UNSEEN.freedom - known.freedom;
  if (lacking <= 0) return known;
  const freedom = PRIOR.freedom + lacking;
  const icc = (PRIOR.icc * PRIOR.freedom + UNSEEN.icc * lacking) / freedom;
  return withPrior(seen, { icc, freedom });
}

function columnsOf(prompts: readonly PairedPrompt[]): ScoredPrompt[][] {
  const candidate = prompts.map(({ series, tokens, marks, now }) => {
    return { series, tokens, marks, score: now };
  });
  return [...runColumns(prompts), candidate];
}

export interface DropTest {
  before: number;
  now: number;
  drop: number;
  /** Probability of so large a drop if nothing changed. */
  p: number;
  /** Lower bound of the drop, with this probability of error. */
  low: (tail: number) => number;
  /** Upper bound of the drop, with this probability of error. */
  high: (tail: number) => number;
  /** The upper bound of the test alone. `high` also allows for what few prompts do not show. */
  below: (tail: number) => number;
}

/** Prompts of one series in a group. */
interface Part {
  isAll: boolean;
  before: number;
  now: number;
  likely: SummedSpread;
  most: SummedSpread;
  freedom: number;
}

/**
 * Tests a mean drop (after Farrington & Manning 1990): for a drop d, recalls of both sides lie d apart around
 * their common mean, a score has the variance p(1 − p)·(1/M + (1 − 1/M)·ρ), and the statistic is Student's t.
 *
 * @param drift - run-to-run drift
 */
export function dropTest(
  own: readonly PairedPrompt[],
  spreads: Spreads,
  drift: readonly DriftNode[],
): DropTest {
  const parts = [...groupBy(own, ({ series }) => series)].map(([series, prompts]) =>
    partOf(prompts, spreads.get(series)!),
  );
  const before = weightedMean(own, (prompt) => prompt.before);
  const now = weightedMean(own, (prompt) => prompt.now);
  const drop = before - now;
  const sides = meanOrNaN(own.map(sidesOf));
  const weights = own.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const chance = (by: 'likely' | 'most', d: number) => {
    const terms = parts.map((part) => dropVariance(part, part[by], d) / weights ** 2);
    const variance = terms.reduce((sum, term) => sum + term, 0);
    const pooled = terms.reduce((sum, term, i) => sum + term ** 2 / parts[i]!.freedom, 0);
    const freedom = by !== 'likely' || pooled === 0 ? Infinity : variance ** 2 / pooled;
    return overDrift(drift, (shift) => {
      const error = Math.sqrt(variance + sides * shift);
      return error > 0 ? tTail((drop - d) / error, freedom) : Number(drop <= d);
    });
  };
  const bound = (from: number, to: number, tail: number, chanceOf: (d: number) => number) =>
    whereEnds(from, to, (d) => chanceOf(d) > tail);
  // With few prompts, Student's t exceeds the most that scores can spread. A part of a grid, whose own prompts
  // tell little of their spread, then has a normal test.
  const unlikely = (d: number) => Math.min(chance('likely', d), chance('most', d));
  const isPart = parts.some(({ isAll }) => !isAll);
  const shown = (d: number) => (isPart ? unlikely(d) : chance('likely', d));
  const p = shown(0);
  return {
    before,
    now,
    drop,
    p,
    low: (tail) => {
      // Rounding must not put a bound decided at 0 on the other side.
      if (p <= tail) return bound(drop, 0, tail, shown);
      return bound(Math.min(0, drop), -1, tail, unlikely);
    },
    high: (tail) => dropBound(own, isPart, drift, tail),
    below: (tail) => bound(drop, 1, tail, (d) => 1 - chance('likely', d)),
  };
}

function partOf(
  prompts: readonly PairedPrompt[],
  { prompts: all, likely, unshared }: Spread,
): Part {
  const prior = { icc: likely.icc, freedom: OF_GRID };
  const isAll = prompts.length === all;
  const icc = isAll
    ? likely.icc
    : Math.max(likely.icc, markCorrelation(columnsOf(prompts), prior).icc);
  const sums = (dependence: Pick<Dependence, 'icc' | 'single'>) =>
    summedSpread(prompts, ({ marks }) => unshared * spreadOf(marks, dependence));
  return {
    isAll,
    before: weightedMean(prompts, (prompt) => prompt.before),
    now: weightedMean(prompts, (prompt) => prompt.now),
    likely: sums({ ...likely, icc }),
    most: sums(MOST),
    freedom: likely.freedom,
  };
}
