/** Tests all statistics together against exchanged rounds and drifting runs. */
import seedrandom from 'seedrandom';
import { largest } from '../../../base/extremes.js';
import { kept } from '../../../base/kept.js';
import { sum } from '../../../base/numbers.js';
import type { DriftNode } from '../regression/run-drift.js';
import { wholeProbability } from './copied-runs.js';
import { breakFactor, sharesBroken, tallyOf, without } from './few-broke.js';
import { type ComparedUnit, freeRounds, type Round } from './units.js';

/** Mean drop of some cells, or whether a few units broke. */
export interface Statistic {
  kind: 'mean' | 'few';
  measure: number;
  cells: readonly number[];
  /** Whether these are of the longest of several lengths. */
  isLongest?: boolean;
}

interface Tested {
  statistic: Statistic;
  /** Probability of so much, if nothing changed: by itself, and for all statistics together. */
  p: number;
  adjusted: number;
}

/** Weights of p: the mean hides a few broken units, and long contexts are lost first. */
const WEIGHTS = { mean: 1, few: 1.25, longest: 2 };

function weightOf({ kind, isLongest }: Statistic): number {
  return WEIGHTS[isLongest ? 'longest' : kind];
}

/** Enough draws for a p of 0.05 to within 0.005. */
const DRAWS = 2000;

const ROUNDING = 1e-9;

/**
 * Tests statistics against exchanged rounds. All cells of a unit move together, so the smallest p is calibrated
 * whatever measures and lengths have in common.
 *
 * @param drifts - by measure
 * @param whole - probability that repeats copy their run. By default, by how they differ
 * @param halved - whether draws as rare as the observed one count half (mid-p)
 */
export function testExchanged(
  units: readonly ComparedUnit[],
  statistics: readonly Statistic[],
  drifts: readonly (readonly DriftNode[])[],
  {
    draws = DRAWS,
    halved = false,
    whole = wholeProbability(units),
  }: { draws?: number; halved?: boolean; whole?: number } = {},
): Tested[] {
  const random = seedrandom('rounds');
  const isWhole = Array.from({ length: draws }, () => random.quick() < whole);
  const values = valuesOf(units, statistics, isWhole, random);
  const runs = Math.max(1, largest(units.map((unit) => unit.runs.length - 1)));
  const shifts = drifts.map((nodes) => shiftsOf(nodes, runs, draws, random));
  // Draws that equal what was observed, apart from drift.
  const isSeen = new Uint8Array(draws).fill(1);
  const tested = statistics.map((statistic, i) => {
    const { seen, drawn } = values[i]!;
    // What is the same in every draw shows only drift.
    const isSame = (value: number) => Math.abs(value - seen) < ROUNDING;
    const isSilent = drawn.every(isSame);
    for (let draw = 0; draw < draws; draw++) if (!isSame(drawn[draw]!)) isSeen[draw] = 0;
    if (statistic.kind === 'mean') {
      const own = shifts[statistic.measure]!;
      for (let draw = 0; draw < draws; draw++) drawn[draw]! += own[draw]!;
    }
    return { statistic, isSilent, ...tails(seen, drawn) };
  });
  const smallest = new Float64Array(draws).fill(1);
  for (const { statistic, own, isSilent } of tested) {
    if (isSilent) continue;
    const weight = weightOf(statistic);
    for (let draw = 0; draw < draws; draw++) {
      smallest[draw] = Math.min(smallest[draw]!, own[draw]! / weight);
    }
  }
  return tested.map(({ statistic, p, isSilent }) => {
    if (isSilent) return { statistic, p: 1, adjusted: 1 };
    const rarity = p / weightOf(statistic);
    let rarer = 0;
    for (let draw = 0; draw < draws; draw++) {
      const own = smallest[draw]!;
      // What was observed counts as one more draw.
      const isRarer = own <= rarity + ROUNDING;
      const isAsRare =
        halved && (isSeen[draw] === 1 || (isRarer && own > rarity - 1 / draws + ROUNDING));
      rarer += isAsRare ? 1 / 2 : Number(isRarer);
    }
    return { statistic, p, adjusted: (1 + rarer) / (1 + draws) };
  });
}

