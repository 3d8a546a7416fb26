/** Compares models on the same prompts: which recalls more, by how much, and what shows it. */
import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { isKnown } from '../../statistics/curve/effective-length.js';
import { meanOrNaN } from '../../statistics/curve/prompt-marks.js';
import {
  type PairEvidence,
  type PairedMarks,
  pairEvidence,
  pairedDifference,
} from '../../statistics/differences.js';
import { hull, type Interval } from '../../statistics/interval.js';
import type { ReliableLength } from '../../statistics/reliable/reliable-length.js';
import { areShared } from '../../statistics/units.js';
import type { Prompt } from '../evaluation/asked-case.js';
import { effectiveLengthOf, type RecallModel, reliableOf } from './recall-model.js';
import type { ApartRow, OverallRow, ReportData, ReportOptions } from './tables.js';

/** The models of one series by name. */
interface Compared {
  series: string;
  measure?: string;
  models: ReadonlyMap<string, RecallModel>;
}

interface Part {
  series: string;
  own: RecallModel;
  theirs: RecallModel;
}

interface Pair {
  provider: string;
  other: string;
  parts: readonly Part[];
}

/**
 * Compares every two models of a series that share prompts, and over all series of one measure, since measures
 * of one answer are no new answers. All comparisons together hold with the given confidence (Bonferroni).
 */
export function comparedModels(
  all: readonly Compared[],
  options: ReportOptions,
): Pick<ReportData, 'comparisons' | 'overall'> {
  const pairs = all.flatMap(({ series, models }) =>
    everyTwo([...models]).flatMap(([[provider, model], [other, theirs]]) =>
      sharedPrompts(model, theirs).length === 0
        ? []
        : [{ series, provider, other, parts: [{ series, own: model, theirs }] }],
    ),
  );
  const counted = all.filter(({ measure }) => measure === all[0]?.measure);
  const together = pairs.filter((pair) => counted.some(({ series }) => series === pair.series));
  const isSeveral = new Set(together.map(({ series }) => series)).size > 1;
  const level = (1 - options.confidence) / (isSeveral ? 2 : 1);
  const lengths = new Map(all.flatMap(({ models }) => lengthsOf(models, options)));
  const comparisons = pairs.map((pair) => ({
    series: pair.series,
    ...comparedBy(pair, level, pairs.length, lengths),
  }));
  if (!isSeveral) return { comparisons };
  const over = groupBy(together, ({ provider, other }) =>
    JSON.stringify([provider, other].sort(byCodeUnits)),
  );
  const overall = [...over.values()].map((ofTwo) => {
    const { provider, other } = ofTwo[0]!;
    const parts = ofTwo.flatMap((pair) =>
      pair.parts.map((part) =>
        pair.provider === provider
          ? part
          : { series: part.series, own: part.theirs, theirs: part.own },
      ),
    );
    return comparedBy({ provider, other, parts }, level, over.size);
  });
  return { comparisons, overall };
}

interface Length {
  reliable: ReliableLength;
  effective: Interval;
}

type Lengths = ReadonlyMap<RecallModel, Length>;

const WORTH_SAYING = 0.01;

/**
 * Compares two models.
 *
 * @param level - of this many comparisons together
 * @param lengths - how far each is reliable
 */
function comparedBy(
  pair: Pair,
  level: number,
  comparisons: number,
  lengths: Lengths = new Map(),
): OverallRow {
  const { provider, other, parts } = pair;
  const prompts = parts.flatMap(({ own, theirs }) => sharedPrompts(own, theirs));
  const [shortest, longest] = spanOf(prompts);
  const apart = [
    ...evidenceFor(pair, level / comparisons)
      .map(
        ({ higher, p, ...range }): ApartRow => ({
          ...range,
          ...(range.by === 'overall' && { fromTokens: shortest, toTokens: longest }),
          higher: higher === 'first' ? provider : other,
          p: p * comparisons,
        }),
      )
      .filter((row) => isWorthSaying(row, provider, prompts)),
    ...parts.flatMap((part) => lengthsApart(pair, part, lengths)),
  ];
  const better = betterOf(apart);
  const overall = apart.find(({ by }) => by === 'overall');
  const difference = differenceOf(pair, 1 - level / comparisons);
  return {
    provider,
    other,
    prompts: prompts.length,
    difference: inAccord(difference, better, overall, provider),
    ...(better !== undefined && { better }),
    apart,
  };
}

/**
 * Lists what a comparison must hold for: the scores and, if answers could not be read, each model at its best
 * against the other at its worst.
 */
function heldFor({ parts }: Pair): (readonly Part[])[] {
  if (!parts.some(({ own, theirs }) => own.bounds || theirs.bounds)) return [parts];
  const at = (model: RecallModel, taken: 0 | 1) => model.bounds?.[taken] ?? model;
  const taken = (mine: 0 | 1, its: 0 | 1) =>
    parts.map(({ series, own, theirs }) => ({
      series,
      own: at(own, mine),
      theirs: at(theirs, its),
    }));
  return [parts, taken(0, 1), taken(1, 0)];
}

