/** Finds since when a model is worse: steps of its level over runs. */

import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { meanOrNaN } from '../../measuring/statistics/curve/prompt-marks.js';
import type { Interval } from '../../measuring/statistics/interval.js';
import { PRIOR } from '../../measuring/statistics/regression/drop-test.js';
import {
  markCorrelation,
  promptCorrelation,
  runColumns,
  spreadOf,
} from '../../measuring/statistics/regression/mark-correlation.js';
import type { PairedPrompt } from '../../measuring/statistics/regression/paired-prompts.js';
import {
  type DriftNode,
  driftNodes,
  overDrift,
} from '../../measuring/statistics/regression/run-drift.js';

export interface LevelStep {
  /** First run at the new level, from 0, and the runs that it may be (95%). */
  run: number;
  from: number;
  to: number;
  /** Level before minus level after, so a fall is positive. */
  drop: Interval;
}

/** Result for one model. */
export interface LevelHistory {
  /** Probability that the level changed at all. */
  changed: number;
  /** Steps of the likeliest course, the oldest first, if a change is shown. */
  steps: LevelStep[];
  /** First of the last runs that share a level. */
  since: number;
}

/** Returns the first of the runs to compare the last one with: those at its level, or at the one before if it is alone. */
export function alikeSince({ since, steps }: LevelHistory, last: number): number {
  return since < last ? since : (steps.at(-2)?.run ?? 0);
}

/** Prior standard deviation of a level around the overall mean. */
const SPREAD = 0.07;

/** A change is shown from this probability on. Calibrated in bench/truth-history.mjs. */
const SHOWN = 0.68;

/** Normal quantile at 0.975. */
const Z = 1.96;

/** Finds steps over runs of which some have no level. Numbers count all runs. */
export function courseOver(all: readonly (RunLevel | undefined)[]): LevelHistory {
  const numbers = all.flatMap((level, run) => (level ? [run] : []));
  const course = levelHistory(all.filter((level) => level !== undefined));
  const steps = course.steps.map((step) => ({
    ...step,
    ...{ run: numbers[step.run]!, from: numbers[step.from]!, to: numbers[step.to]! },
  }));
  return { ...course, since: numbers[course.since] ?? 0, steps };
}

/**
 * Finds steps. Runs vary around their level by chance and by drift of unknown size (`run-drift.ts`). The level stays the same
 * between steps. Weighs all courses of steps against each other and against no change (product partitions: Barry & Hartigan
 * 1992).
 */
export function levelHistory(levels: readonly RunLevel[]): LevelHistory {
  const count = levels.length;
  if (count === 0) return { changed: 0, steps: [], since: 0 };
  const mean = sum(levels.map(({ recall }) => recall)) / count;
  const nodes = driftNodes().map((node) => ({ ...node, ...evidenceOf(levels, mean, node) }));
  const most = Math.max(...nodes.map(({ all }) => all));
  const none = nodes.map((node) => node.weight * Math.exp(node.none - most));
  const all = nodes.map((node) => node.weight * Math.exp(node.all - most));
  const changed = 1 - sum(none) / sum(all);
  const isChanged = changed >= SHOWN;
  const weights = isChanged ? all.map((weight, i) => weight - none[i]!) : none;
  const drift = nodes.map(({ variance }, i) => ({ variance, weight: weights[i]! / sum(weights) }));
  const starts = isChanged ? likeliestStarts(levels, mean, drift) : [0];
  const ends = [...starts.slice(1), count];
  const shift = overDrift(drift, (variance) => variance);
  const fits = starts.map((start, i) => fitOf(levels.slice(start, ends[i]), shift));
  return {
    changed,
    steps: starts.slice(1).map((run, i) => ({
      run,
      ...boundsOf(levels, mean, drift, starts[i]!, run, ends[i + 1]!),
      drop: around(
        fits[i]!.value - fits[i + 1]!.value,
        Math.sqrt(fits[i]!.variance + fits[i + 1]!.variance),
      ),
    })),
    since: starts[starts.length - 1]!,
  };
}

