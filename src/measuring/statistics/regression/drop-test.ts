/**
 * Whether the mean recall of a group of prompts fell, and by how much: one score test, from which both
 * p and interval come, so that the two never contradict each other.
 */
import { groupBy } from '../../../base/group-by.js';
import { mean } from '../curve/prompt-marks.js';
import { dropBound } from './drop-bound.js';
import { dropVariance, type SummedSpread, sidesOf, summedSpread } from './drop-variance.js';
import {
  type Dependence,
  type IccPrior,
  markCorrelation,
  promptCorrelation,
  runColumns,
  type ScoredPrompt,
  spreadOf,
  spreadSeen,
  withPrior,
} from './mark-correlation.js';
import { type PairedPrompt, weightedMean } from './paired-prompts.js';
import { type DriftNode, overDrift } from './run-drift.js';
import { tTail } from './t-tail.js';

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

/** What is assumed of how marks hang together before a prompt is seen. Calibrated in bench/truth-gate.mjs. */
export const PRIOR: IccPrior = { icc: 0.15, freedom: 1 };

/**
 * Degrees of freedom that the grid has about one of its parts. A part whose prompts spread more than
 * the grid's is judged by them as well: short lengths of a reader that sometimes collapses, say.
 */
const OF_GRID = 4;

/**
 * A reader that had every mark shows nothing of its spread, so its marks are taken to hang together by 0.6,
 * with this many degrees of freedom in all that a length of three prompts that it lost wholly is found,
 * and one of two is not.
 */
const UNSEEN = { icc: 0.6, freedom: 5 };

/** Halvings of a bracket of width 1. */
const STEPS = 24;

/** The most that scores can spread, whatever is known of them. */
const MOST = { icc: 1, single: 1 };

/** How the scores of one series spread. */
interface Spread {
  prompts: number;
  likely: Dependence;
  /** What is left of the variance of a drop, since both runs have the same prompts. */
  unshared: number;
}

/** What a grid shows of the spread of its scores. */
type Spreads = ReadonlyMap<number, Spread>;

/** Measure the spread of each series over all runs of a comparison. */
export function spreadsOf(prompts: readonly PairedPrompt[]): Spreads {
  return new Map(
    [...groupBy(prompts, ({ series }) => series)].map(([series, own]) => {
      const seen = spreadSeen(columnsOf(own));
      const spread = {
        prompts: own.length,
        likely: likelyOf(seen),
        unshared: 1 - promptCorrelation(own),
      };
      return [series, spread];
    }),
  );
}

function likelyOf(seen: ReturnType<typeof spreadSeen>): Dependence {
  const known = withPrior(seen, PRIOR);
  const lacking = UNSEEN.freedom - known.freedom;
  if (lacking <= 0) return known;
  const freedom = PRIOR.freedom + lacking;
  const icc = (PRIOR.icc * PRIOR.freedom + UNSEEN.icc * lacking) / freedom;
  return withPrior(seen, { icc, freedom });
}

/** The scores of each baseline run, and of the candidate. */
function columnsOf(prompts: readonly PairedPrompt[]): ScoredPrompt[][] {
  const candidate = prompts.map(({ series, tokens, marks, now }) => {
    return { series, tokens, marks, score: now };
  });
  return [...runColumns(prompts), candidate];
}

/** The test of one group of prompts. */
export interface DropTest {
  before: number;
  now: number;
  drop: number;
  /** Probability of so large a drop, if nothing changed. */
  p: number;
  /** The drop that is just not shown to be exceeded, with this probability of error. */
  low: (tail: number) => number;
  /** The drop is at most this, with this probability of error. */
  high: (tail: number) => number;
  /** The least drop that the test itself excludes: less than `high`, which allows for much that few prompts do not show. */
  below: (tail: number) => number;
}

/** Prompts of one series in a group. */
interface Part {
  /** All that its series has. */
  isAll: boolean;
  before: number;
  now: number;
  likely: SummedSpread;
  most: SummedSpread;
  freedom: number;
}

/**
 * Score test of a mean drop (after Farrington & Manning 1990): under the hypothesis of a drop d the
 * recalls of both sides lie d apart around their common mean, a prompt's score has the variance
 * p(1 − p)·(1/M + (1 − 1/M)·ρ), and the statistic is Student's t.
 *
 * @param drift - what whole runs may drift
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
  const sides = mean(own.map(sidesOf));
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
  const bound = (from: number, to: number, tail: number, chanceOf: (d: number) => number) => {
    let [near, far] = [from, to];
    for (let i = 0; i < STEPS; i++) {
      const middle = (near + far) / 2;
      if (chanceOf(middle) > tail) near = middle;
      else far = middle;
    }
    return far;
  };
  // Of few prompts Student's t goes beyond what scores can spread at most, which of a part of a grid
  // is a normal test by itself: its own prompts tell little of how much they spread.
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
      // Where the test is decided at 0, rounding must not put the bound on the other side.
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
