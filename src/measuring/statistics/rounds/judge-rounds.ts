/**
 * Judges whether units fell from a baseline's rounds to a new run's (docs/method/gate.md,
 * bench/ordinary-tests.mjs).
 */
import { largest, smallest } from '../../../base/extremes.js';
import { ascending, mean, sum } from '../../../base/numbers.js';
import { whereEnds } from '../halving.js';
import { tTail } from '../probabilities.js';
import { type DropDecision, decisionOf } from '../regression/decision.js';
import type { DropBounds } from '../regression/drop-test.js';
import { overDrift, type RunDrift, runDrift } from '../regression/run-drift.js';
import { wholeProbability } from './copied-runs.js';
import { type Statistic, testExchanged } from './exchange.js';
import { type TestState, testStatesOf } from './test-states.js';
import {
  type ComparedUnit,
  comparedUnits,
  observed,
  type Round,
  type Unit,
  type UnitCell,
} from './units.js';

interface RoundsOptions {
  /** Probability that an unchanged run fails, over everything that is tested. */
  alpha: number;
  /** Accepted mean drop. It does not excuse a unit that broke. */
  maxDrop: number;
  /** Bound to prove for passing. */
  margin?: number;
  confidence: number;
  /** Whether draws as rare as the observed one count half (mid-p). */
  halved?: boolean;
  /** Whether repeats are known to be no copies. By default, by how they differ. */
  isIndependent?: boolean;
}

/** What was looked at, and what was found. */
export interface RoundsFinding {
  kind: Statistic['kind'];
  measure: number;
  /** Nothing: all groups together. */
  group?: number;
  /** Nothing: all lengths. */
  fromLength?: number;
  toLength?: number;
  /** Units that have a score there. */
  units: number;
  before: number;
  now: number;
  drop: number;
  /** Of the drop of its units; and at most how large it is, by a one-sided bound. */
  bounds: DropBounds;
  excludes: number;
  /** By itself, and for all findings together. */
  p: number;
  adjusted: number;
  failed: boolean;
}

/** The mean drop of one measure over all units. */
interface MeasuredDrop {
  units: number;
  before: number;
  now: number;
  drop: DropBounds;
  /** The drop is at most this, by a one-sided bound. */
  excludes: number;
  drift: Pick<RunDrift, 'runs' | 'from' | 'deviation'>;
}

export interface RoundsJudgement extends DropDecision<'nothing in common'> {
  /** Units that both sides have. */
  units: number;
  /** The fewest rounds that a run has of a unit, and the most. */
  repeats: { fewest: number; most: number };
  /** One for each measure. */
  measures: MeasuredDrop[];
  findings: RoundsFinding[];
  /** By the first measure that a unit has, in the order of the units' ids. */
  states: TestState[];
  /** Probability that repeats copy their run. */
  copied: number;
}

/**
 * Judges the units that both sides have. The order of units, runs and rounds makes no difference.
 *
 * @param cells - what each score of a round is of
 */
