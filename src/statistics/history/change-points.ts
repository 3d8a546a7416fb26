/** Since when a reader is worse: steps and trends of its level over runs. */
import type { Interval } from '../interval.js';
import {
  type DriftEvidence,
  type DriftNode,
  driftNodes,
  overDrift,
} from '../regression/run-drift.js';
import type { RunLevel } from './run-levels.js';

/** A step between two runs. */
export interface LevelStep {
  /** Number of the first run at the new level, from 0, and the runs that it may be (95 %). */
  run: number;
  from: number;
  to: number;
  /** Level before minus level after: a fall is positive. */
  drop: Interval;
}

/** What the levels of a reader show over its runs. */
export interface LevelHistory {
  /** Probability that the level changed at all. */
  changed: number;
  /** How it changed, where that is shown. */
  shape: 'none' | 'steps' | 'trend';
  /** Steps of the likeliest course, oldest first; empty for another shape. */
  steps: LevelStep[];
  /** Fall of recall from run to run, of a trend. */
  trend?: Interval;
  /** The last runs that are at one level: the first of them. */
  since: number;
  /** What the runs show of drift, changes left out. */
  drift: DriftEvidence;
}

/** Standard deviation of a level around the mean of all, and of what a trend changes in all. */
const SPREAD = 0.07;

/** Of the shapes before any run is seen. */
const PRIOR = { none: 0.5, steps: 0.47, trend: 0.03 };

/** Runs that there must be. Two points are a step and a trend alike. */
const FEWEST = { none: 0, steps: 2, trend: 4 };

/** A change is shown from this probability on. Calibrated in bench/truth-history.mjs. */
const SHOWN = 0.65;

/** Normal quantile of 0.975. */
const Z = 1.96;

/**
 * Find steps and trends. Runs vary around their level by chance and by drift, whose size is not known
 * (`run-drift.ts`); between steps the level stays. All courses of steps are weighed against each
 * other, against a trend and against no change (product partitions: Barry & Hartigan 1992).
 */
export function levelHistory(levels: readonly RunLevel[]): LevelHistory {
  const count = levels.length;
  if (count === 0) {
    const drift = { squares: 0, noise: 0, freedom: 0 };
    return { changed: 0, shape: 'none', steps: [], since: 0, drift };
  }
  const mean = meanOf(levels);
  const nodes = driftNodes([]).map((node) => ({ ...node, ...evidenceOf(levels, mean, node) }));
  const most = Math.max(...nodes.flatMap(({ none, steps, trend }) => [none, steps, trend]));
  const total = (shape: 'none' | 'steps' | 'trend') =>
    count < FEWEST[shape]
      ? 0
      : PRIOR[shape] *
        nodes.reduce((sum, node) => sum + node.weight * Math.exp(node[shape] - most), 0);
  const [none, steps, trend] = [total('none'), total('steps'), total('trend')];
  const changed = (steps + trend) / (none + steps + trend);
  const shape = changed < SHOWN ? 'none' : steps >= trend ? 'steps' : 'trend';
  const likely = nodes.map((node) => ({
    variance: node.variance,
    weight: node.weight * Math.exp(node[shape] - most),
  }));
  const sum = likely.reduce((all, { weight }) => all + weight, 0);
  const drift = likely.map(({ variance, weight }) => ({ variance, weight: weight / sum }));
  const starts = shape === 'steps' ? likeliestStarts(levels, mean, likeliestOf(drift)) : [0];
  const ends = [...starts.slice(1), count];
  const fits = starts.map((start, i) => fitOf(levels, drift, start, ends[i]!));
  return {
    changed,
    shape,
    steps: starts.slice(1).map((run, i) => ({
      run,
      ...boundsOf(levels, mean, drift, starts[i]!, run, ends[i + 1]!),
      drop: dropOf(fits[i]!, fits[i + 1]!),
    })),
    ...(shape === 'trend' && { trend: trendOf(levels, drift) }),
    since: starts[starts.length - 1]!,
    drift: driftShown(levels, starts, ends, shape === 'trend' ? trendOf(levels, drift).value : 0),
  };
}

/** Log evidence of each shape, if drift has a variance. */
function evidenceOf(levels: readonly RunLevel[], mean: number, { variance }: DriftNode) {
  const count = levels.length;
  const hazard = hazardOf(count);
  const segment = segmentEvidence(levels, mean, variance);
  const upTo = [0];
  for (let end = 1; end <= count; end++) {
    const terms = Array.from(
      { length: end },
      (_, start) =>
        upTo[start]! +
        segment(start, end) +
        (start > 0 ? Math.log(hazard) : 0) +
        (end - start - 1) * Math.log(1 - hazard),
    );
    upTo.push(logSum(terms));
  }
  const none = segment(0, count);
  const unchanged = none + (count - 1) * Math.log(1 - hazard);
  // Courses with at least one step, in proportion to their probability.
  const any =
    count < 2
      ? none
      : logMinus(upTo[count]!, unchanged) - Math.log(1 - (1 - hazard) ** (count - 1));
  return { none, steps: any, trend: none + trendGain(levels, mean, variance) };
}

