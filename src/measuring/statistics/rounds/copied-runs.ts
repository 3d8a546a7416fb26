/** Estimates whether repeats copy their run, as at temperature 0 or behind a cache. Such a run is one round. */
import { largest } from '../../../base/extremes.js';
import { mean } from '../../../base/numbers.js';
import { logBeta } from '../probabilities.js';
import type { ComparedUnit } from './units.js';

/** Prior odds that all repeats copy their run, and that some do. Calibrated in bench/ordinary-tests.mjs. */
const ODDS = { all: 1, some: 0.15 };

/** Copying tests for each that does not copy, as assumed. */
const COPYING = [0.25, 0.5, 1, 2, 4];

/**
 * Estimates the probability that runs whose repeats do not differ move together. Breaks are what is judged, so
 * they are no evidence. Other moves are, and so are repeats that differ.
 */
export function wholeProbability(units: readonly ComparedUnit[]): number {
  const repeated = units.filter(
    ({ runs, isVaried }) => isVaried && runs.filter((rounds) => rounds.length > 1).length > 1,
  );
  const mixed = repeated.filter(({ isPure }) => !isPure).length;
  const moved = repeated.filter((unit) => unit.isPure && !isBroken(unit)).length;
  const sizes = repeated.flatMap(({ runs }) => runs.map((rounds) => rounds.length));
  const repeats = Math.max(2, Math.round(mean(sizes)));
  const runs = Math.max(2, largest(repeated.map((unit) => unit.runs.length)));
  const { apart, whole } = expectedMoves(runs, repeats);
  const logs = COPYING.map(
    (share) => moved * Math.log1p((share * whole) / apart) - share * whole * mixed,
  );
  const most = Math.max(...logs);
  const evidence = most + Math.log(mean(logs.map((log) => Math.exp(log - most))));
  return 1 / (1 + Math.exp(-evidence) / (mixed === 0 ? ODDS.all : ODDS.some));
}

/** Tells whether only the new run is below equal baseline runs. */
function isBroken({ runs }: ComparedUnit): boolean {
  const levels = runs.map(([first]) => mean(first!.filter((score) => score !== undefined)));
  const now = levels.pop()!;
  return levels.every((level) => level === levels[0]) && now < levels[0]!;
}

/**
 * Expects moves other than breaks for each test whose repeats differ: if repeats are independent (`apart`), and
 * if they copy their run (`whole`).
 */
function expectedMoves(runs: number, repeats: number): { apart: number; whole: number } {
  const movesOf = (size: number) => {
    let moves = -beta(size * (runs - 1) + 1, size + 1);
    let ways = 1;
    for (let low = 1; low < runs; low++) {
      ways *= (runs - low + 1) / low;
      moves += ways * beta(size * (runs - low) + 1, size * low + 1);
    }
    return moves;
  };
  const constant = 2 / (repeats * runs + 1);
  const mixed = 1 - constant - movesOf(repeats) - beta(repeats * (runs - 1) + 1, repeats + 1);
  return { apart: movesOf(repeats) / mixed, whole: movesOf(1) / mixed };
}

function beta(a: number, b: number): number {
  return Math.exp(logBeta(a, b));
}
