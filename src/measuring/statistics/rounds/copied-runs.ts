/**
 * Whether repeats may copy their run: at temperature 0, behind a cache. Such a run is one round, however
 * often it repeats a test.
 */
import { largest } from '../../../base/extremes.js';
import { mean } from '../../../base/numbers.js';
import { logBeta } from './log-beta.js';
import type { ComparedUnit } from './units.js';

/**
 * Odds that repeats copy their run, before any has moved: of all tests, as long as no test's repeats differ; and
 * of some of them. Calibrated in bench/ordinary-tests.mjs.
 */
const ODDS = { all: 1, some: 0.15 };

/** How many tests may copy their run for each that does not. */
const COPYING = [0.25, 0.5, 1, 2, 4];

/**
 * The probability that runs whose repeats do not differ move whole. What broke is never asked: it is what is to be
 * judged. What moved otherwise, between baseline runs or upwards, shows that runs move; repeats that differ within a
 * run show that they do not, by what would be expected of each if tests passed with any probability.
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

/** Whether the new run alone is below equal baseline runs. */
function isBroken({ runs }: ComparedUnit): boolean {
  const levels = runs.map(([first]) => mean(first!.filter((score) => score !== undefined)));
  const now = levels.pop()!;
  return levels.every((level) => level === levels[0]) && now < levels[0]!;
}

/**
 * Of tests that pass with any probability: pure moves other than a break for each test whose repeats differ, of tests whose
 * repeats are independent (`apart`), and of as many that copy their run (`whole`).
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