export function judgeRounds(
  units: readonly Unit[],
  cells: readonly UnitCell[],
  options: RoundsOptions,
): RoundsJudgement {
  const compared = comparedUnits(units, cells);
  const sizes = compared.flatMap(({ runs }) => runs.map(({ length }) => length));
  const repeats = {
    fewest: compared.length > 0 ? smallest(sizes) : 0,
    most: Math.max(0, largest(sizes)),
  };
  if (compared.length === 0) {
    return {
      ...{ verdict: 'inconclusive', reasons: ['nothing in common'], units: 0, repeats },
      ...{ measures: [], findings: [], states: [], copied: 0 },
    };
  }
  const numbers = ascending(cells.map(({ measure }) => measure));
  const drifts = numbers.map((measure) => driftOf(compared, cells, measure));
  const statistics = statisticsOf(cells);
  const whole = options.isIndependent ? 0 : wholeProbability(compared);
  const tested = testExchanged(
    compared,
    statistics.map(({ statistic }) => statistic),
    drifts.map(({ nodes }) => nodes),
    { halved: options.halved === true, whole },
  );
  const { alpha, maxDrop, margin } = options;
  const bounded = (measure: number, own: readonly number[]) =>
    measuredDrop(compared, own, drifts[numbers.indexOf(measure)]!, whole, options.confidence);
  const findings = tested.map(({ statistic, p, adjusted }, i): RoundsFinding => {
    const place = statistics[i]!.place;
    const levels = levelsOf(compared, statistic.cells);
    const drop = levels.before - levels.now;
    const isEnough = statistic.kind === 'few' || drop > maxDrop + 1e-9;
    const { kind, measure } = statistic;
    const { drop: bounds, excludes } = bounded(measure, statistic.cells);
    return {
      kind,
      measure,
      ...place,
      ...levels,
      drop,
      bounds: agreeing(bounds, adjusted <= alpha),
      excludes,
      p,
      adjusted,
      failed: adjusted <= alpha && isEnough,
    };
  });
  const failed = findings.some((finding) => finding.failed);
  const measures = numbers.map((measure) => {
    const own = bounded(measure, cellsOf(cells, measure));
    const isShown = findings.find((finding) => isOfAll(finding, measure))!.adjusted <= alpha;
    return { ...own, drop: agreeing(own.drop, isShown) };
  });
  return {
    ...decisionOf(failed, largest(measures.map(({ excludes }) => excludes)), margin),
    units: compared.length,
    repeats,
    measures,
    findings,
    states: testStatesOf(compared, cellsOf(cells, numbers[0]!), whole),
    copied: whole,
  };
}

/** Tells whether a finding is the mean of everything by a measure. */
function isOfAll({ kind, measure, group, fromLength }: RoundsFinding, of: number): boolean {
  return kind === 'mean' && measure === of && group === undefined && fromLength === undefined;
}

function cellsOf(cells: readonly UnitCell[], measure: number): number[] {
  return cells.flatMap((cell, i) => (cell.measure === measure ? [i] : []));
}

interface PlacedStatistic {
  statistic: Statistic;
  place: Pick<RoundsFinding, 'group' | 'fromLength' | 'toLength'>;
}

/**
 * Lists statistics: by measure, means and few broken units for all and for each group, and means of each length
 * and of the longer half.
 */
function statisticsOf(cells: readonly UnitCell[]): PlacedStatistic[] {
  return ascending(cells.map(({ measure }) => measure)).flatMap((measure) => {
    const own = cellsOf(cells, measure);
    const both = (of: readonly number[], place: PlacedStatistic['place']): PlacedStatistic[] =>
      (['mean', 'few'] as const).map((kind) => ({
        statistic: { kind, measure, cells: of },
        place,
      }));
    const groups = ascending(own.flatMap((i) => cells[i]!.group ?? []));
    const lengths = ascending(own.flatMap((i) => cells[i]!.length ?? []));
    const within = (from: number, to: number): PlacedStatistic => ({
      statistic: {
        kind: 'mean',
        measure,
        cells: own.filter((i) => cells[i]!.length! >= from && cells[i]!.length! <= to),
        isLongest: from === lengths.at(-1),
      },
      place: { fromLength: from, toLength: to },
    });
    const longer = lengths.slice(-Math.ceil(lengths.length / 2));
    return [
      ...both(own, {}),
      ...(groups.length < 2
        ? []
        : groups.flatMap((group) =>
            both(
              own.filter((i) => cells[i]!.group === group),
              { group },
            ),
          )),
      ...(lengths.length < 2 ? [] : lengths.map((length) => within(length, length))),
      ...(longer.length < 2 ? [] : [within(longer[0]!, longer[longer.length - 1]!)]),
    ];
  });
}

/** Averages a unit's scores in some cells. */
function scoreOf(rounds: readonly Round[], cells: readonly number[]): number | undefined {
  const scores = rounds.flatMap((round) => cells.flatMap((i) => round[i] ?? []));
  return scores.length === 0 ? undefined : mean(scores);
}

function levelsOf(units: readonly ComparedUnit[], cells: readonly number[]) {
  const given = units.flatMap((unit) => {
    const { before, now } = observed(unit);
    const was = scoreOf(before, cells);
    return was === undefined ? [] : [{ before: was, now: scoreOf(now, cells)! }];
  });
  return {
    units: given.length,
    before: mean(given.map(({ before }) => before)),
    now: mean(given.map(({ now }) => now)),
  };
}

