/** What a recheck will take: the recheck itself, on imagined models. docs/method/gate.md */
import seedrandom from 'seedrandom';
import { largestUnseen } from '../../../base/defaults.js';
import type {
  ComparedSeries,
  PairedPrompt,
} from '../../../measuring/statistics/regression/paired-prompts.js';
import {
  imaginedEvaluation,
  imaginedFrom,
} from '../../../measuring/statistics/regression/regression-power.js';
import {
  hasFailed,
  type TestedDrop,
  testsAtLook,
} from '../../../measuring/statistics/regression/regression-tests.js';
import { type RunDrift, runDrift } from '../../../measuring/statistics/regression/run-drift.js';
import { type Scopes, scopesOf } from '../../../measuring/statistics/regression/scopes.js';
import { firstPrompts, isOpenAtLook, nextPrompts } from './next-prompts.js';

interface RecheckLimits {
  alpha: number;
  /** A mean drop that is accepted. */
  maxDrop: number;
  /** The mean drop that is to be excluded. */
  margin: number;
  /** Probability that it is excluded wrongly. */
  tail: number;
}

/** How one recheck ended: a drop is shown, or excluded, or all was asked, or the budget has no room for more. */
interface ImaginedRecheck {
  ending: 'failed' | 'excluded' | 'all' | 'budget';
  /** Share of the tokens of all prompts. */
  share: number;
  /** At the end the drop is at most this. */
  excludes: number;
}

/**
 * One recheck of prompts whose answers are known beforehand.
 *
 * @param budget - share of the tokens of all prompts that it may ask; at its end it is judged as at the last look
 */
export function imaginedRecheck(
  prompts: readonly PairedPrompt[],
  drift: RunDrift,
  limits: RecheckLimits,
  scopes: Scopes = scopesOf(prompts),
  budget = 1,
): ImaginedRecheck {
  const grid = prompts.map(({ series, tokens }) => ({ series, tokens, isAsked: false }));
  const tokensOf = (some: readonly { tokens: number }[]) =>
    some.reduce((sum, { tokens }) => sum + tokens, 0);
  const all = tokensOf(prompts);
  let left = budget * all;
  const affordable = (wanted: readonly number[]) =>
    wanted.filter((i) => {
      const { tokens } = prompts[i]!;
      if (tokens > left + 1e-9 * all) return false;
      left -= tokens;
      return true;
    });
  let next = affordable(firstPrompts(grid));
  for (let look = 1; ; look++) {
    for (const i of next) grid[i]!.isAsked = true;
    const asked = prompts.filter((_, i) => grid[i]!.isAsked);
    const isWhole = asked.length === prompts.length;
    const tested = (isLast: boolean) =>
      testsAtLook(asked, drift, { planned: grid, isLast }, scopes);
    const fails = (tests: readonly TestedDrop[]) =>
      tests.some((one) => hasFailed(one, limits.alpha, limits.maxDrop));
    const tests = tested(isWhole);
    const excludes = tests[0]!.below(limits.tail);
    const at = { share: tokensOf(asked) / all, excludes };
    if (fails(tests)) return { ending: 'failed', ...at };
    if (excludes < limits.margin && !isOpenAtLook(grid, scopes, tests, limits)) {
      return { ending: 'excluded', ...at };
    }
    if (isWhole) return { ending: 'all', ...at };
    next = affordable(nextPrompts(grid, scopes, tests, { ...limits, look: look + 1 }).next);
    if (next.length === 0) return { ending: fails(tested(true)) ? 'failed' : 'budget', ...at };
  }
}

/** What is to be expected where nothing changed. */
export interface Expectation {
  /** The median share of the tokens. */
  share: number;
  /** How often the drop is excluded, by all prompts at the latest. */
  excluded: number;
  /** How often it is decided within the budget; absent where that has room for all prompts. */
  decided?: number;
  /** How many times the seeds would exclude it in most cases, where this grid does not; nothing where none would. */
  timesSeeds?: number;
}

/** Imagined rechecks of a small grid; of a large one fewer. */
const DRAWS = 60;
const MOST_PROMPTS = 6000;
const FEWEST = 15;

/** A drop that is excluded in so many of all cases can be shown. */
const MOSTLY = 0.5;

/** Grids of so many times the seeds are looked at. */
const TIMES = [2, 3, 4, 6, 8, 12, 16];

/**
 * Imagine rechecks of an unchanged model, as a baseline shows it.
 *
 * @param budget - share of the tokens of all prompts
 */
export function expectedRecheck(
  series: readonly ComparedSeries[],
  runs: number,
  limits: RecheckLimits,
  budget = 1,
): Expectation {
  const grid = imaginedFrom(series);
  const random = seedrandom.alea('recheck');
  const options = { ...limits, drop: 0, runs };
  const drawn = (seeds: number) =>
    imaginedEvaluation(Array.from({ length: seeds }, () => grid).flat(), options, random);
  const drawsOf = (seeds: number) =>
    Math.max(FEWEST, Math.min(DRAWS, Math.floor(MOST_PROMPTS / grid.length / seeds)));
  const grids = Array.from({ length: drawsOf(1) }, () => drawn(1));
  const within = (share: number) =>
    grids.map((prompts) =>
      imaginedRecheck(prompts, runDrift(prompts), limits, scopesOf(prompts), share),
    );
  const found = within(1);
  const isDecided = ({ ending, excludes }: ImaginedRecheck) =>
    ending !== 'budget' || excludes <= largestUnseen(limits.maxDrop);
  const shares = found.map(({ share }) => share).sort((a, b) => a - b);
  const excluded = found.filter(({ ending }) => ending === 'excluded').length / found.length;
  const isEnough = (seeds: number) => {
    const count = drawsOf(seeds);
    const shown = Array.from({ length: count }, () => {
      const prompts = drawn(seeds);
      const look = { planned: prompts, isLast: true };
      const [whole] = testsAtLook(prompts, runDrift(prompts), look);
      return whole!.below(limits.tail) < limits.margin;
    });
    return shown.filter(Boolean).length > MOSTLY * count;
  };
  const timesSeeds = excluded > MOSTLY ? undefined : TIMES.find(isEnough);
  return {
    share: shares[shares.length >> 1]!,
    excluded,
    ...(budget < 1 && { decided: within(budget).filter(isDecided).length / grids.length }),
    ...(timesSeeds !== undefined && { timesSeeds }),
  };
}
