/** Runs of the same grid over time: how recall and effective length went, and where they fell. docs/history.md */

import { compareRows, seriesTitles } from '../analysis/series.js';
import { sharedCases } from '../gate/pairs.js';
import { regressionOf } from '../gate/regressions.js';
import { groupBy } from '../group-by.js';
import { type Collected, collect, type Results } from '../results/collect.js';
import { promptMarks } from '../results/prompt-marks.js';
import { withCommonLengths } from '../results/rows.js';
import type { Run } from '../results/runs.js';
import { crossing, expectedRecall } from '../statistics/curve/effective-length.js';
import type { PromptMarks } from '../statistics/curve/prompt-marks.js';
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
export function historyOf(runs: readonly Run[], options: HistoryOptions): History {
  const all = withCommonLengths(runs.flatMap(({ rows }) => rows));
  const titles = seriesTitles(all);
  let start = 0;
  const collected = runs.map(({ rows }) => {
    const own = all.slice(start, start + rows.length).sort(compareRows);
    start += rows.length;
    return collect(own);
  });
  const readers = [...new Set(collected.flatMap((results) => [...results.keys()]))].sort();
  return {
    format: 'promptfoo-counting-stars history',
    version: 1,
    options,
    runs: runs.map(({ names }) => names),
    readers: readers.map((reader) => readerHistory(reader, collected, titles, options)),
  };
}

type Cases = ReadonlyMap<string, Collected>;

function readerHistory(
  reader: string,
  runs: readonly Results[],
  titles: ReadonlyMap<string, string>,
  options: HistoryOptions,
): ReaderHistory {
  const own = runs.map((results): Cases => results.get(reader) ?? new Map());
  const comparisons = comparedRuns(own, titles, options);
  const firstWorse = comparisons.findIndex((one) => one?.verdict === 'failed');
  return {
    reader,
    series: seriesOf(own, titles, options),
    comparisons,
    ...(firstWorse >= 0 && { firstWorse }),
  };
}

function comparedRuns(
  runs: readonly Cases[],
  titles: ReadonlyMap<string, string>,
  { alpha, maxDrop }: HistoryOptions,
): (RunComparison | undefined)[] {
  const level = alpha / Math.max(1, runs.length - 1);
  const before: ReturnType<typeof answeredOf>[] = [];
  return runs.map((run) => {
    const shared = sharedCases(before, run, titles);
    const compared = regressionOf(shared, { alpha: level, maxDrop }).regression;
    if (run.size > 0 && compared?.verdict !== 'failed') before.push(answeredOf(run));
    if (!compared) return undefined;
    const { verdict, drop, excludes, prompts } = compared;
    return { verdict, drop, excludes, prompts };
  });
}

function answeredOf(run: Cases) {
  return new Map([...run].flatMap(([id, { answered }]) => (answered ? [[id, answered]] : [])));
}

function seriesOf(
  runs: readonly Cases[],
  titles: ReadonlyMap<string, string>,
  { threshold }: HistoryOptions,
): HistorySeries[] {
  const cells = runs.flatMap((cases, run) =>
    [...cases.values()].flatMap((cell) => (cell.row.control ? [] : { run, ...cell })),
  );
  return [...groupBy(cells, ({ series }) => series)].map(([series, own]) => {
    const lengths = own.map(({ row }) => row.tokens);
    const points = runs.map((_, run) => {
      const prompts = own.flatMap((cell) => (cell.run === run ? promptMarks(cell) : []));
      return prompts.length === 0 ? undefined : pointOf(prompts, threshold);
    });
    return {
      title: titles.get(series) ?? series,
      fromTokens: lengths.reduce((a, b) => Math.min(a, b)),
      toTokens: lengths.reduce((a, b) => Math.max(a, b)),
      points,
    };
  });
}

function pointOf(prompts: readonly PromptMarks[], threshold: number): HistoryPoint {
  const curve = recallCurve(prompts, { threshold });
  const recallAt = expectedRecall(curve);
  return {
    prompts: prompts.length,
    recall: recallInterval(prompts, curve.explanations, { recallAt }),
    effectiveLength: crossing(curve),
  };
}
