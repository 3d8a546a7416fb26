/** Runs of the same grid over time: how recall and effective length went, and where they fell. docs/gate.md */

import { largest, smallest } from '../../base/extremes.js';
import { groupBy } from '../../base/group-by.js';
import { ascending, mean, sum } from '../../base/numbers.js';
import type { Sizes } from '../../measuring/document/sizes.js';
import { caseOf } from '../../measuring/facts/baseline-of.js';
import type { AskedCase } from '../../measuring/facts/evaluation/asked-case.js';
import {
  type Compared,
  type ConditionChange,
  changesBetween,
} from '../../measuring/facts/evaluation/changes.js';
import type { Evaluation } from '../../measuring/facts/evaluation/evaluation.js';
import { measuredName, ofMeasure } from '../../measuring/facts/evaluation/measures.js';
import { type Reader, sameReader } from '../../measuring/facts/evaluation/readers.js';
import type { Reached } from '../../measuring/facts/length-verdict.js';
import {
  figureOf,
  recallModel,
  recallOf,
  reliableOf,
} from '../../measuring/facts/tables/recall-model.js';
import { type Spent, spentBy } from '../../measuring/facts/tables/spent.js';
import type { BaselineCase } from '../../measuring/results/baseline/baseline.js';
import { crossing } from '../../measuring/statistics/curve/effective-length.js';
import { CONFIDENCE, type Interval } from '../../measuring/statistics/interval.js';
import type { RegressionResult } from '../../measuring/statistics/regression/regression.js';
import { regressionsOf } from '../../measuring/verdicts/gate/clusters.js';
import { sharedCases } from '../../measuring/verdicts/gate/shared-cases.js';
import { type LevelHistory, levelHistory } from './change-points.js';
import { type FollowedPrompt, runLevels } from './run-levels.js';
import type { TestsHistory } from './tests-history.js';

export interface HistoryOptions {
  /** Probability that the last run of a reader that did not change is said to be worse. */
  alpha: number;
  /** A mean drop of recall that is accepted. */
  maxDrop: number;
  /** Of the effective length. */
  threshold: number;
}

/** One series of one reader in one run. */
export interface HistoryPoint extends Pick<Reached, 'likely' | 'reliable' | 'rise'> {
  /** Prompts with an answer. */
  prompts: number;
  /** Of these, with answers that could not be read; absent when there are none. */
  unread?: number;
  recall: Interval;
  /** In tokens; `Infinity` for the longest length or more, 0 for less than the shortest. */
  effectiveLength: Interval;
  /** Recall at each length, ascending. */
  byLength: { tokens: number; recall: number }[];
}

export interface HistorySeries {
  title: string;
  /** Shortest and longest length. */
  fromTokens: number;
  toTokens: number;
  sizes?: Sizes;
  /** One for each run; nothing where it has no answer. */
  points: (HistoryPoint | undefined)[];
}

/** How the last run compares with the runs at one level before it, by the gate. */
type RunComparison = Pick<RegressionResult, 'verdict' | 'drop' | 'excludes' | 'prompts'>;

export interface ReaderHistory {
  reader: string;
  series: HistorySeries[];
  /** What each run paid. */
  spent: Spent[];
  /** Steps and trends of the level of all series together; the numbers of runs are those of `runs`. */
  course: LevelHistory;
  /** Nothing where it has no Case in common with a run before it. */
  last?: RunComparison;
}

/** What of the conditions of a model changed at a run: since the last run before it that has the model. */
export interface RunChanges {
  /** Numbers from 0. */
  run: number;
  since: number;
  model: string;
  changes: ConditionChange[];
}

export interface History {
  format: 'promptfoo-counting-stars history';
  version: 2;
  options: HistoryOptions;
  /** Files or evaluations of each run, in the order given. */
  runs: string[][];
  readers: ReaderHistory[];
  /** Absent where nothing changed, as far as runs tell. */
  changes?: RunChanges[];
  /** Of ordinary tests; absent where there are none. */
  tests?: TestsHistory;
}

/**
 * Follow all readers over runs: since when they are worse, and how the last run compares with those at
 * one level before it.
 *
 * @param runs - oldest first
 */
export function historyOf(runs: readonly Evaluation[], options: HistoryOptions): History {
  const names = [...new Set(runs.flatMap(({ readers }) => readers.map(({ name }) => name)))].sort();
  const measures = [...new Set(runs.flatMap((run) => run.measures.followed))];
  const changes = names.flatMap((name) => changesOver(name, runs));
  return {
    format: 'promptfoo-counting-stars history',
    version: 2,
    options,
    runs: runs.map(({ sources }) => [...sources]),
    ...(changes.length > 0 && { changes }),
    readers: measures.flatMap((measure) =>
      names.flatMap((name) =>
        readerHistory(name, measure, runs, { ...options, measures: measures.length }),
      ),
    ),
  };
}

