/** Which of several readers recalls more of the same prompts, by how much, and what shows it. */
import type { Prompt } from '../evaluation/prompts.js';
import { isKnown } from '../statistics/curve/effective-length.js';
import { pairedDifference } from '../statistics/differences.js';
import { hull, type Interval } from '../statistics/interval.js';
import {
  type PairEvidence,
  type PairedMarks,
  pairEvidence,
} from '../statistics/pairs/pair-test.js';
import { effectiveLengthOf, type RecallModel } from './recall-model.js';
import type { ApartRow, ComparisonRow, ReportOptions } from './tables.js';

/** The readers of one series: what is known of each, by its name. */
interface Compared {
  series: string;
  models: ReadonlyMap<string, RecallModel>;
}

/** Two readers of a series, and the prompts that both answered. */
interface Pair {
  series: string;
  provider: string;
  own: RecallModel;
  other: string;
  theirs: RecallModel;
}

/**
 * Every two readers of a series that share prompts. What is said holds, with the confidence that is asked for, of all
 * comparisons together: equal readers are told apart in at most that share of reports (Bonferroni).
 */
export function comparisonRows(all: readonly Compared[], options: ReportOptions): ComparisonRow[] {
  const pairs = all.flatMap(({ series, models }) =>
    everyTwo([...models]).flatMap(([[provider, own], [other, theirs]]): Pair[] =>
      sharedPrompts(own, theirs).length === 0 ? [] : [{ series, provider, own, other, theirs }],
    ),
  );
  const level = (1 - options.confidence) / pairs.length;
  const intervals = new Map(all.flatMap(({ models }) => lengthsOf(models, options)));
  return pairs.map((pair) => {
    const { series, provider, own, other, theirs } = pair;
    const prompts = sharedPrompts(own, theirs);
    const apart = [
      ...evidenceFor(pair, level).map(
        ({ higher, p, ...range }): ApartRow => ({
          ...range,
          higher: higher === 'first' ? provider : other,
          p: p * pairs.length,
        }),
      ),
      ...lengthsApart(pair, intervals),
    ];
    const better = betterOf(apart);
    const overall = apart.find(({ by }) => by === 'overall');
    return {
      series,
      provider,
      other,
      prompts: prompts.length,
      difference: inAccord(differenceOf(pair, 1 - level), better, overall, provider),
      ...(better !== undefined && { better }),
      apart,
    };
  });
}

/**
 * What a comparison has to hold for: both as scored and, where answers could not be read, each reader at its best
 * against the other at its worst.
 */
function heldFor({ own, theirs }: Pair): [RecallModel, RecallModel][] {
  if (!own.bounds && !theirs.bounds) return [[own, theirs]];
  const at = (model: RecallModel, taken: 0 | 1) => model.bounds?.[taken] ?? model;
  return [
    [own, theirs],
    [at(own, 0), at(theirs, 1)],
    [at(own, 1), at(theirs, 0)],
  ];
}

/** What tells the two apart, whatever those answers recall that could not be read. */
function evidenceFor(pair: Pair, level: number): PairEvidence[] {
  const [asScored, worst = asScored, best = asScored] = heldFor(pair).map(([own, theirs]) =>
    pairEvidence(sharedPrompts(own, theirs), level),
  ) as [PairEvidence[], PairEvidence[]?, PairEvidence[]?];
  return [
    ...worst.filter(({ higher }) => higher === 'first'),
    ...best.filter(({ higher }) => higher === 'second'),
  ];
}

function differenceOf(pair: Pair, confidence: number): Interval {
  return hull(
    heldFor(pair).map(([own, theirs]) => {
      const marks = sharedPrompts(own, theirs).map(({ first, second }) => ({
        first: second,
        second: first,
      }));
      return pairedDifference(marks, confidence);
    }),
  );
}

/** The one that holds longer, or else the only one that is better anywhere. */
function betterOf(apart: readonly ApartRow[]): string | undefined {
  const longer = apart.find(({ by }) => by === 'length');
  if (longer) return longer.higher;
  const higher = new Set(apart.map((one) => one.higher));
  return higher.size === 1 ? apart[0]!.higher : undefined;
}

/**
 * The bounds of a difference, in accord with what is said of it: where recall over all lengths tells two readers apart
 * they lie on the side of the better one, and on the side of the other only if that is said.
 */
function inAccord(
  { value, low, high }: Interval,
  better: string | undefined,
  overall: ApartRow | undefined,
  provider: string,
): Interval {
  const one = overall?.higher ?? better;
  const sign = one === undefined ? 0 : one === provider ? 1 : -1;
  if (sign * value <= 0) return { value, low: Math.min(0, low), high: Math.max(0, high) };
  if (!overall) return { value, low, high };
  return sign > 0
    ? { value, low: Math.max(0, low), high }
    : { value, low, high: Math.min(0, high) };
}

function everyTwo<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((one, i) => items.slice(i + 1).map((other): [T, T] => [one, other]));
}

/** The marks of the prompts that both have answers to. */
function sharedPrompts(own: RecallModel, theirs: RecallModel): PairedMarks[] {
  const byKey = new Map<string, Prompt>(theirs.prompts.map((prompt) => [prompt.key, prompt]));
  return own.prompts.flatMap(({ key, tokens, marks }) => {
    const other = byKey.get(key);
    return other ? [{ key, tokens, first: marks, second: other.marks }] : [];
  });
}

/**
 * The effective lengths of a series' readers that are known, wide enough for all of them together: as many readers
 * as there are besides one are compared with it.
 */
function lengthsOf(models: ReadonlyMap<string, RecallModel>, options: ReportOptions) {
  const confidence = 1 - (1 - options.confidence) / Math.max(1, models.size - 1);
  return [...models.values()].flatMap((model) => {
    const length = effectiveLengthOf(model, { ...options, confidence });
    return length && isKnown(length) ? [[model, length] as const] : [];
  });
}

/** Two effective lengths whose intervals have nothing in common. */
function lengthsApart(
  { provider, own, other, theirs }: Pair,
  intervals: ReadonlyMap<RecallModel, { low: number; high: number }>,
): ApartRow[] {
  const [mine, its] = [intervals.get(own), intervals.get(theirs)];
  if (!mine || !its) return [];
  const longest = Math.min(own.lengths.at(-1)!, theirs.lengths.at(-1)!);
  const row = (higher: string, { high }: { high: number }, { low }: { low: number }): ApartRow => ({
    by: 'length',
    higher,
    fromTokens: high,
    toTokens: Math.min(low, longest),
  });
  if (isBeyond(mine, its)) return [row(provider, its, mine)];
  return isBeyond(its, mine) ? [row(other, mine, its)] : [];
}

/** Whether one length is sure where the other is sure to be too long. */
function isBeyond({ low }: { low: number }, { high }: { high: number }): boolean {
  return low > 0 && high < Number.POSITIVE_INFINITY && low >= high;
}