function driftOf(
  units: readonly ComparedUnit[],
  cells: readonly UnitCell[],
  measure: number,
): RunDrift {
  const own = cellsOf(cells, measure);
  const runs = largest(units.map(({ numbers }) => numbers[numbers.length - 1]!));
  const levels = units.flatMap((unit) => {
    const scores = Array.from({ length: runs }, (_, run) => {
      const at = unit.numbers.slice(0, -1).indexOf(run);
      return at < 0 ? undefined : scoreOf(unit.runs[at]!, own);
    });
    return scores.every((score) => score === undefined) ? [] : [{ runs: scores }];
  });
  return runDrift(levels);
}

/**
 * Bounds the mean drop of these units: Student's t by how rounds differ within runs or, if a unit has one round
 * or runs may be copies, by how it moved. Two imagined units, one broken and one mended, are added, since rare
 * moves may be missing.
 *
 * @param whole - probability that runs whose rounds are equal move together
 */
function measuredDrop(
  units: readonly ComparedUnit[],
  cells: readonly number[],
  { nodes, ...drift }: RunDrift,
  whole: number,
  confidence: number,
): MeasuredDrop {
  const moves = units.flatMap((unit) => {
    const { before, now } = observed(unit);
    const was = scoresIn(before, cells);
    if (was.length === 0) return [];
    const is = scoresIn(now, cells);
    const drop = mean(was) - mean(is);
    const isRepeated = was.length > 1 && is.length > 1;
    const share = isRepeated ? (unit.isPure ? whole : 0) : 1;
    const noise = isRepeated ? varianceOf(was) / was.length + varianceOf(is) / is.length : 0;
    return [{ was: mean(was), is: mean(is), drop, noise, share, isRepeated }];
  });
  const count = moves.length;
  const [before, now] = [mean(moves.map(({ was }) => was)), mean(moves.map(({ is }) => is))];
  if (count === 0) {
    const unknown = Number.NaN;
    const drop = { value: unknown, low: -1, high: 1 };
    return { units: 0, before: unknown, now: unknown, drop, excludes: 1, drift };
  }
  const isWhole = units.every(({ runs }) =>
    runs.flat().every((round) => cells.every((i) => round[i] === undefined || round[i]! % 1 === 0)),
  );
  const unseen = isWhole ? 1 : largest(moves.map(({ drop }) => Math.abs(drop)));
  const value = before - now;
  const squares = moves.reduce(
    (total, { drop, noise, share, isRepeated }) =>
      total + noise + share * (drop - (isRepeated ? 0 : value)) ** 2,
    2 * unseen ** 2,
  );
  const error = squares / (count + 1) / (count + 2);
  const sides = 1 + 1 / Math.max(1, drift.runs);
  const chanceBeyond = (distance: number) =>
    overDrift(nodes, (variance) => {
      const spread = Math.sqrt(error + sides * variance);
      return spread > 0 ? tTail(distance / spread, count + 1) : Number(distance <= 0);
    });
  const bound = (sign: 1 | -1, tail: number) =>
    whereEnds(value, sign, (end) => chanceBeyond(sign * (end - value)) > tail);
  const tail = 1 - confidence;
  return {
    units: count,
    before,
    now,
    drop: { value, low: bound(-1, tail / 2), high: bound(1, tail / 2) },
    excludes: bound(1, tail),
    drift,
  };
}

function scoresIn(rounds: readonly Round[], cells: readonly number[]): number[] {
  return rounds.flatMap((round) => scoreOf([round], cells) ?? []);
}

function varianceOf(scores: readonly number[]): number {
  const center = mean(scores);
  return sum(scores.map((score) => (score - center) ** 2)) / (scores.length - 1);
}

/** Keeps the interval above 0 exactly if the test shows a drop. */
function agreeing({ value, low, high }: DropBounds, isShown: boolean): DropBounds {
  return { value, low: isShown ? Math.max(low, 0.001) : Math.min(low, 0), high };
}
