/** Pairs the answers of a baseline with those of a candidate: a prompt is one unit. */
import seedrandom from 'seedrandom';
import { groupBy } from '../../../base/group-by.js';
import { mean } from '../curve/prompt-marks.js';

/** One Case that both sides may have answers to. Scores are shares from 0 to 1. */
interface ComparedCase {
  /** Length of the prompt in tokens. */
  tokens: number;
  /** How many marks its score is the mean of, at least 1. */
  marks: number;
  /** The scores of each baseline run: several where the run repeats the Case, none where it lacks it. */
  baseline: readonly (readonly number[])[];
  /** The candidate's scores. */
  candidate: readonly number[];
  /** Of several Cases that are one prompt, for example questions over one context: which prompt. */
  unit?: string;
}

/** Cases that differ only in length and seed. */
export interface ComparedSeries {
  series: string;
  cases: readonly ComparedCase[];
  /** Lengths of all its prompts, asked or not, where that is not what the cases are. */
  planned?: readonly number[];
}

/** A prompt with one score for each run that answered it. */
export interface PairedPrompt {
  /** Number of its series. */
  series: number;
  tokens: number;
  /** Marks that each score is the mean of, over all answers. */
  marks: number;
  /** The score in each baseline run, `undefined` where the run lacks it. */
  runs: readonly (number | undefined)[];
  /** Mean of the baseline runs. */
  before: number;
  /** The candidate's score. */
  now: number;
  /** `before` minus `now`. */
  drop: number;
  /** For how many prompts it stands, 1 on average; 1 unless lengths were asked unequally. */
  weight?: number;
}

/** A mean over prompts, each as often as it stands for. */
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

/** A series with one of the baseline's runs as the candidate. */
export function againstItself({ series, cases }: ComparedSeries): ComparedSeries {
  return {
    series,
    cases: cases.map((one) => ({
      ...one,
      candidate: one.baseline.find((scores) => scores.length > 0) ?? [],
    })),
  };
}

/**
 * The prompts that both sides answered. A run's repeated answers to one prompt are averaged: they are
 * not new prompts. Means of many answers spread less than single ones, which would look like a change
 * of the reader, so as many answers are drawn (seeded) from each run as the poorest run has.
 */
export function pairPrompts(series: readonly ComparedSeries[]): PairedPrompt[] {
  return series.flatMap(({ series: name, cases }, index) =>
    inUnits(cases).flatMap(({ tokens, marks, baseline, candidate }, i) => {
      const answered = baseline.filter((scores) => scores.length > 0);
      if (answered.length === 0 || candidate.length === 0) return [];
      const fewest = Math.min(candidate.length, ...answered.map((scores) => scores.length));
      const score = (scores: readonly number[], run: string) =>
        mean(drawn(scores, fewest, `${name}/${i}/${run}`));
      const runs = baseline.map((scores, run) =>
        scores.length > 0 ? score(scores, String(run)) : undefined,
      );
      const now = score(candidate, 'candidate');
      const before = mean(runs.filter((value) => value !== undefined));
      const whole = [...answered, candidate].flat().every((value) => value === 0 || value === 1);
      // A score of one mark may be a share, and the mean of two of them is no share of two marks.
      const own = { series: index, tokens, marks: marks > 1 || whole ? marks * fewest : 1 };
      return [{ ...own, runs, before, now, drop: before - now }];
    }),
  );
}

/** Cases of one unit as one, with the mean of their scores; a run that lacks any of them has none. */
function inUnits(cases: readonly ComparedCase[]): ComparedCase[] {
  const units = groupBy(cases, (one) => one.unit ?? one);
  return [...units.values()].map((all) => {
    const both = all.filter((one) => one.candidate.length > 0 && one.baseline.flat().length > 0);
    const [first = all[0]!, ...others] = both;
    if (others.length === 0) return first;
    return {
      tokens: first.tokens,
      marks: both.reduce((sum, { marks }) => sum + marks, 0),
      baseline: first.baseline.map((_, run) => means(both.map((one) => one.baseline[run]!))),
      candidate: means(both.map(({ candidate }) => candidate)),
    };
  });
}

/** The mean of the first scores of each, of the second, and so on, as long as all have one. */
function means(lists: readonly (readonly number[])[]): number[] {
  const fewest = Math.min(...lists.map((list) => list.length));
  return Array.from({ length: fewest }, (_, i) => mean(lists.map((list) => list[i]!)));
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
 * Prompts in strata of like length. A single prompt shows no spread, so it is taken together with its
 * neighbour (collapsed strata: Wolter 2007, §2.5).
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
