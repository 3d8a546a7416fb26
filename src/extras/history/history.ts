/** Follows recall and reliable length over runs with the same prompts. docs/gate.md */

import { CONFIDENCE } from '../../base/defaults.js';
import { largest, smallest } from '../../base/extremes.js';
import { groupBy } from '../../base/group-by.js';
import { ascending, mean, sum } from '../../base/numbers.js';
import type { Sizes } from '../../measuring/document/sizes.js';
import { caseOf } from '../../measuring/facts/baseline-of.js';
import type { AskedCase } from '../../measuring/facts/evaluation/asked-case.js';
import {
  type Compared,
  type ConditionChange,
  changedConditions,
} from '../../measuring/facts/evaluation/changes.js';
import type { Evaluation } from '../../measuring/facts/evaluation/evaluation.js';
import { measuredName, ofMeasure } from '../../measuring/facts/evaluation/measures.js';
import { type Model, sameModel } from '../../measuring/facts/evaluation/models.js';
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
import type { Interval } from '../../measuring/statistics/interval.js';
import type { RegressionResult } from '../../measuring/statistics/regression/regression.js';
import { regressionsOf } from '../../measuring/verdicts/gate/clusters.js';
import { sharedCases } from '../../measuring/verdicts/gate/shared-cases.js';
import {
  alikeSince,
  courseOver,
  type FollowedPrompt,
  type LevelHistory,
  runLevels,
} from './change-points.js';
import type { TestsHistory } from './tests-history.js';

export interface RunsOptions {
  /** Chance that an unchanged model's last run is reported as worse. */
  alpha: number;
  /** Largest accepted drop of mean recall. */
  maxDrop: number;
  /** Recall below which a length is not reliable. */
  threshold: number;
}

/** A series of one model in one run. */
export interface HistoryPoint extends Pick<Reached, 'likely' | 'reliable' | 'rise'> {
  /** Prompts with an answer. */
  prompts: number;
  /** Those of them that could not be read. */
  unread?: number;
  recall: Interval;
  /** In tokens. `Infinity` for the longest length or more, 0 for less than the shortest. */
  effectiveLength: Interval;
  /** Ascending. */
  byLength: { tokens: number; recall: number }[];
}

export interface HistorySeries {
  title: string;
  fromTokens: number;
  toTokens: number;
  sizes?: Sizes;
  /** One for each run. Undefined if it has no answer. */
  points: (HistoryPoint | undefined)[];
}

/** Compares the last run by the gate's rules with the runs at one level before it. */
type RunComparison = Pick<RegressionResult, 'verdict' | 'drop' | 'excludes' | 'prompts'>;

export interface ModelHistory {
  model: string;
  series: HistorySeries[];
  /** Cost of each run. */
  spent: Spent[];
  /** Steps over all series. Numbers of runs index `runs`. */
  course: LevelHistory;
  /** Absent if it shares no case with an earlier run. */
  last?: RunComparison;
}

/** Changed conditions of a model at a run, since the last run before it that has the model. */
export interface RunChanges {
  /** Numbers from 0. */
  run: number;
  since: number;
  model: string;
  changes: ConditionChange[];
}

export interface History {
  format: 'promptfoo-counting-stars history';
  version: 4;
  options: RunsOptions;
  runs: string[][];
  models: ModelHistory[];
  /** Absent if no run records a change. */
  changes?: RunChanges[];
  /** On your own tests. */
  tests?: TestsHistory;
}

/**
 * Finds since when each model is worse, and compares its last run with those at one level before it.
 * @param runs - oldest first
 */
export function historyOf(runs: readonly Evaluation[], options: RunsOptions): History {
  const names = [...new Set(runs.flatMap(({ models }) => models.map(({ name }) => name)))].sort();
  const measures = [...new Set(runs.flatMap((run) => run.measures.followed))];
  const changes = names.flatMap((name) => changesOver(name, runs));
  return {
    format: 'promptfoo-counting-stars history',
    version: 4,
    options,
    runs: runs.map(({ sources }) => [...sources]),
    ...(changes.length > 0 && { changes }),
    models: measures.flatMap((measure) =>
      names.flatMap((name) =>
        modelHistory(name, measure, runs, { ...options, measures: measures.length }),
      ),
    ),
  };
}

function changesOver(model: string, runs: readonly Evaluation[]): RunChanges[] {
  const side = ({ conditions, cases }: Model): Compared => ({
    conditions,
    cases: [...cases].map(([id, { shown }]) => [id, shown] as const),
  });
  return runs.flatMap(({ models }, run) => {
    const now = models.find(({ name }) => name === model);
    if (!now) return [];
    for (let since = run - 1; since >= 0; since--) {
      const before = sameModel(now, runs[since]!.models, models);
      if (!before) continue;
      const changes = changedConditions(side(before), side(now));
      return changes.length > 0 ? [{ run, since, model, changes }] : [];
    }
    return [];
  });
}

type Cases = ReadonlyMap<string, AskedCase>;

function modelHistory(
  name: string,
  measure: string,
  runs: readonly Evaluation[],
  options: RunsOptions & { measures: number },
): ModelHistory[] {
  const own = runs.map(
    ({ models }): Cases => ofMeasure(measure, models.find((one) => one.name === name)?.cases),
  );
  if (own.every(({ size }) => size === 0)) return [];
  const course = courseOf(own);
  const last = lastCompared(own, course, options);
  const model = measuredName(name, measure);
  const spent = own.map((run) => spentBy([...run.values()].flatMap(({ calls }) => calls)));
  return [{ model, series: seriesOf(own, options), spent, course, ...(last && { last }) }];
}

/** Finds steps over runs that share a case with another run. */
function courseOf(runs: readonly Cases[]): LevelHistory {
  const scores = new Map<string, Followed>();
  const series: string[] = [];
  runs.forEach((run, i) => {
    for (const { id, cluster, series: own, tokens, answer, unread } of run.values()) {
      // An unreadable answer shows no level of recall.
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
  return courseOver(runLevels(followed));
}

type Followed = FollowedPrompt & { cluster?: string; runs: (number | undefined)[] };

/** Averages prompts on one question, if the same runs answered them. */
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

/** Compares the last run with those at its level, or at the one before if it is alone. */
function lastCompared(
  runs: readonly Cases[],
  course: LevelHistory,
  { alpha, maxDrop, measures }: RunsOptions & { measures: number },
): RunComparison | undefined {
  const end = runs.findLastIndex(({ size }) => size > 0);
  if (end < 0) return undefined;
  const before = runs.slice(alikeSince(course, end), end).filter(({ size }) => size > 0);
  const shared = new Map([['', sharedCases(before.map(answeredOf), runs[end]!)]]);
  const limits = { alpha, maxDrop, measures };
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

/** Collects series of all runs. Runs with the same series share its title. */
function seriesOf(runs: readonly Cases[], { threshold }: RunsOptions): HistorySeries[] {
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
