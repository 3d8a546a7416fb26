/** Pairs the answers of a baseline with a candidate's. A prompt is one unit. */
import seedrandom from 'seedrandom';
import { groupBy } from '../../../base/group-by.js';
import { meanOrNaN } from '../curve/prompt-marks.js';

/** A Case that both sides may have answered. Scores are shares from 0 to 1. */
interface ComparedCase {
  tokens: number;
  marks: number;
  /** Scores of each baseline run: several if it repeats the Case, none if it lacks it. */
  baseline: readonly (readonly number[])[];
  candidate: readonly number[];
  /** Identifies the prompt of several Cases, such as questions over one context. */
  unit?: string;
}

export interface ComparedSeries {
  series: string;
  cases: readonly ComparedCase[];
  /** Lengths of all its prompts, sent or not, if the cases are not all. */
  planned?: readonly number[];
}

export interface PairedPrompt {
  series: number;
  tokens: number;
  /** Marks that each score averages, over all answers. */
  marks: number;
  /** The score in each baseline run, `undefined` where the run lacks it. */
  runs: readonly (number | undefined)[];
  before: number;
  now: number;
  /** `before` minus `now`. */
  drop: number;
  /** Prompts it stands for, 1 on average, where lengths were sent unequally. */
  weight?: number;
}

/** Averages over prompts by weight. */
export function weightedMean(
  prompts: readonly PairedPrompt[],
  of: (prompt: PairedPrompt) => number,
): number {
  let total = 0;
  let weights = 0;
  for (const prompt of prompts) {
    const { weight = 1 } = prompt;
    total += weight * of(prompt);
    weights += weight;
  }
  return total / weights;
}

/** Compares a series with one of its own baseline runs. */
export function againstItself({ series, cases }: ComparedSeries): ComparedSeries {
  return {
    series,
    cases: cases.map((answered) => ({
      ...answered,
      candidate: answered.baseline.find((scores) => scores.length > 0) ?? [],
    })),
  };
}

/**
 * Pairs the prompts that both sides answered. Repeated answers of a run are averaged, and as many are drawn
 * (seeded) from each run as the poorest has, since means of many answers spread less, which would look like a
 * change.
 */
export function pairPrompts(series: readonly ComparedSeries[]): PairedPrompt[] {
  return series.flatMap(({ series: name, cases }, index) =>
    inUnits(cases).flatMap(({ tokens, marks, baseline, candidate }, i) => {
      const answered = baseline.filter((scores) => scores.length > 0);
      if (answered.length === 0 || candidate.length === 0) return [];
      const fewest = Math.min(candidate.length, ...answered.map((scores) => scores.length));
      const score = (scores: readonly number[], run: string) =>
        meanOrNaN(drawn(scores, fewest, `${name}/${i}/${run}`));
      const runs = baseline.map((scores, run) =>
        scores.length > 0 ? score(scores, String(run)) : undefined,
      );
      const now = score(candidate, 'candidate');
      const before = meanOrNaN(runs.filter((value) => value !== undefined));
      const whole = [...answered, candidate].flat().every((value) => value === 0 || value === 1);
      // The mean of two shares is no share of two marks.
      const own = { series: index, tokens, marks: marks > 1 || whole ? marks * fewest : 1 };
      return [{ ...own, runs, before, now, drop: before - now }];
    }),
  );
}

/** Joins Cases of one unit into one with their mean score. A run that lacks any of them has none. */
function inUnits(cases: readonly ComparedCase[]): ComparedCase[] {
  const units = groupBy(cases, (answered) => answered.unit ?? answered);
  return [...units.values()].map((all) => {
    const both = all.filter(
      (answered) => answered.candidate.length > 0 && answered.baseline.flat().length > 0,
    );
    const [first = all[0]!, ...others] = both;
    if (others.length === 0) return first;
    return {
      tokens: first.tokens,
      marks: both.reduce((sum, { marks }) => sum + marks, 0),
      baseline: first.baseline.map((_, run) =>
        means(both.map((answered) => answered.baseline[run]!)),
      ),
      candidate: means(both.map(({ candidate }) => candidate)),
    };
  });
}

/** Averages the first scores of each list, the second ones, and so on while all have one. */
function means(lists: readonly (readonly number[])[]): number[] {
  const fewest = Math.min(...lists.map((list) => list.length));
  return Array.from({ length: fewest }, (_, i) => meanOrNaN(lists.map((list) => list[i]!)));
}

function drawn(scores: readonly number[], count: number, seed: string): readonly number[] {
  if (scores.length === count) return scores;
  const random = seedrandom(seed);
  const left = [...scores];
  return Array.from(
    { length: count },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  );
}

/**
 * Groups prompts into strata of like length. A single prompt shows no spread, so it joins its neighbour
 * (collapsed strata: Wolter 2007, §2.5).
 */
export function strataOf<T extends { series: number; tokens: number }>(
  prompts: readonly T[],
): T[][] {
  return [...groupBy(prompts, ({ series }) => series).values()].flatMap((own) => {
    const lengths = [...groupBy(own, ({ tokens }) => tokens)].sort(([a], [b]) => a - b);
    const strata: T[][] = [];
    for (const [, members] of lengths) {
      const last = strata[strata.length - 1];
      if (last?.length === 1) last.push(...members);
      else strata.push([...members]);
    }
    const last = strata[strata.length - 1]!;
    if (strata.length > 1 && last.length === 1) strata[strata.length - 2]!.push(...strata.pop()!);
    return strata;
  });
}
