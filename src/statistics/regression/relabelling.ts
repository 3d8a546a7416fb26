/**
 * Permutation tests of many groups of prompts at once: if nothing changed, any run's answer to a
 * prompt might as well have been the candidate's.
 */
import seedrandom from 'seedrandom';
import type { PairedPrompt } from './paired-prompts.js';

/** So many relabellings are tried one by one, which makes p exact; */
const MOST_EXACT = 4096;

/** else so many are drawn, */
const DRAWS = 1999;

/** and fewer of so many prompts, each of which costs a look at each draw. */
const MOST_LOOKS = 1e7;

/** but never fewer than these. */
const FEWEST_DRAWS = 499;

/** A random integer out of fewer than so many is no longer even enough to choose a run by. */
const ENOUGH = 2 ** 16;

/** Below this, two statistics are equal but for rounding. */
const ROUNDING = 1e-9;

/** The joint test of a family of groups. */
export interface Family {
  /** Mean drop of each group, divided by its error under relabelling. */
  statistics: number[];
  /** Probability that a group's statistic is at least as large as it is, if nothing changed. */
  chances: number[];
  /** Standard error of each group's mean drop, if nothing changed. */
  errors: number[];
  /** Probability that the largest statistic of all groups is at least this, if nothing changed. */
  tail: Tail;
}

type Tail = (statistic: number) => number;

/** How the tail is found where there are too many relabellings to try them all. */
export interface Draws {
  seed?: string;
  /** So many are drawn. */
  draws?: number;
  /** Or nothing is drawn, and this is taken: the tail of a family of the same shape. */
  tail?: Tail;
}

/**
 * Test groups of prompts for a drop, all together within one error rate: the largest standardised
 * drop is compared with what relabelling gives (Westfall & Young 1993, maxT). With one baseline run a
 * relabelling is a flip of signs. A group's error does not depend on the labels, so a group of k
 * prompts never has a statistic beyond √(k·runs): small groups cost the large ones no power.
 *
 * @param groups - indices of prompts; groups may overlap
 */
export function relabellingFamily(
  prompts: readonly PairedPrompt[],
  groups: readonly (readonly number[])[],
  { seed = 'relabelling', draws = DRAWS, tail }: Draws = {},
): Family {
  const choices = prompts.map(choicesOf);
  const { cellOf, cellsOf } = partition(prompts.length, groups);
  const errors = groups.map((group) => {
    const variance = group.reduce((sum, i) => sum + meanSquare(choices[i]!), 0);
    return Math.sqrt(variance) / Math.max(1, group.length);
  });
  const observed = groups.map((group) => group.reduce((sum, i) => sum + prompts[i]!.drop, 0));
  const standard = (sums: ArrayLike<number>, g: number) =>
    errors[g]! < ROUNDING ? 0 : sums[g]! / groups[g]!.length / errors[g]!;
  const statistics = groups.map((_, g) => standard(observed, g));
  if (tail) return { statistics, errors, chances: statistics.map(tail), tail };

  const changing = choices.flatMap((own, i) =>
    cellOf[i]! >= 0 && meanSquare(own) > ROUNDING ** 2 ? [i] : [],
  );
  const cells = new Float64Array(cellsOf.size);
  const sums = new Float64Array(groups.length);
  const reached = new Float64Array(groups.length);
  const largest = () => {
    sums.fill(0);
    for (const [cell, members] of cellsOf) for (const g of members) sums[g]! += cells[cell]!;
    let most = 0;
    for (let g = 0; g < groups.length; g++) {
      const statistic = standard(sums, g);
      if (statistic >= statistics[g]! - ROUNDING) reached[g]!++;
      most = Math.max(most, statistic);
    }
    return most;
  };
  const total = changing.reduce((product, i) => product * choices[i]!.length, 1);
  const maxima =
    total <= MOST_EXACT
      ? allRelabellings(changing, choices, cellOf, cells, largest)
      : drawnRelabellings(changing, choices, cellOf, cells, largest, seed, draws);
  const exact = total <= MOST_EXACT;
  const shareOf = (count: number) =>
    exact ? Math.max(count, 1) / maxima.length : (count + 1) / (maxima.length + 1);
  return {
    statistics,
    errors,
    chances: statistics.map((statistic, g) => (statistic > 0 ? shareOf(reached[g]!) : 1)),
    // The largest statistic is never below 0.
    tail: (statistic) => shareOf(maxima.length - firstAtLeast(maxima, statistic - ROUNDING)),
  };
}

/** What the prompt's drop would be if each of its runs in turn had been the candidate. */
function choicesOf({ runs, now }: PairedPrompt): number[] {
  const values = [...runs.filter((value) => value !== undefined), now];
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => (total - value) / (values.length - 1) - value);
}

function meanSquare(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value * value, 0) / values.length;
}

/** Prompts that are in the same groups form one cell, so that each is added once. */
function partition(count: number, groups: readonly (readonly number[])[]) {
  const memberships = Array.from({ length: count }, (): number[] => []);
  groups.forEach((group, g) => {
    for (const i of group) memberships[i]!.push(g);
  });
  const numbers = new Map<string, number>();
  const cellsOf = new Map<number, number[]>();
  const cellOf = memberships.map((members) => {
    if (members.length === 0) return -1;
    const key = members.join();
    if (!numbers.has(key)) {
      cellsOf.set(numbers.size, members);
      numbers.set(key, numbers.size);
    }
    return numbers.get(key)!;
  });
  return { cellOf, cellsOf };
}

function allRelabellings(
  changing: readonly number[],
  choices: readonly (readonly number[])[],
  cellOf: readonly number[],
  cells: Float64Array,
  largest: () => number,
): Float64Array {
  const maxima: number[] = [];
  const visit = (at: number) => {
    if (at === changing.length) {
      maxima.push(largest());
      return;
    }
    const prompt = changing[at]!;
    const before = cells[cellOf[prompt]!]!;
    for (const choice of choices[prompt]!) {
      cells[cellOf[prompt]!] = before + choice;
      visit(at + 1);
    }
    cells[cellOf[prompt]!] = before;
  };
  visit(0);
  return Float64Array.from(maxima).sort();
}

function drawnRelabellings(
  changing: readonly number[],
  choices: readonly (readonly number[])[],
  cellOf: readonly number[],
  cells: Float64Array,
  largest: () => number,
  seed: string,
  draws: number,
): Float64Array {
  const random = seedrandom.alea(seed);
  const count = Math.max(FEWEST_DRAWS, Math.min(draws, Math.floor(MOST_LOOKS / changing.length)));
  // One flat array: this is the gate's innermost loop.
  const counts = Uint16Array.from(changing, (prompt) => choices[prompt]!.length);
  const values = Float64Array.from(changing.flatMap((prompt) => choices[prompt]!));
  const places = Int32Array.from(changing, (prompt) => cellOf[prompt]!);
  const maxima = new Float64Array(count);
  for (let draw = 0; draw < count; draw++) {
    cells.fill(0);
    let chance = 0;
    let range = 0;
    let first = 0;
    for (let i = 0; i < places.length; i++) {
      const own = counts[i]!;
      // One random integer serves several prompts: each takes a digit of it.
      if (range < ENOUGH) {
        chance = random.int32() >>> 0;
        range = 2 ** 32;
      }
      const rest = Math.floor(chance / own);
      cells[places[i]!]! += values[first + chance - rest * own]!;
      chance = rest;
      range /= own;
      first += own;
    }
    maxima[draw] = largest();
  }
  return maxima.sort();
}

function firstAtLeast(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
