/** Which of several readers recalls more of the same prompts, by how much, and what shows it. */
import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { isKnown } from '../../statistics/curve/effective-length.js';
import { mean } from '../../statistics/curve/prompt-marks.js';
import { pairedDifference } from '../../statistics/differences.js';
import { hull, type Interval } from '../../statistics/interval.js';
import {
  type PairEvidence,
  type PairedMarks,
  pairEvidence,
} from '../../statistics/pairs/pair-test.js';
import type { ReliableLength } from '../../statistics/reliable/reliable-length.js';
import { areShared } from '../../statistics/units.js';
import type { Prompt } from '../evaluation/prompts.js';
import { effectiveLengthOf, type RecallModel, reliableOf } from './recall-model.js';
import type { ApartRow, OverallRow, ReportData, ReportOptions } from './tables.js';

/** The readers of one series: what is known of each, by its name. */
interface Compared {
  series: string;
  /** Nothing for recall. */
  measure?: string;
  models: ReadonlyMap<string, RecallModel>;
}

/** What two readers made of one series of which they share prompts. */
interface Part {
  series: string;
  own: RecallModel;
  theirs: RecallModel;
}

/** Two readers, and what they are compared by. */
interface Pair {
  provider: string;
  other: string;
  parts: readonly Part[];
}

/**
 * Every two readers of a series that share prompts, and where there are several series every two over all of them: of
 * one measure, since measures of one answer are no new answers.
 * What is said holds, with the confidence that is asked for, of all comparisons together: equal readers are told apart in
 * at most that share of reports (Bonferroni).
 */
export function comparedReaders(
  all: readonly Compared[],
  options: ReportOptions,
): Pick<ReportData, 'comparisons' | 'overall'> {
  const pairs = all.flatMap(({ series, models }) =>
    everyTwo([...models]).flatMap(([[provider, own], [other, theirs]]) =>
      sharedPrompts(own, theirs).length === 0
        ? []
        : [{ series, provider, other, parts: [{ series, own, theirs }] }],
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
  const overall = [...over.values()].map((own) => {
    const { provider, other } = own[0]!;
    const parts = own.flatMap((pair) =>
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

/** A smaller difference of two recalls is worth nothing to anybody. */
const WORTH_SAYING = 0.01;

/**
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
 * What a comparison has to hold for: both as scored and, where answers could not be read, each reader at its best
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

/** What tells the two apart, whatever those answers recall that could not be read. */
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

/** Whether the better one recalls a point more, or several, over the lengths that tell two readers apart. */
function isWorthSaying(
  { fromTokens, toTokens, higher }: ApartRow,
  provider: string,
  prompts: readonly PairedMarks[],
): boolean {
  const own = prompts.filter(({ tokens }) => tokens >= fromTokens && tokens <= toTokens);
  const more = mean(own.map(({ first, second }) => mean(first) - mean(second)));
  return (higher === provider ? more : -more) >= WORTH_SAYING;
}

/** The only one that is better: one that is reliable for longer but recalls less over all lengths is not. */
function betterOf(apart: readonly ApartRow[]): string | undefined {
  const longer = apart.find(({ by }) => by === 'length');
  const overall = apart.find(({ by }) => by === 'overall');
  if (longer) return overall && overall.higher !== longer.higher ? undefined : longer.higher;
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

/**
 * What both answered, by what it is about: a question that is asked at several lengths is compared as a whole, and counts
 * as long as all others.
 */
function sharedMarks(parts: readonly Part[]): PairedMarks[] {
  return parts.flatMap(({ series, own, theirs }): PairedMarks[] => {
    const prompts = sharedPrompts(own, theirs);
    const units = [...groupBy(prompts, ({ unit }) => unit).values()];
    if (units.length === prompts.length) return prompts.map((one) => ({ series, ...one }));
    const [tokens] = spanOf(prompts);
    return units.map((asked) => ({
      ...{ series, key: asked[0]!.unit, tokens },
      first: asked.flatMap(({ first }) => first),
      second: asked.flatMap(({ second }) => second),
    }));
  });
}

/** The shortest and the longest. */
function spanOf(prompts: readonly { tokens: number }[]): [number, number] {
  const tokens = ascending(prompts.map((prompt) => prompt.tokens));
  return [tokens[0]!, tokens.at(-1)!];
}

/** The marks of the prompts that both have answers to. */
function sharedPrompts(
  own: RecallModel,
  theirs: RecallModel,
): (PairedMarks & Pick<Prompt, 'unit'>)[] {
  const byKey = new Map<string, Prompt>(theirs.prompts.map((prompt) => [prompt.key, prompt]));
  return own.prompts.flatMap(({ key, unit, tokens, marks }) => {
    const other = byKey.get(key);
    return other ? [{ key, unit, tokens, first: marks, second: other.marks }] : [];
  });
}

/**
 * How far a series' readers are reliable, and their effective lengths with intervals that hold for all of them together: as
 * many readers as there are besides one are compared with it.
 */
function lengthsOf(models: ReadonlyMap<string, RecallModel>, options: ReportOptions) {
  const confidence = 1 - (1 - options.confidence) / Math.max(1, models.size - 1);
  return [...models.values()].flatMap((model): [RecallModel, Length][] => {
    const reliable = reliableOf(model, options);
    const effective = effectiveLengthOf(model, { ...options, confidence });
    return reliable && effective && isKnown(effective) ? [[model, { reliable, effective }]] : [];
  });
}

/** Two readers, one of which is reliable at a length at which the other is shown not to be. */
function lengthsApart(
  { provider, other }: Pair,
  { own, theirs }: Part,
  lengths: Lengths,
): ApartRow[] {
  const [mine, its] = [lengths.get(own), lengths.get(theirs)];
  // Of questions that are asked at several lengths, the test of all lengths counts each once.
  if (!mine || !its || areShared(own.prompts)) return [];
  const longest = Math.min(own.lengths.at(-1)!, theirs.lengths.at(-1)!);
  const row = (higher: string, better: Length, worse: Length): ApartRow[] => {
    const [from, to] = [worse.reliable.notFrom, Math.min(better.reliable.tokens, longest)];
    const isBeyond = better.effective.low >= worse.effective.high && from <= to;
    return isBeyond ? [{ by: 'length', higher, fromTokens: from, toTokens: to }] : [];
  };
  return [...row(provider, mine, its), ...row(other, its, mine)];
}
