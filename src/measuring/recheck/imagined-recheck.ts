/** What a recheck will take: the recheck itself, on imagined readers. docs/method/gate.md */
import seedrandom from 'seedrandom';
import type { ComparedSeries, PairedPrompt } from '../statistics/regression/paired-prompts.js';
import { imaginedFrom, imaginedPrompts } from '../statistics/regression/regression-power.js';
import { hasFailed, testsAtLook } from '../statistics/regression/regression-tests.js';
import { type KnownDrift, type RunDrift, runDrift } from '../statistics/regression/run-drift.js';
import { type Scopes, scopesOf } from '../statistics/regression/scopes.js';
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

/** How one recheck ended: a drop is shown, or excluded, or all was asked. */
interface ImaginedRecheck {
  ending: 'failed' | 'excluded' | 'all';
  /** Share of the tokens of all prompts. */
  share: number;
}

/** One recheck of prompts whose answers are known beforehand. */
export function imaginedRecheck(
  prompts: readonly PairedPrompt[],
  drift: RunDrift,
  limits: RecheckLimits,
  scopes: Scopes = scopesOf(prompts),
): ImaginedRecheck {
  const grid = prompts.map(({ series, tokens }) => ({ series, tokens, isAsked: false }));
  const tokensOf = (some: readonly { tokens: number }[]) =>
    some.reduce((sum, { tokens }) => sum + tokens, 0);
  let next = firstPrompts(grid);
  for (let look = 1; ; look++) {
    for (const i of next) grid[i]!.isAsked = true;
    const asked = prompts.filter((_, i) => grid[i]!.isAsked);
    const isLast = asked.length === prompts.length;
    const tests = testsAtLook(asked, drift, { planned: grid, isLast }, scopes);
    const share = tokensOf(asked) / tokensOf(prompts);
    if (tests.some((tested) => hasFailed(tested, limits.alpha, limits.maxDrop))) {
      return { ending: 'failed', share };
    }
    const isExcluded = tests[0]!.below(limits.tail) < limits.margin;
    if (isExcluded && !isOpenAtLook(grid, scopes, tests, limits)) {
      return { ending: 'excluded', share };
    }
    if (isLast) return { ending: 'all', share };
    next = nextPrompts(grid, scopes, tests, { ...limits, look: look + 1 });
  }
}

/** What is to be expected where nothing changed. */
export interface Expectation {
  /** The median share of the tokens. */
  share: number;
  /** How often the drop is excluded, by all prompts at the latest. */
  excluded: number;
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

/** Imagine rechecks of an unchanged reader, as a baseline shows it. */
export function expectedRecheck(
  series: readonly ComparedSeries[],
  runs: number,
  limits: RecheckLimits,
  known?: KnownDrift,
): Expectation {
  const grid = imaginedFrom(series);
  const random = seedrandom.alea('recheck');
  const options = { ...limits, drop: 0, runs, ...(known !== undefined && { known }) };
  const drawn = (seeds: number) =>
    imaginedPrompts(Array.from({ length: seeds }, () => grid).flat(), options, random);
  const drawsOf = (seeds: number) =>
    Math.max(FEWEST, Math.min(DRAWS, Math.floor(MOST_PROMPTS / grid.length / seeds)));
  const found = Array.from({ length: drawsOf(1) }, () => {
    const prompts = drawn(1);
    return imaginedRecheck(prompts, runDrift(prompts, known), limits);
  });
  const shares = found.map(({ share }) => share).sort((a, b) => a - b);
  const excluded = found.filter(({ ending }) => ending === 'excluded').length / found.length;
  const isEnough = (seeds: number) => {
    const count = drawsOf(seeds);
    const shown = Array.from({ length: count }, () => {
      const prompts = drawn(seeds);
      const look = { planned: prompts, isLast: true };
      const [whole] = testsAtLook(prompts, runDrift(prompts, known), look);
      return whole!.below(limits.tail) < limits.margin;
    });
    return shown.filter(Boolean).length > MOSTLY * count;
  };
  const timesSeeds = excluded > MOSTLY ? undefined : TIMES.find(isEnough);
  return {
    share: shares[shares.length >> 1]!,
    excluded,
    ...(timesSeeds !== undefined && { timesSeeds }),
  };
}