/** Probability of a step between two runs: half of all histories have one. */
function hazardOf(count: number): number {
  return 1 - 0.5 ** (1 / Math.max(1, count - 1));
}

/** Log evidence of runs that have one level. */
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

/** How much more likely the levels are with a trend than with one level. */
function trendGain(levels: readonly RunLevel[], mean: number, drift: number): number {
  const { slope, precision } = slopeOf(levels, mean, drift);
  // The slope has a normal prior whose standard deviation makes SPREAD of all runs.
  const prior = (SPREAD / Math.max(1, levels.length - 1)) ** 2 * 4;
  const wide = prior + 1 / precision;
  return (precision * slope ** 2 - Math.log(precision * wide) - slope ** 2 / wide) / 2;
}

/** Weighted least squares. */
function slopeOf(levels: readonly RunLevel[], mean: number, drift: number) {
  let [weight, first, second, product, at] = [0, 0, 0, 0, 0];
  levels.forEach(({ recall, variance }, run) => {
    const own = 1 / (variance + drift);
    weight += own;
    first += own * run;
    second += own * run * run;
    at += own * (recall - mean);
    product += own * run * (recall - mean);
  });
  const precision = second - first ** 2 / weight;
  return {
    slope: precision > 0 ? (product - (first * at) / weight) / precision : 0,
    precision: Math.max(precision, 1e-9),
  };
}

function likeliestOf(drift: readonly DriftNode[]): number {
  return drift.reduce((a, b) => (b.weight > a.weight ? b : a)).variance;
}

/** Where the levels of the likeliest course start. */
function likeliestStarts(levels: readonly RunLevel[], mean: number, drift: number): number[] {
  const segment = segmentEvidence(levels, mean, drift);
  const odds = Math.log(hazardOf(levels.length) / (1 - hazardOf(levels.length)));
  const best = [{ value: 0, starts: [] as number[] }];
  for (let end = 1; end <= levels.length; end++) {
    const courses = best.map(({ value, starts }, start) => ({
      value: value + segment(start, end) + (start > 0 ? odds : 0),
      starts: [...starts, start],
    }));
    best.push(courses.reduce((a, b) => (b.value > a.value ? b : a)));
  }
  const whole = best[levels.length]!;
  if (whole.starts.length > 1) return whole.starts;
  // Some step is likelier than none, though no single one is: the best of them.
  const one = levels.slice(1).map((_, i) => segment(0, i + 1) + segment(i + 1, levels.length));
  return [0, 1 + one.indexOf(Math.max(...one))];
}

/** The runs at which a step between two others may be, with 95 %. */
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

/** Mean of a stretch of runs, and its variance. */
function fitOf(
  levels: readonly RunLevel[],
  drift: readonly DriftNode[],
  start: number,
  end: number,
) {
  const own = levels.slice(start, end);
  const shift = overDrift(drift, (variance) => variance);
  const weights = own.map(({ variance }) => 1 / (variance + shift));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    value: own.reduce((sum, { recall }, i) => sum + weights[i]! * recall, 0) / total,
    variance: 1 / total,
  };
}

function dropOf(before: ReturnType<typeof fitOf>, after: ReturnType<typeof fitOf>): Interval {
  return around(before.value - after.value, Math.sqrt(before.variance + after.variance));
}

function trendOf(levels: readonly RunLevel[], drift: readonly DriftNode[]): Interval {
  const { slope, precision } = slopeOf(
    levels,
    0,
    overDrift(drift, (variance) => variance),
  );
  return around(-slope, 1 / Math.sqrt(precision));
}

function around(value: number, error: number): Interval {
  return { value, low: Math.max(-1, value - Z * error), high: Math.min(1, value + Z * error) };
}

/** How far runs lie from their levels. */
function driftShown(
  levels: readonly RunLevel[],
  starts: readonly number[],
  ends: readonly number[],
  fall: number,
): DriftEvidence {
  let squares = 0;
  starts.forEach((start, i) => {
    const own = levels.slice(start, ends[i]).map(({ recall }, run) => recall + fall * run);
    const center = own.reduce((sum, value) => sum + value, 0) / own.length;
    squares += own.reduce((sum, value) => sum + (value - center) ** 2, 0);
  });
  const noise = levels.reduce((sum, { variance }) => sum + variance, 0) / levels.length;
  return { squares, noise, freedom: levels.length - starts.length - (fall === 0 ? 0 : 1) };
}

function meanOf(levels: readonly RunLevel[]): number {
  return levels.reduce((sum, { recall }) => sum + recall, 0) / levels.length;
}

function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
}

/** Logarithm of a difference, of which rounding may leave nothing. */
function logMinus(larger: number, smaller: number): number {
  return larger + Math.log(Math.max(1e-12, 1 - Math.exp(smaller - larger)));
}