/** Finds what tells two models apart, whatever unread answers recall. */
function evidenceFor(pair: Pair, level: number): PairEvidence[] {
  const [asScored, worst = asScored, best = asScored] = heldFor(pair).map((parts) =>
    pairEvidence(sharedMarks(parts), level),
  ) as [PairEvidence[], PairEvidence[]?, PairEvidence[]?];
  return [
    ...worst.filter(({ higher }) => higher === 'first'),
    ...best.filter(({ higher }) => higher === 'second'),
  ];
}

function differenceOf(pair: Pair, confidence: number): Interval {
  return hull(
    heldFor(pair).map((parts) => {
      const marks = sharedMarks(parts).map(({ first, second }) => ({
        first: second,
        second: first,
      }));
      return pairedDifference(marks, confidence);
    }),
  );
}

/** Tells whether the better model recalls a point more where the two differ. */
function isWorthSaying(
  { fromTokens, toTokens, higher }: ApartRow,
  provider: string,
  prompts: readonly PairedMarks[],
): boolean {
  const within = prompts.filter(({ tokens }) => tokens >= fromTokens && tokens <= toTokens);
  const more = meanOrNaN(within.map(({ first, second }) => meanOrNaN(first) - meanOrNaN(second)));
  return (higher === provider ? more : -more) >= WORTH_SAYING;
}

/** Finds the only better model. One reliable for longer that recalls less over all lengths is not. */
function betterOf(apart: readonly ApartRow[]): string | undefined {
  const longer = apart.find(({ by }) => by === 'length');
  const overall = apart.find(({ by }) => by === 'overall');
  if (longer) return overall && overall.higher !== longer.higher ? undefined : longer.higher;
  const higher = new Set(apart.map((difference) => difference.higher));
  return higher.size === 1 ? apart[0]!.higher : undefined;
}

/**
 * Adjusts an interval to what is said: on the side of the better model if recall over all lengths shows it,
 * else across 0.
 */
function inAccord(
  { value, low, high }: Interval,
  better: string | undefined,
  overall: ApartRow | undefined,
  provider: string,
): Interval {
  const shown = overall?.higher ?? better;
  const sign = shown === undefined ? 0 : shown === provider ? 1 : -1;
  if (sign * value <= 0) return { value, low: Math.min(0, low), high: Math.max(0, high) };
  if (!overall) return { value, low, high };
  return sign > 0
    ? { value, low: Math.max(0, low), high }
    : { value, low, high: Math.min(0, high) };
}

function everyTwo<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((item, i) => items.slice(i + 1).map((other): [T, T] => [item, other]));
}

/** Pairs what both answered by unit: a question sent at several lengths counts once. */
function sharedMarks(parts: readonly Part[]): PairedMarks[] {
  return parts.flatMap(({ series, own, theirs }): PairedMarks[] => {
    const prompts = sharedPrompts(own, theirs);
    const units = [...groupBy(prompts, ({ unit }) => unit).values()];
    if (units.length === prompts.length) return prompts.map((prompt) => ({ series, ...prompt }));
    const [tokens] = spanOf(prompts);
    return units.map((asked) => ({
      ...{ series, key: asked[0]!.unit, tokens },
      first: asked.flatMap(({ first }) => first),
      second: asked.flatMap(({ second }) => second),
    }));
  });
}

function spanOf(prompts: readonly { tokens: number }[]): [number, number] {
  const tokens = ascending(prompts.map((prompt) => prompt.tokens));
  return [tokens[0]!, tokens.at(-1)!];
}

function sharedPrompts(
  model: RecallModel,
  theirs: RecallModel,
): (PairedMarks & Pick<Prompt, 'unit'>)[] {
  const byKey = new Map<string, Prompt>(theirs.prompts.map((prompt) => [prompt.key, prompt]));
  return model.prompts.flatMap(({ key, unit, tokens, marks }) => {
    const other = byKey.get(key);
    return other ? [{ key, unit, tokens, first: marks, second: other.marks }] : [];
  });
}

/** Estimates how far models are reliable, with intervals that hold for all of a series together. */
function lengthsOf(models: ReadonlyMap<string, RecallModel>, options: ReportOptions) {
  const confidence = 1 - (1 - options.confidence) / Math.max(1, models.size - 1);
  return [...models.values()].flatMap((model): [RecallModel, Length][] => {
    const reliable = reliableOf(model, options);
    const effective = effectiveLengthOf(model, { ...options, confidence });
    return reliable && effective && isKnown(effective) ? [[model, { reliable, effective }]] : [];
  });
}

/** Finds a length at which one model is reliable and the other is shown not to be. */
function lengthsApart(
  { provider, other }: Pair,
  { own, theirs }: Part,
  lengths: Lengths,
): ApartRow[] {
  const [mine, its] = [lengths.get(own), lengths.get(theirs)];
  // For questions sent at several lengths, the test of all lengths counts each once.
  if (!mine || !its || areShared(own.prompts)) return [];
  const longest = Math.min(own.lengths.at(-1)!, theirs.lengths.at(-1)!);
  const row = (higher: string, better: Length, worse: Length): ApartRow[] => {
    const [from, to] = [worse.reliable.notFrom, Math.min(better.reliable.tokens, longest)];
    const isBeyond = better.effective.low >= worse.effective.high && from <= to;
    return isBeyond ? [{ by: 'length', higher, fromTokens: from, toTokens: to }] : [];
  };
  return [...row(provider, mine, its), ...row(other, its, mine)];
}
