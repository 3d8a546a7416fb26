/**
 * Where a reader loses, by the marks of all its answers: the stretch of the context, or the distance in tokens from one
 * of its ends, that explains them best, if no other place and no length does nearly as well.
 */

import { largest, smallest } from '../../base/extremes.js';
import { groupBy } from '../../base/group-by.js';
import { ascending } from '../../base/numbers.js';
import { type PlacedMarks, recallElsewhere } from './positions.js';
import { unitsOf } from './units.js';

/** A prompt's marks, where each stands, and from where on the text has to be known for it, where that is another place. */
export interface NeededMarks extends PlacedMarks {
  needed?: readonly number[] | undefined;
}

/** Where most is lost: a stretch of the context, or all that is farther than some tokens from an end. */
export type LostPlaces = (Stretch | Beyond) & {
  /** Recall in it and elsewhere. */
  within: number;
  elsewhere: number;
  /** Whether a mark of a prompt is in it. */
  isIn: (prompt: NeededMarks, mark: number) => boolean;
};

interface Stretch {
  kind: 'front' | 'middle' | 'tail';
  /** The last place before it and its first, its last place and the next; from 0 to 1. */
  from: Gap;
  to: Gap;
  /** The longest length at which it is not lost, where it is so only of longer ones. */
  above?: number;
}

interface Beyond {
  /** Known are only the last or the first tokens, */
  kind: 'beyond-last' | 'beyond-first';
  /** this many. */
  tokens: number;
  above?: never;
}

/** A border lies somewhere between two places. */
type Gap = readonly [number, number];

/** How many nats an explanation has to be ahead of the others, for marks that are independent. */
const AHEAD = 1;

/** How sure it has to be that recall is lower there than elsewhere, for the worst place of all. */
const SURE = 0.99;

/** A smaller difference of recall is no reason to speak of a place. */
const LEAST_DIFFERENCE = 0.1;

/** Of the places at least this share is lost, and as many are not; before a middle, and behind it. */
const LEAST_SHARE = 0.1;

/** More places than this are taken together. */
const MOST_PLACES = 64;

/** What explains the marks, and how well: the log of the likelihood less that of the choices that it had. */
type Explanation = LostPlaces & { score: number };

/**
 * @param prompts - with a place for each mark that is to count
 * @returns nothing where no place is shown to be worse than the rest, or several places could be it
 */
export function lostPlaces(prompts: readonly NeededMarks[]): LostPlaces | undefined {
  const own = prompts.filter(({ positions }) => positions.length > 0);
  if (own.length === 0) return undefined;
  const best = likeliest(own);
  return best && isShown(own, best) ? best : undefined;
}

/** What is ahead of everything else; a number of tokens only has to be ahead of the stretches and of length. */
function likeliest(prompts: readonly NeededMarks[]): Explanation | undefined {
  const grid = gridOf(prompts);
  const [first, second] = stretchesOf(grid).sort((a, b) => b.score - a.score);
  if (!first) return undefined;
  const beyond = grid.lengths.length === 1 ? [] : beyondsOf(prompts);
  const best = Math.max(grid.score, first.score);
  const sharp = beyond.find((one) => isSharp(one) && isAhead(prompts, one, best));
  const others = Math.max(grid.score, second?.score ?? Number.NEGATIVE_INFINITY);
  return sharp ?? (isAhead(prompts, first, others) ? first : undefined);
}

function isAhead(prompts: readonly NeededMarks[], one: Explanation, others: number): boolean {
  return one.score - others > AHEAD * dispersion(prompts, one);
}

/** Nearly nothing and nearly everything, as recalls. */
const NEARLY_NOTHING = 0.15;
const NEARLY_ALL = 0.7;

/** Whether nearly nothing is found there and nearly everything elsewhere. */
export function isSharp({ within, elsewhere }: Pick<LostPlaces, 'within' | 'elsewhere'>): boolean {
  return within <= NEARLY_NOTHING && elsewhere >= NEARLY_ALL;
}

/** Whether recall is lower there than elsewhere, by the answers that have evidence in both. */
function isShown(prompts: readonly NeededMarks[], places: LostPlaces): boolean {
  const split = prompts
    .filter(({ tokens }) => tokens > (places.above ?? 0))
    .map((prompt) => ({
      ...prompt,
      positions: prompt.positions.map((_, i) => Number(places.isIn(prompt, i))),
    }));
  const both = unitsOf(split).filter(
    (own) => new Set(own.flatMap(({ positions }) => positions)).size === 2,
  );
  const units = both.length > 0 ? both : unitsOf(split);
  if (units.length < 2) return false;
  const difference = recallElsewhere(units.flat(), SURE);
  return difference !== undefined && difference.low > 0 && difference.value >= LEAST_DIFFERENCE;
}

