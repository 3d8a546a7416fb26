/** What is compared: units, each with the rounds of every run. */

/** The scores of one round of a unit, one for each cell, from 0 to 1; `undefined` where it has none. */
export type Round = readonly (number | undefined)[];

/** What one score of a round is of: a measure, and a length where the unit is asked at several. */
export interface Cell {
  measure: number;
  /** In tokens, documents or whatever grows. */
  length?: number;
  /** Who was asked, where units of several are judged together; a unit has the cells of one. */
  group?: number;
}

/** What can be exchanged between runs: a test; where a question or a text is used again, that. */
export interface Unit {
  /** Different for each unit. */
  id: string;
  /** The rounds of each baseline run; none for a run that lacks the unit. */
  baseline: readonly (readonly Round[])[];
  /** The rounds of the new run. */
  now: readonly Round[];
}

/** A unit that both sides have, with its rounds in an order that does not depend on that of the results. */
export interface ComparedUnit {
  id: string;
  /** The runs of the baseline that have it, and then the new one. */
  runs: Round[][];
  /** Number of each of these runs, from 0; the new one is the last of all. */
  numbers: number[];
  /** Whether its rounds differ somewhere. */
  isVaried: boolean;
  /** Whether the rounds within each run are equal. */
  isPure: boolean;
}

/**
 * The units that both sides have. A cell that some round lacks is left out of its unit, since what is exchanged must have
 * the same cells.
 */
export function comparedUnits(units: readonly Unit[], cells: readonly Cell[]): ComparedUnit[] {
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