/** Returns log evidence, with priors, of no change, and of no change or steps. */
function evidenceOf(levels: readonly RunLevel[], mean: number, { variance }: DriftNode) {
  const count = levels.length;
  const segment = segmentEvidence(levels, mean, variance);
  const [stay, step] = [Math.log(1 - hazardOf(count)), Math.log(hazardOf(count))];
  const upTo = [0];
  for (let end = 1; end <= count; end++) {
    const courses = upTo.map(
      (before, start) =>
        before + segment(start, end) + (start > 0 ? step : 0) + (end - start - 1) * stay,
    );
    upTo.push(logSum(courses));
  }
  return { none: segment(0, count) + (count - 1) * stay, all: upTo[count]! };
}

/** With this many pairs of neighboring runs, half of all histories have a step. Shorter ones have one more rarely. */
const HALF = 7;

/** Prior probability of a step between two runs. */
function hazardOf(count: number): number {
  return 1 - 0.5 ** (1 / Math.max(HALF, count - 1));
}

/** Log evidence that runs share one level. */
function segmentEvidence(levels: readonly RunLevel[], mean: number, drift: number) {
  const sums = [{ weight: 0, first: 0, second: 0, logs: 0 }];
  for (const { recall, variance } of levels) {
    const last = sums[sums.length - 1]!;
    const weight = 1 / (variance + drift);
    const off = recall - mean;
    sums.push({
      weight: last.weight + weight,
      first: last.first + weight * off,
      second: last.second + weight * off * off,
      logs: last.logs + Math.log(weight),
    });
  }
  return (start: number, end: number) => {
    const [a, b] = [sums[start]!, sums[end]!];
    const weight = b.weight - a.weight;
    const off = (b.first - a.first) / weight;
    const squares = b.second - a.second - weight * off * off;
    const wide = SPREAD ** 2 + 1 / weight;
    return (b.logs - a.logs - squares - Math.log(weight * wide) - off ** 2 / wide) / 2;
  };
}

/** Returns the first runs of each level in the likeliest course with a step. */
function likeliestStarts(
  levels: readonly RunLevel[],
  mean: number,
  drift: readonly DriftNode[],
): number[] {
  const { variance } = drift.reduce((a, b) => (b.weight > a.weight ? b : a));
  const segment = segmentEvidence(levels, mean, variance);
  const odds = Math.log(hazardOf(levels.length) / (1 - hazardOf(levels.length)));
  const best = [{ value: 0, starts: [] as number[] }];
  for (let end = 1; end <= levels.length; end++) {
    const courses = best.map(({ value, starts }, start) => ({
      value: value + segment(start, end) + (start > 0 ? odds : 0),
      starts: [...starts, start],
    }));
    const allowed = end < levels.length ? courses : courses.slice(1);
    best.push(allowed.reduce((a, b) => (b.value > a.value ? b : a)));
  }
  return best[levels.length]!.starts;
}

/** Returns the runs at which a step may be (95%). */
function boundsOf(
  levels: readonly RunLevel[],
  mean: number,
  drift: readonly DriftNode[],
  start: number,
  run: number,
  end: number,
): { from: number; to: number } {
  const chances = Array.from({ length: end - start - 1 }, () => 0);
  for (const { variance, weight } of drift) {
    const segment = segmentEvidence(levels, mean, variance);
    const logs = chances.map((_, i) => segment(start, start + 1 + i) + segment(start + 1 + i, end));
    const all = logSum(logs);
    logs.forEach((log, i) => {
      chances[i]! += weight * Math.exp(log - all);
    });
  }
  let [from, to] = [run, run];
  let covered = chances[run - start - 1]!;
  while (covered < 0.95 && (from > start + 1 || to < end - 1)) {
    const before = from > start + 1 ? chances[from - start - 2]! : -1;
    const after = to < end - 1 ? chances[to - start]! : -1;
    covered += Math.max(before, after);
    if (before > after) from--;
    else to++;
  }
  return { from, to };
}

/** Returns the mean of some runs, and its variance. */
function fitOf(levels: readonly RunLevel[], shift: number) {
  const weights = levels.map(({ variance }) => 1 / (variance + shift));
  const value = sum(levels.map(({ recall }, i) => weights[i]! * recall)) / sum(weights);
  return { value, variance: 1 / sum(weights) };
}