/** Returns the value of each statistic over all units, as observed and in every draw. */
function valuesOf(
  units: readonly ComparedUnit[],
  statistics: readonly Statistic[],
  isWhole: readonly boolean[],
  random: seedrandom.PRNG,
): { seen: number; drawn: Float64Array }[] {
  const shares = sharesBroken(units.length);
  const rowOf = rowsOf(units, statistics, shares);
  const widths = statistics.map(({ kind }) => (kind === 'mean' ? 1 : shares.length));
  const width = sum(widths);
  const seen = new Float64Array(width);
  // Units whose rounds are all equal are the same in every draw.
  const same = new Float64Array(width);
  const drawn = new Float64Array(width * isWhole.length);
  for (const unit of units) {
    const row = rowOf(unit);
    row(unit.runs.at(-1)!).forEach((value, i) => {
      seen[i]! += value;
      if (!unit.isVaried) same[i]! += value;
    });
    if (!unit.isVaried) continue;
    const [free, whole] = [rowsIn(freeRounds(unit), row), rowsIn(unit.runs, row)];
    for (let at = 0, draw = 0; draw < isWhole.length; draw++) {
      const rows = unit.isPure && isWhole[draw] ? whole : free;
      const values = rows(random.quick());
      for (let i = 0; i < width; i++, at++) drawn[at]! += values[i]!;
    }
  }
  for (let at = 0; at < drawn.length; at++) drawn[at]! += same[at % width]!;
  return statistics.map(({ kind, cells }, i) => {
    const at = sum(widths.slice(0, i));
    const scores = units.map(({ runs }) => cells.filter((cell) => isGiven(runs[0]![0]!, cell)));
    const count = Math.max(1, scores.flat().length);
    const valueAt = (sums: Float64Array, from: number) =>
      kind === 'mean' ? sums[from]! / count : logMean(sums.subarray(from, from + widths[i]!));
    return {
      seen: valueAt(seen, at),
      drawn: Float64Array.from(isWhole, (_, draw) => valueAt(drawn, draw * width + at)),
    };
  });
}

/** Picks rows by a share of all choices. Each is made when it is first picked, since draws may be fewer than choices. */
function rowsIn(choices: readonly (readonly Round[])[], row: (now: readonly Round[]) => number[]) {
  const made = new Array<number[] | undefined>(choices.length);
  return (share: number): number[] => {
    const i = Math.floor(share * choices.length);
    made[i] ??= row(choices[i]!);
    return made[i];
  };
}

/** Returns, for a unit and the rounds of its new run, what it adds to each statistic: a mean drop, or a log for each share. */
function rowsOf(
  units: readonly ComparedUnit[],
  statistics: readonly Statistic[],
  shares: readonly number[],
) {
  const usual = tallyOf(
    units.flatMap(({ runs }) => runs.flat()),
    statistics.find(({ kind }) => kind === 'few')?.cells ?? [],
  );
  const factorOf = breakFactor(usual.count > 0 ? usual.sum / usual.count : 1);
  return ({ runs }: ComparedUnit) => {
    const rounds = runs.flat();
    const parts = statistics.map(({ kind, cells }) => {
      const given = cells.filter((cell) => isGiven(rounds[0]!, cell));
      const [all, total] = [tallyOf(rounds, cells), sumAt(given, rounds)];
      // Arrangements are many, and their sums few.
      const logs = new Map<string, number[]>();
      return (now: readonly Round[]): number[] => {
        if (kind === 'mean') {
          const after = sumAt(given, now);
          return [(total - after) / (rounds.length - now.length) - after / now.length];
        }
        const is = tallyOf(now, cells);
        return kept(logs, `${is.sum}/${is.count}`, () => {
          const was = without(all, is);
          const factor = was.count > 0 ? factorOf(was, is) : 1;
          return shares.map((share) => Math.log1p(share * (factor - 1)));
        });
      };
    });
    return (now: readonly Round[]) => parts.flatMap((part) => part(now));
  };
}

function isGiven(round: Round, cell: number): boolean {
  return round[cell] !== undefined;
}

function sumAt(cells: readonly number[], rounds: readonly Round[]): number {
  let sum = 0;
  for (const round of rounds) for (const cell of cells) sum += round[cell]!;
  return sum;
}

function logMean(logs: Float64Array): number {
  let [most, sum] = [Number.NEGATIVE_INFINITY, 0];
  for (const log of logs) most = Math.max(most, log);
  for (const log of logs) sum += Math.exp(log - most);
  return most + Math.log(sum / logs.length);
}

/** Draws how far a new run's mean drifts from the baseline's. */
function shiftsOf(
  nodes: readonly DriftNode[],
  runs: number,
  draws: number,
  random: seedrandom.PRNG,
): Float64Array {
  return Float64Array.from({ length: draws }, () => {
    const { variance } = drawnNode(nodes, random.quick());
    const normal =
      Math.sqrt(-2 * Math.log(1 - random.quick())) * Math.cos(2 * Math.PI * random.quick());
    return normal * Math.sqrt(variance * (1 + 1 / runs));
  });
}

function drawnNode(nodes: readonly DriftNode[], share: number): DriftNode {
  let upTo = 0;
  for (const node of nodes) {
    upTo += node.weight;
    if (share < upTo) return node;
  }
  return nodes[nodes.length - 1]!;
}

/** Ranks a value, and each draw, among draws. Equal ones count half (mid-p). */
function tails(seen: number, drawn: Float64Array) {
  const sorted = Float64Array.from(drawn).sort();
  const rarity = (value: number) =>
    sorted.length - (countUpTo(sorted, value + ROUNDING) + countUpTo(sorted, value - ROUNDING)) / 2;
  return {
    p: (rarity(seen) + 1 / 2) / (1 + drawn.length),
    own: drawn.map((value) => rarity(value) / drawn.length),
  };
}

function countUpTo(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
