/** Which of several readers recalls more of the same prompts, by how much, and what shows it. */
import type { Prompt } from '../evaluation/prompts.js';
import { isKnown } from '../statistics/curve/effective-length.js';
import type { PairEvidence, Side } from '../statistics/pairs/evidence.js';
import { comparePair } from '../statistics/pairs/pair-test.js';
import type { PairedMarks } from '../statistics/pairs/paired-scores.js';
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
 * comparisons together: equal readers are told apart in at most so many reports (Bonferroni).
 */
export function comparisonRows(all: readonly Compared[], options: ReportOptions): ComparisonRow[] {
  const pairs = all.flatMap(({ series, models }) =>
    everyTwo([...models]).flatMap(([[provider, own], [other, theirs]]): Pair[] =>
      sharedPrompts(own, theirs).length === 0 ? [] : [{ series, provider, own, other, theirs }],
    ),
  );
  const level = 1 - options.confidence;
  const intervals = new Map([...all].flatMap(({ models }) => lengthsOf(models, options)));
  return pairs.map((pair) => {
    const { series, provider, own, other, theirs } = pair;
    const prompts = sharedPrompts(own, theirs);
    const { difference, evidence } = heldComparison(pair, level / pairs.length);
    const nameOf = (side: Side) => (side === 'first' ? provider : other);
    const apart = [
      ...evidence.map(
        ({ higher, p, ...range }): ApartRow => ({
          ...range,
          higher: nameOf(higher),
          p: p * pairs.length,
        }),
      ),
      ...lengthsApart(pair, intervals),
    ];
    const higher = new Set(apart.map((one) => one.higher));
    return {
      series,
      provider,
      other,
      prompts: prompts.length,
      difference,
      ...(higher.size === 1 && { better: [...higher][0]! }),
      apart,
    };
  });
}

/** The comparison of two readers; with answers that could not be read, what holds whatever these recall. */
function heldComparison({ own, theirs }: Pair, level: number) {
  const asScored = comparePair(sharedPrompts(own, theirs), level);
  if (!own.bounds && !theirs.bounds) return asScored;
  const at = (model: RecallModel, taken: 0 | 1) => model.bounds?.[taken] ?? model;
  const [worst, best] = [
    comparePair(sharedPrompts(at(own, 0), at(theirs, 1)), level),
    comparePair(sharedPrompts(at(own, 1), at(theirs, 0)), level),
  ];
  const of = (evidence: readonly PairEvidence[], side: Side) =>
    evidence.filter(({ higher }) => higher === side);
  return {
    difference: {
      value: asScored.difference.value,
      low: worst.difference.low,
      high: best.difference.high,
    },
    evidence: [...of(worst.evidence, 'first'), ...of(best.evidence, 'second')],
  };
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
  if (mine.low > its.high) return [row(provider, its, mine)];
  return its.low > mine.high ? [row(other, mine, its)] : [];
}