/** Marks by length and place, summed up from the first place on. */
interface Grid {
  lengths: readonly number[];
  /** Where the evidence of each place begins and ends. */
  places: readonly Gap[];
  /** For each length: how many marks, and their sum, before each place and before the end. */
  counts: readonly (readonly number[])[];
  sums: readonly (readonly number[])[];
  /** How well length alone explains the marks, or nothing at all. */
  score: number;
}

function gridOf(prompts: readonly NeededMarks[]): Grid {
  const positions = ascending(prompts.flatMap(({ positions: own }) => own));
  const binOf =
    positions.length <= MOST_PLACES
      ? (position: number) => position
      : (position: number) => Math.ceil(position * MOST_PLACES);
  const places = [...groupBy(positions, binOf).values()].map(
    (own): Gap => [smallest(own), largest(own)],
  );
  const placeOf = new Map(ascending(positions.map(binOf)).map((bin, place) => [bin, place]));
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  const counts = lengths.map(() => places.map(() => 0).concat(0));
  const sums = lengths.map(() => places.map(() => 0).concat(0));
  const rowOf = new Map(lengths.map((tokens, row) => [tokens, row]));
  for (const { tokens, marks, positions: own } of prompts) {
    const row = rowOf.get(tokens)!;
    own.forEach((position, i) => {
      const place = placeOf.get(binOf(position))! + 1;
      counts[row]![place]!++;
      sums[row]![place]! += marks[i]!;
    });
  }
  for (const row of [...counts, ...sums]) {
    for (let place = 1; place < row.length; place++) row[place]! += row[place - 1]!;
  }
  const end = places.length;
  const count = sumOf(counts, (row) => row[end]!);
  const found = sumOf(sums, (row) => row[end]!);
  const byLength = sumOf([...lengths.keys()], (t) => likelihood(counts[t]![end]!, sums[t]![end]!));
  const free = (lengths.length - 1) * freeLevel(count, lengths);
  return {
    lengths,
    places,
    counts,
    sums,
    score: Math.max(likelihood(count, found), byLength - free),
  };
}

/** What a recall costs that a length has to itself (Schwarz 1978). */
function freeLevel(marks: number, lengths: readonly number[]): number {
  return Math.log(marks / lengths.length) / 2;
}

/** The likeliest stretch that is lost at the front, in the middle and in the tail. */
function stretchesOf({ lengths, places, counts, sums }: Grid): Explanation[] {
  const end = places.length;
  const marks = sumOf(counts, (row) => row[end]!);
  const found = sumOf(sums, (row) => row[end]!);
  const free = freeLevel(marks, lengths);
  // For each length: how well all shorter ones are explained by themselves.
  const shorter = [0];
  for (const t of lengths.keys()) {
    shorter.push(shorter[t]! + likelihood(counts[t]![end]!, sums[t]![end]!));
  }
  const best = new Map<
    string,
    { score: number; start: number; stop: number; onset: number; levels: number[] }
  >();
  for (let start = 0; start < end; start++) {
    for (let stop = start + 1; stop <= end; stop++) {
      const lost = (stop - start) / end;
      if (lost < LEAST_SHARE || lost > 1 - LEAST_SHARE) continue;
      const kind = start === 0 ? 'front' : stop === end ? 'tail' : 'middle';
      if (kind === 'middle' && Math.min(start, end - stop) < LEAST_SHARE * end) continue;
      const borders = kind === 'middle' ? (end * (end - 1)) / 2 : end;
      const consider = (fit: number, choices: number, onset: number, levels: number[]) => {
        const score = fit - Math.log(borders) - choices;
        if (
          levels[0]! < levels[1]! &&
          score > (best.get(kind)?.score ?? Number.NEGATIVE_INFINITY)
        ) {
          best.set(kind, { score, start, stop, onset, levels });
        }
      };
      let [count, sum, own] = [0, 0, 0];
      for (let onset = lengths.length - 1; onset >= 0; onset--) {
        const inside = counts[onset]![stop]! - counts[onset]![start]!;
        const insideSum = sums[onset]![stop]! - sums[onset]![start]!;
        count += inside;
        sum += insideSum;
        own +=
          likelihood(inside, insideSum) +
          likelihood(counts[onset]![end]! - inside, sums[onset]![end]! - insideSum);
        const levels = [sum / count, (found - sum) / (marks - count)];
        const choices =
          lengths.length === 1 ? 0 : Math.log(onset === 0 ? 2 : 2 * (lengths.length - 1));
        const fit = likelihood(count, sum) + likelihood(marks - count, found - sum);
        consider(fit, choices, onset, levels);
        const more = 2 * lengths.length - onset - 2;
        consider(own + shorter[onset]!, choices + more * free, onset, levels);
      }
    }
  }
  return [...best].map(([kind, { score, start, stop, onset, levels }]) => {
    const from: Gap = [places[start - 1]?.[1] ?? 0, places[start]![0]];
    const to: Gap = [places[stop - 1]![1], places[stop]?.[0] ?? 1];
    const above = onset === 0 ? undefined : lengths[onset - 1]!;
    return {
      kind: kind as Stretch['kind'],
      score,
      from,
      to,
      ...(above !== undefined && { above }),
      within: levels[0]!,
      elsewhere: levels[1]!,
      isIn: ({ tokens, positions }, i) =>
        tokens > (above ?? 0) && positions[i]! >= from[1] && positions[i]! <= to[0],
    };
  });
}

