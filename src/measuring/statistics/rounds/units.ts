import seedrandom from 'seedrandom';
import { kept } from '../../../base/kept.js';

/** The scores of one round of a unit, one for each cell, from 0 to 1; `undefined` where it has none. */
export type Round = readonly (number | undefined)[];

/** A score's measure, and its length if the unit is tested at several. */
export interface UnitCell {
  measure: number;
  /** In tokens, documents or whatever grows. */
  length?: number;
  /** Model, if units of several are judged together. A unit has the cells of one. */
  group?: number;
}

/** What can be exchanged between runs: a test, or the question or text it shares. */
export interface Unit {
  id: string;
  /** Rounds of each baseline run. None if it lacks the unit. */
  baseline: readonly (readonly Round[])[];
  now: readonly Round[];
}

/** A unit of both sides, its rounds in an order that does not depend on the results'. */
export interface ComparedUnit {
  id: string;
  /** The baseline's runs that have it, then the new one. */
  runs: Round[][];
  /** Number of each of these runs, from 0; the new one is the last of all. */
  numbers: number[];
  isVaried: boolean;
  isPure: boolean;
}

/**
 * Returns the units that both sides have. Cells missing in some round are left out, since what is exchanged
 * must have the same cells.
 */
export function comparedUnits(units: readonly Unit[], cells: readonly UnitCell[]): ComparedUnit[] {
  return units
    .flatMap(({ id, baseline, now }) => {
      const all = [...baseline, now];
      const numbers = all.flatMap((rounds, run) => (rounds.length > 0 ? [run] : []));
      if (now.length === 0 || numbers.length < 2) return [];
      const given = all.filter((rounds) => rounds.length > 0);
      const isWhole = cells.map((_, i) => given.flat().every((round) => round[i] !== undefined));
      if (!isWhole.includes(true)) return [];
      const runs = given.map((rounds) =>
        rounds
          .map((round) => cells.map((_, i) => (isWhole[i] ? round[i] : undefined)))
          .sort(byScores),
      );
      const isPure = runs.every((rounds) => areEqual(rounds));
      return [{ id, runs, numbers, isPure, isVaried: !areEqual(runs.flat()) }];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function byScores(a: Round, b: Round): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function areEqual(rounds: readonly Round[]): boolean {
  const [first] = rounds;
  return rounds.every((round) => byScores(round, first!) === 0);
}

interface Arrangement {
  before: readonly Round[];
  now: readonly Round[];
}

/** Above this many arrangements, some are drawn. */
const MOST = 256;

export function observed({ runs }: ComparedUnit): Arrangement {
  return { before: runs.slice(0, -1).flat(), now: runs[runs.length - 1]! };
}

/** Lists every choice of rounds for the new run, or draws some. All others are the baseline's. */
export function freeRounds({ runs }: ComparedUnit): Round[][] {
  const rounds = runs.flat();
  const size = runs[runs.length - 1]!.length;
  return choicesOf(rounds.length, size).map((now) => now.map((i) => rounds[i]!));
}

const known = new Map<string, readonly number[][]>();

function choicesOf(count: number, size: number): readonly number[][] {
  return kept(known, `${count}/${size}`, () =>
    ways(count, size) <= MOST ? [...everyChoice(count, size)] : drawnChoices(count, size),
  );
}

function ways(count: number, size: number): number {
  let all = 1;
  for (let i = 1; i <= size; i++) all *= (count - size + i) / i;
  return Math.round(all);
}

function* everyChoice(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) yield [];
  else {
    for (let first = from; first <= count - size; first++) {
      for (const more of everyChoice(count, size - 1, first + 1)) yield [first, ...more];
    }
  }
}

function drawnChoices(count: number, size: number): number[][] {
  const random = seedrandom(`${count}/${size}`);
  return Array.from({ length: MOST }, () => {
    const all = Array.from({ length: count }, (_, i) => i);
    return Array.from({ length: size }, () => all.splice(Math.floor(random() * all.length), 1)[0]!);
  });
}