function around(value: number, error: number): Interval {
  return { value, low: Math.max(-1, value - Z * error), high: Math.min(1, value + Z * error) };
}

function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(sum(logs.map((log) => Math.exp(log - most))));
}

/** A prompt with its score in each run. Undefined if the run lacks it. */
export type FollowedPrompt = Pick<PairedPrompt, 'series' | 'tokens' | 'marks' | 'runs'>;

export interface RunLevel {
  /** Mean recall as if the run had answered all prompts. */
  recall: number;
  /** Variance due to chance alone. */
  variance: number;
}

/** Iterations of the fit if some runs lack prompts. */
const ROUNDS = 30;

/**
 * Fits additive effects of prompts and runs, so that a run without the hard prompts does not look better.
 * @returns undefined for a run without answers
 */
export function runLevels(prompts: readonly FollowedPrompt[]): (RunLevel | undefined)[] {
  const count = Math.max(0, ...prompts.map(({ runs }) => runs.length));
  const effects = runEffects(prompts, count);
  const total = meanOrNaN(prompts.map(({ runs }) => meanOrNaN(known(runs))));
  const spreads = spreadsOver(prompts);
  return effects.map((effect, run) => {
    const own = prompts.filter(({ runs }) => runs[run] !== undefined);
    if (own.length === 0) return undefined;
    const variance = own.reduce((sum, prompt) => sum + spreads(prompt, run), 0) / own.length ** 2;
    return { recall: total + effect, variance };
  });
}

function runEffects(prompts: readonly FollowedPrompt[], count: number): number[] {
  let effects = Array.from({ length: count }, () => 0);
  const complete = prompts.every(({ runs }) => known(runs).length === count);
  for (let round = 0; round < (complete ? 1 : ROUNDS); round++) {
    const sums = effects.map(() => ({ residual: 0, answers: 0 }));
    for (const { runs } of prompts) {
      const level = meanOrNaN(
        runs.flatMap((score, run) => (score === undefined ? [] : score - effects[run]!)),
      );
      runs.forEach((score, run) => {
        if (score === undefined) return;
        sums[run]!.residual += score - level;
        sums[run]!.answers++;
      });
    }
    effects = sums.map(({ residual, answers }) => (answers > 0 ? residual / answers : 0));
    const center = meanOrNaN(effects);
    effects = effects.map((effect) => effect - center);
  }
  return effects;
}

/** Estimates the variance of a prompt's score by the spread within each run and length. */
function spreadsOver(prompts: readonly FollowedPrompt[]) {
  const bySeries = new Map(
    [...groupBy(prompts, ({ series }) => series)].map(([series, own]) => {
      const columns = runColumns(own);
      const scores = own.flatMap(({ runs }) => known(runs));
      const pooled = (scores.reduce((sum, score) => sum + score, 0) + 1 / 2) / (scores.length + 1);
      const shared = meanOrNaN([
        0,
        ...columns.slice(1).map((_, run) => promptCorrelation(paired(own, run))),
      ]);
      const dependence = markCorrelation(columns, PRIOR);
      return [
        series,
        columns.map((column) => {
          // A fallen run has another spread, of which it alone shows little.
          const recall = (meanOrNaN(column.map(({ score }) => score)) + pooled) / 2;
          const unit = recall * (1 - recall) * (1 - shared);
          return (marks: number) => unit * spreadOf(marks, dependence);
        }),
      ];
    }),
  );
  return ({ series, marks }: FollowedPrompt, run: number) => bySeries.get(series)![run]!(marks);
}

/** Pairs the scores of prompts that two neighboring runs answered. */
function paired(prompts: readonly FollowedPrompt[], run: number): PairedPrompt[] {
  return prompts.flatMap((prompt) => {
    const [before, now] = [prompt.runs[run], prompt.runs[run + 1]];
    if (before === undefined || now === undefined) return [];
    return [{ ...prompt, runs: [before], before, now, drop: before - now }];
  });
}

function known(scores: FollowedPrompt['runs']): number[] {
  return scores.filter((score) => score !== undefined);
}
