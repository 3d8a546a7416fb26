/** Decides what runs show of a model: a kind and figures without words, for JSON and the document. */
import { mean, sum } from '../../base/numbers.js';
import { jsonText } from '../../base/safe-output.js';
import type { ReachFigures, SizeFigures } from '../../measuring/facts/length-figures.js';
import {
  effectiveLengthFigures,
  effectiveSizeFigures,
} from '../../measuring/facts/length-figures.js';
import type { Reached } from '../../measuring/facts/length-verdict.js';
import { type ReliableFigures, reliableFigures } from '../../measuring/facts/length-verdict.js';
import type { Interval } from '../../measuring/statistics/interval.js';
import { lengthLoss } from '../../measuring/verdicts/gate/length-loss.js';
import type { LevelHistory, LevelStep } from './change-points.js';
import type { History, HistoryPoint, HistorySeries, ModelHistory } from './history.js';

type LengthLoss = NonNullable<ReturnType<typeof lengthLoss>>;

/** A fall of more than is accepted, which lasts until the last run. */
export interface Fall extends LevelStep {
  /** Recall at the level before, and at the level after. Absent if other prompts make them differ. */
  before?: number;
  now?: number;
}

export type Finding =
  | { kind: 'worse'; falls: Fall[] }
  | { kind: 'last run worse'; drop: Interval }
  /** Recall of all prompts shows no fall, but the reliable length of a series does, from a run to the last. */
  | { kind: 'shorter'; run: number; since: number; series: string; verdict: LengthLoss }
  | { kind: 'recovered'; run: number; back: number }
  | { kind: 'better'; run: number; drop: Interval }
  | { kind: 'no drop' | 'inconclusive'; atMost: number }
  | { kind: 'one run' | 'nothing shared' };

/** @param runs - number of runs given */
export function findingOf(
  { course, last, series }: Pick<ModelHistory, 'course' | 'last' | 'series'>,
  runs: number,
  maxDrop: number,
): Finding {
  const { steps } = course;
  const falls = standingFalls(course, maxDrop);
  if (falls.length > 0) {
    return { kind: 'worse', falls: falls.map((fall) => withLevels(fall, course, series)) };
  }
  if (!last) return { kind: runs < 2 ? 'one run' : 'nothing shared' };
  if (last.verdict === 'failed') return { kind: 'last run worse', drop: last.drop };
  const shorter = shorterIn(series, maxDrop);
  if (shorter) return shorter;
  const fell = steps.find(({ drop }) => drop.value > maxDrop);
  const end = steps.at(-1);
  if (fell) return { kind: 'recovered', run: fell.run, back: end!.run };
  if (end && end.drop.value < 0) return { kind: 'better', run: end.run, drop: end.drop };
  return { kind: last.verdict === 'passed' ? 'no drop' : 'inconclusive', atMost: last.excludes };
}

/** The first series in which all runs after one, to the last, have a shorter reliable length than that one. */
function shorterIn(series: readonly HistorySeries[], maxDrop: number): Finding | undefined {
  for (const one of series) {
    const runs = one.points.flatMap((point, run) => (point ? [run] : []));
    for (let at = runs.length - 2; at >= 0; at--) {
      const since = runs[at]!;
      const losses = runs.slice(at + 1).map((run) => lossBetween(one, since, run, maxDrop));
      const verdict = losses.at(-1);
      if (!verdict || losses.includes(undefined)) continue;
      return { kind: 'shorter', run: runs[at + 1]!, since, series: one.title, verdict };
    }
  }
  return undefined;
}

function lossBetween(series: HistorySeries, before: number, now: number, maxDrop: number) {
  const [old, current] = [reachedIn(series, before)!, reachedIn(series, now)!];
  const was = new Map(old.byLength.map(({ tokens, recall }) => [tokens, recall]));
  const lengths = current.byLength.flatMap(({ tokens, recall }) => {
    const known = was.get(tokens);
    return known === undefined ? [] : { tokens, prompts: 1, before: known, now: recall };
  });
  return lengthLoss({ before: old, now: current }, lengths, maxDrop);
}

/** How far a model held in one run of a series. */
export function reachedIn(
  { points, fromTokens, toTokens, sizes }: HistorySeries,
  run: number,
): (HistoryPoint & Reached) | undefined {
  const point = points[run];
  const ends = { shortest: fromTokens, longest: toTokens, ...(sizes && { sizes }) };
  return point && { ...point, ...ends };
}

/** Falls that no later rise made up for, oldest first. */
export function standingFalls(
  { steps }: Pick<LevelHistory, 'steps'>,
  maxDrop: number,
): LevelStep[] {
  return steps.filter(
    ({ drop }, i) =>
      drop.value > maxDrop && sum(steps.slice(i).map((step) => step.drop.value)) > maxDrop,
  );
}

/** Recall must differ by the fall, within this tolerance. */
const ROUNDING = 0.01;

function withLevels(
  step: LevelStep,
  { steps }: LevelHistory,
  series: readonly HistorySeries[],
): Fall {
  const i = steps.indexOf(step);
  const before = levelOf(series, steps[i - 1]?.run ?? 0, step.run);
  const now = levelOf(series, step.run, steps[i + 1]?.run);
  const isSame = Math.abs(before - now - step.drop.value) < ROUNDING;
  return { ...step, ...(isSame && { before, now }) };
}

/** Averages recall over some runs. */
function levelOf(series: readonly HistorySeries[], from: number, end: number | undefined): number {
  const [first] = series;
  const runs = (first?.points ?? []).map((_, run) => recallOfRun(series, run)).slice(from, end);
  return mean(runs.filter((recall) => recall !== undefined));
}

/** Averages recall of a run over all series, weighted by prompts. */
export function recallOfRun(series: readonly HistorySeries[], run: number): number | undefined {
  const points = series.flatMap(({ points: own }) => own[run] ?? []);
  if (points.length === 0) return undefined;
  return (
    sum(points.map(({ recall, prompts }) => recall.value * prompts)) /
    sum(points.map(({ prompts }) => prompts))
  );
}

export interface HistoryPointJson extends Omit<HistoryPoint, 'effectiveLength' | 'reliable'> {
  reliableLength: ReliableFigures;
  effectiveLength: ReachFigures;
  /** Set if all its prompts are sized by a count. */
  effectiveSize?: SizeFigures;
}

export interface HistorySeriesJson extends Omit<HistorySeries, 'points' | 'sizes'> {
  /** One for each run. `null` if it has no answer. */
  points: (HistoryPointJson | null)[];
}

export interface HistoryJson extends Omit<History, 'models'> {
  models: (Omit<ModelHistory, 'series'> & { finding: Finding; series: HistorySeriesJson[] })[];
}

export function historyJson(history: History): string {
  const { runs, options } = history;
  const models = history.models.map(({ series, ...model }) => ({
    ...model,
    finding: findingOf({ ...model, series }, runs.length, options.maxDrop),
    series: series.map(seriesJson),
  }));
  return jsonText({ ...history, models } satisfies HistoryJson);
}

function seriesJson(of: HistorySeries): HistorySeriesJson {
  const { points, sizes: _, ...series } = of;
  return {
    ...series,
    points: points.map((point, run) => {
      const reached = reachedIn(of, run);
      if (!point || !reached) return null;
      const effectiveSize = effectiveSizeFigures(reached);
      const { reliable: __, ...known } = point;
      return {
        ...known,
        reliableLength: reliableFigures(reached)!,
        effectiveLength: effectiveLengthFigures(reached)!,
        ...(effectiveSize && { effectiveSize }),
      };
    }),
  };
}
