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
import { type LevelHistory, levelHistory } from '../statistics/history/change-points.js';
import { type FollowedPrompt, runLevels } from '../statistics/history/run-levels.js';
import type { Interval } from '../statistics/interval.js';
import { recallInterval } from '../statistics/recall-interval.js';
import type { RegressionResult } from '../statistics/regression/regression.js';

export interface HistoryOptions {
  /** Probability that the last run of a reader that did not change is said to be worse. */
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

/** How the last run compares with the runs at one level before it, by the gate. */
export type RunComparison = Pick<RegressionResult, 'verdict' | 'drop' | 'excludes' | 'prompts'>;

export interface ReaderHistory {
  reader: string;
  series: HistorySeries[];
  /** Steps and trends of the level of all series together; the numbers of runs are those of `runs`. */
  course: LevelHistory;
  /** Nothing where it has no Case in common with a run before it. */
  last?: RunComparison;
}

export interface History {
  format: 'promptfoo-counting-stars history';
  version: 2;
  options: HistoryOptions;
  /** Files or evaluations of each run, in the order given. */
  runs: string[][];
  readers: ReaderHistory[];
}

/**
 * Follow all readers over runs: since when they are worse, and how the last run compares with those at
 * one level before it.
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
    version: 2,
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
  const course = courseOf(own, titles);
  const last = lastCompared(own, course, titles, options);
  return { reader, series: seriesOf(own, titles, options), course, ...(last && { last }) };
}

/** Steps and trends over the runs that have a Case in common with another one. */
function courseOf(runs: readonly Cases[], titles: ReadonlyMap<string, string>): LevelHistory {
  const scores = new Map<string, FollowedPrompt & { runs: (number | undefined)[] }>();
  const series = [...titles.keys()];
  runs.forEach((run, i) => {
    for (const [id, { row, answered, series: own }] of run) {
      if (row.control || !answered) continue;
      const prompt = scores.get(id) ?? {
        series: series.indexOf(own),
        tokens: answered.tokens,
        marks: Math.max(1, answered.marks.length),
        runs: runs.map(() => undefined),
      };
      prompt.runs[i] = answered.score;
      scores.set(id, prompt);
    }
  });
  const followed = [...scores.values()].filter(
    (prompt) => prompt.runs.filter((score) => score !== undefined).length > 1,
  );
  const levels = runLevels(followed).flatMap((level, run) => (level ? [{ ...level, run }] : []));
  const course = levelHistory(levels);
  const numbered = (index: number) => levels[index]?.run ?? 0;
  return {
    ...course,
    since: numbered(course.since),
    steps: course.steps.map((step) => ({
      ...step,
      run: numbered(step.run),
      from: numbered(step.from),
      to: numbered(step.to),
    })),
  };
}

/** The last run against those before it from the last step on; against the level before where it is one. */
function lastCompared(
  runs: readonly Cases[],
  { since, steps }: LevelHistory,
  titles: ReadonlyMap<string, string>,
  { alpha, maxDrop }: HistoryOptions,
): RunComparison | undefined {
  const end = runs.findLastIndex(({ size }) => size > 0);
  if (end < 0) return undefined;
  const start = since < end ? since : (steps.at(-2)?.run ?? 0);
  const before = runs.slice(start, end).filter(({ size }) => size > 0);
  const shared = sharedCases(before.map(answeredOf), runs[end]!, titles);
  const compared = regressionOf(shared, { alpha, maxDrop }).regression;
  if (!compared) return undefined;
  const { verdict, drop, excludes, prompts } = compared;
  return { verdict, drop, excludes, prompts };
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