/** What of a model's conditions changed from run to run. */
function changesOver(model: string, runs: readonly Evaluation[]): RunChanges[] {
  const side = ({ conditions, cases }: Reader): Compared => ({
    conditions,
    cases: [...cases].map(([id, { shown }]) => [id, shown] as const),
  });
  return runs.flatMap(({ readers }, run) => {
    const now = readers.find(({ name }) => name === model);
    if (!now) return [];
    for (let since = run - 1; since >= 0; since--) {
      const before = sameReader(now, runs[since]!.readers, readers);
      if (!before) continue;
      const changes = changesBetween(side(before), side(now));
      return changes.length > 0 ? [{ run, since, model, changes }] : [];
    }
    return [];
  });
}

type Cases = ReadonlyMap<string, AskedCase>;

function readerHistory(
  name: string,
  measure: string,
  runs: readonly Evaluation[],
  options: HistoryOptions & { measures: number },
): ReaderHistory[] {
  const own = runs.map(
    ({ readers }): Cases => ofMeasure(measure, readers.find((one) => one.name === name)?.cases),
  );
  if (own.every(({ size }) => size === 0)) return [];
  const course = courseOf(own);
  const last = lastCompared(own, course, options);
  const reader = measuredName(name, measure);
  const spent = own.map((run) => spentBy([...run.values()].flatMap(({ calls }) => calls)));
  return [{ reader, series: seriesOf(own, options), spent, course, ...(last && { last }) }];
}

/** Steps and trends over the runs that have a Case in common with another one. */
function courseOf(runs: readonly Cases[]): LevelHistory {
  const scores = new Map<string, Followed>();
  const series: string[] = [];
  runs.forEach((run, i) => {
    for (const { id, cluster, series: own, tokens, answer, unread } of run.values()) {
      // What could not be read is no level of recall.
      if (own.control || !answer || unread) continue;
      if (!series.includes(own.key)) series.push(own.key);
      const prompt = scores.get(id) ?? {
        ...(cluster !== undefined && { cluster }),
        series: series.indexOf(own.key),
        tokens,
        marks: Math.max(1, answer.marks.length),
        runs: runs.map(() => undefined),
      };
      prompt.runs[i] = answer.score;
      scores.set(id, prompt);
    }
  });
  const followed = inClusters([...scores.values()]).filter(
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

type Followed = FollowedPrompt & { cluster?: string; runs: (number | undefined)[] };

/** Prompts about one question as one, with the mean of their scores: those that the same runs answered. */
function inClusters(prompts: readonly Followed[]): Followed[] {
  const groups = groupBy(prompts, (one) =>
    one.cluster === undefined
      ? one
      : JSON.stringify([one.series, one.cluster, one.runs.map((score) => score === undefined)]),
  );
  return [...groups.values()].map((own) => {
    const [first] = own as [Followed];
    return {
      ...first,
      marks: sum(own.map(({ marks }) => marks)),
      runs: first.runs.map((score, run) =>
        score === undefined ? undefined : mean(own.map(({ runs }) => runs[run]!)),
      ),
    };
  });
}

/** The last run against those before it from the last step on; against the level before where it is one. */
function lastCompared(
  runs: readonly Cases[],
  { since, steps }: LevelHistory,
  { alpha, maxDrop, measures }: HistoryOptions & { measures: number },
): RunComparison | undefined {
  const end = runs.findLastIndex(({ size }) => size > 0);
  if (end < 0) return undefined;
  const start = since < end ? since : (steps.at(-2)?.run ?? 0);
  const before = runs.slice(start, end).filter(({ size }) => size > 0);
  const shared = new Map([['', sharedCases(before.map(answeredOf), runs[end]!)]]);
  const limits = { alpha, maxDrop, measures, driftOf: () => undefined };
  const compared = regressionsOf(shared, limits).get('')!.regression;
  if (!compared) return undefined;
  const { verdict, drop, excludes, prompts } = compared;
  return { verdict, drop, excludes, prompts };
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
    const { title, sizes } = own[0]!.asked.series;
    const lengths = own.map(({ asked }) => asked.tokens);
    const points = runs.map((_, run) => {
      const cases = own.flatMap((cell) => (cell.run === run ? cell.asked : []));
      return pointOf(cases, threshold);
    });
    return {
      title,
      fromTokens: smallest(lengths),
      toTokens: largest(lengths),
      ...(sizes && { sizes }),
      points,
    };
  });
}

function pointOf(cases: readonly AskedCase[], threshold: number): HistoryPoint | undefined {
  const options = { threshold, confidence: CONFIDENCE };
  const model = recallModel(cases, options);
  if (!model.curve) return undefined;
  const { likely = [], ...reliable } = reliableOf(model, options) ?? {};
  const unread = cases.filter((asked) => asked.unread).length;
  return {
    prompts: model.prompts.length,
    ...(unread > 0 && { unread }),
    recall: recallOf(model, CONFIDENCE),
    effectiveLength: figureOf(model, ({ curve }) => crossing(curve!)),
    byLength: ascending(model.prompts.map(({ tokens }) => tokens)).map((tokens) => ({
      tokens,
      recall: recallOf(model, CONFIDENCE, ({ prompts }) =>
        prompts.filter((prompt) => prompt.tokens === tokens),
      ).value,
    })),
    likely,
    ...('tokens' in reliable && { reliable }),
    ...(model.rise?.clear && { rise: { clear: true } }),
  };
}
