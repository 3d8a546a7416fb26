/** Runs of the same grid over time: how recall and effective length went, and where they fell. docs/history.md */

import type { BaselineCase } from '../baseline/baseline.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { type Prompt, promptsOf } from '../evaluation/prompts.js';
import { largest, smallest } from '../extremes.js';
import { caseOf } from '../gate/baseline-of.js';
import { sharedCases } from '../gate/pairs.js';
import { regressionOf } from '../gate/regressions.js';
import { groupBy } from '../group-by.js';
import { crossing, expectedRecall } from '../statistics/curve/effective-length.js';
import { recallCurve } from '../statistics/curve/recall-curve.js';
import type { Interval } from '../statistics/interval.js';
import { recallInterval } from '../statistics/recall-interval.js';
import type { RegressionResult } from '../statistics/regression/regression.js';

export interface HistoryOptions {
  /** Probability that a reader that never changed is said to be worse in any run. */
  alpha: number;
  /** A mean drop of recall that is accepted. */
  maxDrop: number;
  /** Of the effective length. */
  threshold: number;
}

/** One series of one reader in one run. */
export interface HistoryPoint {
  /** Prompts with an answer. */
  prompts: number;
  recall: Interval;
  /** In tokens; `Infinity` for the longest length or more, 0 for less than the shortest. */
  effectiveLength: Interval;
}

export interface HistorySeries {
  title: string;
  /** Shortest and longest length. */
  fromTokens: number;
  toTokens: number;
  /** One for each run; nothing where it has no answer. */
  points: (HistoryPoint | undefined)[];
}

/** How one run compares with the runs before it. */
export type RunComparison = Pick<RegressionResult, 'verdict' | 'drop' | 'excludes' | 'prompts'>;

export interface ReaderHistory {
  reader: string;
  series: HistorySeries[];
  /** One for each run; nothing for the first, and where there is no Case in common. */
  comparisons: (RunComparison | undefined)[];
  /** Number of the first run that is worse than those before it, from 0. */
  firstWorse?: number;
}

export interface History {
  format: 'promptfoo-counting-stars history';
  version: 1;
  options: HistoryOptions;
  /** Files or evaluations of each run, in the order given. */
  runs: string[][];
  readers: ReaderHistory[];
}

/**
 * Follow all readers over runs. Each run is compared with all runs before it that are not worse, as the
 * gate compares a run with a baseline of several, at `alpha` divided by the number of comparisons.
 *
 * @param runs - oldest first
 */
export function historyOf(runs: readonly Evaluation[], options: HistoryOptions): History {
  const names = new Set(runs.flatMap(({ readers }) => readers.map(({ name }) => name)));
  return {
    format: 'promptfoo-counting-stars history',
    version: 1,
    options,
    runs: runs.map(({ sources }) => [...sources]),
    readers: [...names].sort().map((name) => readerHistory(name, runs, options)),
  };
}

type Cases = ReadonlyMap<string, AskedCase>;

function readerHistory(
  name: string,
  runs: readonly Evaluation[],
  options: HistoryOptions,
): ReaderHistory {
  const own = runs.map(
    ({ readers }): Cases => readers.find((reader) => reader.name === name)?.cases ?? new Map(),
  );
  const comparisons = comparedRuns(own, options);
  const firstWorse = comparisons.findIndex((one) => one?.verdict === 'failed');
  return {
    reader: name,
    series: seriesOf(own, options),
    comparisons,
    ...(firstWorse >= 0 && { firstWorse }),
  };
}

function comparedRuns(
  runs: readonly Cases[],
  { alpha, maxDrop }: HistoryOptions,
): (RunComparison | undefined)[] {
  const level = alpha / Math.max(1, runs.length - 1);
  const before: ReadonlyMap<string, BaselineCase>[] = [];
  return runs.map((run) => {
    const shared = sharedCases(before, run);
    const compared = regressionOf(shared, { alpha: level, maxDrop }).regression;
    if (run.size > 0 && compared?.verdict !== 'failed') before.push(answeredOf(run));
    if (!compared) return undefined;
    const { verdict, drop, excludes, prompts } = compared;
    return { verdict, drop, excludes, prompts };
  });
}

function answeredOf(run: Cases): Map<string, BaselineCase> {
  return new Map(
    [...run].flatMap(([id, asked]) => {
      const kept = caseOf(asked);
      return kept ? [[id, kept] as const] : [];
    }),
  );
}

/** The series of any run; runs that have the same one call it by the same title. */
function seriesOf(runs: readonly Cases[], { threshold }: HistoryOptions): HistorySeries[] {
  const cells = runs.flatMap((cases, run) =>
    [...cases.values()].flatMap((asked) => (asked.series.control ? [] : { run, asked })),
  );
  return [...groupBy(cells, ({ asked }) => asked.series.key)].map(([, own]) => {
    const lengths = own.map(({ asked }) => asked.tokens);
    const points = runs.map((_, run) => {
      const prompts = promptsOf(own.flatMap((cell) => (cell.run === run ? cell.asked : [])));
      return prompts.length === 0 ? undefined : pointOf(prompts, threshold);
    });
    return {
      title: own[0]!.asked.series.title,
      fromTokens: smallest(lengths),
      toTokens: largest(lengths),
      points,
    };
  });
}

function pointOf(prompts: readonly Prompt[], threshold: number): HistoryPoint {
  const curve = recallCurve(prompts, { threshold });
  const recallAt = expectedRecall(curve);
  return {
    prompts: prompts.length,
    recall: recallInterval(prompts, curve.explanations, { recallAt }),
    effectiveLength: crossing(curve),
  };
}