/** The likeliest numbers of tokens from either end that are known alone. */
function beyondsOf(prompts: readonly NeededMarks[]): Explanation[] {
  const distances = {
    'beyond-last': ({ tokens, positions, needed = positions }: NeededMarks, i: number) =>
      tokens * (1 - needed[i]!),
    'beyond-first': ({ tokens, positions }: NeededMarks, i: number) => tokens * positions[i]!,
  };
  return Object.entries(distances).flatMap(([kind, distanceOf]) => {
    const { counts, sums, borders } = byDistance(prompts, distanceOf);
    const marks = sumOf(counts, (count) => count);
    const found = sumOf(sums, (sum) => sum);
    let best = { score: Number.NEGATIVE_INFINITY, tokens: 0, within: 1, elsewhere: 0 };
    let [count, sum] = [0, 0];
    borders.forEach((tokens, i) => {
      count += counts[i]!;
      sum += sums[i]!;
      const score =
        likelihood(count, sum) + likelihood(marks - count, found - sum) - Math.log(borders.length);
      const [within, elsewhere] = [(found - sum) / (marks - count), sum / count];
      if (within < elsewhere && score > best.score) best = { score, tokens, within, elsewhere };
    });
    if (best.tokens === 0) return [];
    const { tokens } = best;
    return {
      kind: kind as Beyond['kind'],
      ...best,
      isIn: (prompt: NeededMarks, i: number) => distanceOf(prompt, i) > tokens,
    };
  });
}

/** More borders than this between known and unknown are not tried. */
const MOST_BORDERS = 1024;

/** Marks and their sum between borders that lie halfway between two distances, ascending; the last ones are behind them. */
function byDistance(
  prompts: readonly NeededMarks[],
  distanceOf: (prompt: NeededMarks, mark: number) => number,
) {
  const all = prompts.map((prompt) => prompt.positions.map((_, i) => distanceOf(prompt, i)));
  const distinct = Float64Array.from(new Set(all.flat())).sort();
  const step = Math.ceil(distinct.length / MOST_BORDERS);
  const borders: number[] = [];
  for (let i = step; i < distinct.length; i += step) {
    borders.push((distinct[i - 1]! + distinct[i]!) / 2);
  }
  const counts = new Array<number>(borders.length + 1).fill(0);
  const sums = [...counts];
  prompts.forEach(({ marks }, p) => {
    all[p]!.forEach((distance, i) => {
      const at = firstAbove(borders, distance);
      counts[at]!++;
      sums[at]! += marks[i]!;
    });
  });
  return { counts, sums, borders };
}

/** The index of the first of some ascending borders that is above a value. */
function firstAbove(borders: readonly number[], value: number): number {
  let [low, high] = [0, borders.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (borders[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The log of the likelihood of marks with their own mean. */
function likelihood(count: number, sum: number): number {
  if (sum <= 0 || sum >= count) return 0;
  return sum * Math.log(sum / count) + (count - sum) * Math.log(1 - sum / count);
}

/** Recalls nearer to 0 and 1 are not taken for certain. */
const UNCERTAIN = 0.02;

/** One unit far from all others does not decide alone. */
const MOST_DISPERSED = 10;

/** How much more units differ than independent marks would, at least 1. */
function dispersion(prompts: readonly NeededMarks[], places: LostPlaces): number {
  const levels = [places.elsewhere, places.within].map((level) =>
    Math.min(1 - UNCERTAIN, Math.max(UNCERTAIN, level)),
  );
  let [squares, parts] = [0, 0];
  for (const unit of unitsOf(prompts)) {
    const found = [0, 0];
    const counts = [0, 0];
    for (const prompt of unit) {
      prompt.positions.forEach((_, i) => {
        const part = Number(places.isIn(prompt, i));
        found[part]! += prompt.marks[i]!;
        counts[part]!++;
      });
    }
    for (const part of [0, 1]) {
      const [count, level] = [counts[part]!, levels[part]!];
      if (count === 0) continue;
      squares += (found[part]! - count * level) ** 2 / (count * level * (1 - level));
      parts++;
    }
  }
  return Math.min(MOST_DISPERSED, Math.max(1, squares / Math.max(1, parts - 2)));
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  let total = 0;
  for (const value of values) total += of(value);
  return total;
}
