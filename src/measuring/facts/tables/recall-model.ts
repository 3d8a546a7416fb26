/** Works out one model's recall in one series once, for all tables. */

import { kept } from '../../../base/kept.js';
import { ascending } from '../../../base/numbers.js';
import { baseRecall, crossing, likelyLengths } from '../../statistics/curve/effective-length.js';
import { type RecallByLength, recallCurve } from '../../statistics/curve/recall-curve.js';
import { clearestRise, type Rise } from '../../statistics/curve/rise.js';
import { hull, type Interval } from '../../statistics/interval.js';
import { recallInterval, usable, usableRecall } from '../../statistics/recall-interval.js';
import {
  type Limit,
  type ReliableLength,
  reliableLength,
} from '../../statistics/reliable/reliable-length.js';
import { areShared, type UnitMarks, unitInterval, weighedByUnit } from '../../statistics/units.js';
import {
  type AskedCase,
  isUnread,
  type Prompt,
  promptsOf,
  takenAs,
} from '../evaluation/asked-case.js';
import { promptLimit } from './prompt-limit.js';
import type { ReportOptions } from './tables.js';

export interface RecallModel {
  prompts: readonly Prompt[];
  /** The same, with what each is worth to a curve. */
  weighed: readonly Prompt[];
  /** What unread answers are taken as recalling, if not as scored. */
  taken?: 0 | 1;
  /** Models with unread answers at both ends, which every figure must hold for. */
  bounds?: readonly [RecallModel, RecallModel];
  lengths: readonly number[];
  /** Recall to be reached, and the curve. Absent without an answer. */
  expected?: number;
  curve?: RecallByLength;
  /** The clearest rise with length. Absent with one length. */
  rise?: Rise;
  /** Whether some histories were compacted, which then explains losses by place. */
  isCompacted: boolean;
  limit?: Limit;
  /** The same for prompts up to that limit, if longer ones have answers. */
  within?: RecallModel;
}

/**
 * Models one model's Cases. What is said must hold with all unread answers at 0 and with all at 1.
 *
 * @param prompts - prepares Cases for statistics
 */
export function recallModel(
  cases: readonly AskedCase[],
  options: ReportOptions,
  prompts: (cases: readonly AskedCase[]) => readonly Prompt[] = (asked) => promptsOf(asked),
): RecallModel {
  const limit = promptLimit(cases);
  const at = (taken?: 0 | 1): RecallModel => ({
    ...modelOf(prompts(cases.map((asked) => takenAs(asked, taken))), options),
    isCompacted: cases.some(({ shown }) => shown.compaction !== undefined),
    ...(limit && { limit }),
    ...(taken !== undefined && { taken }),
  });
  const model = withinLimit(at(), cases, options, prompts);
  if (!cases.some(({ calls }) => calls.some(isUnread))) return model;
  const bounds = [at(0), at(1)] as const;
  const clear = [model, ...bounds].every(({ rise }) => rise?.clear);
  return { ...model, bounds, ...(model.rise && { rise: { ...model.rise, clear } }) };
}

/** Adds the model of prompts up to a limit, if longer ones have answers. */
function withinLimit(
  model: RecallModel,
  cases: readonly AskedCase[],
  ...how: [ReportOptions, (cases: readonly AskedCase[]) => readonly Prompt[]]
): RecallModel {
  const { limit, lengths } = model;
  if (!limit || (lengths.at(-1) ?? 0) <= limit.tokens) return model;
  const below = cases.filter(({ tokens }) => tokens <= limit.tokens);
  return { ...model, within: recallModel(below, ...how) };
}

/** Bounds a figure for whatever unread answers say. */
export function figureOf(model: RecallModel, of: (model: RecallModel) => Interval): Interval {
  return hull([model, ...(model.bounds ?? [])].map(of));
}

function modelOf(
  prompts: readonly Prompt[],
  { threshold, baseLengths }: ReportOptions,
): Omit<RecallModel, 'isCompacted'> {
  const weighed = weighedByUnit(prompts);
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  const known = { prompts, weighed, lengths };
  if (prompts.length === 0) return known;
  const base = baseLengths === undefined ? 1 : baseRecall(weighed, lengths.slice(0, baseLengths));
  const expected = threshold * base;
  const rise = clearestRise(weighed);
  const curve = recallCurve(weighed, { threshold, expected });
  return { ...known, expected, curve, ...(rise && { rise }) };
}

/**
 * Averages the marks of some prompts of a model, with an interval.
 *
 * @param chosen - selects prompts of the model, or of either of its bounds
 */
export function recallOf(
  model: RecallModel,
  confidence: number,
  chosen: (model: RecallModel) => readonly UnitMarks[] = ({ prompts }) => prompts,
): Interval {
  return figureOf(model, (each) => {
    const prompts = chosen(each);
    return areShared(prompts)
      ? unitInterval(prompts, confidence)
      : recallInterval(prompts, confidence, each.prompts);
  });
}

export function baseOf({ lengths }: RecallModel, { baseLengths }: ReportOptions): number[] {
  return baseLengths === undefined ? [] : lengths.slice(0, baseLengths);
}

/** Estimates how far a model is reliable, whatever unread answers say. Nothing without an answer. */
export function reliableOf(model: RecallModel, options: ReportOptions): ReliableLength | undefined {
  if (!model.curve) return undefined;
  const { limit, within = model, lengths } = model;
  const reliable = kept(estimated, within, () => reliableIn(within, options));
  return limit ? limitedBy(reliable, limit, lengths) : reliable;
}

/** Keeps what is estimated once for all tables: a model is made with the options that it is read by. */
const estimated = new WeakMap<RecallModel, ReliableLength>();

function reliableIn(model: RecallModel, options: ReportOptions): ReliableLength {
  const baseLengths = baseOf(model, options);
  const rises = model.rise?.clear === true;
  const [reliable, ...ends] = [model, ...(model.bounds ?? [])].map(
    ({ curve, weighed, expected }) => {
      const base = baseLengths.length > 0 ? { prompts: weighed, baseLengths } : undefined;
      const answers = model.isCompacted
        ? weighed.map((prompt) => ({ ...prompt, positions: [] }))
        : weighed;
      return reliableLength(answers, likelyLengths(curve!, base), { threshold: expected!, rises });
    },
  );
  return ends.reduce(surely, reliable!);
}

const HARDLY = 0.01;

/**
 * Limits a reliable length to what the server takes.
 *
 * @param reliable - by the prompts up to the limit
 * @param lengths - of all answers
 */
function limitedBy(
  reliable: ReliableLength,
  limit: Limit,
  lengths: readonly number[],
): ReliableLength {
  const { tokens, notFrom, cappedBy, likely } = reliable;
  const least = Math.min(HARDLY, likely.at(-1)?.probability ?? HARDLY);
  return {
    ...reliable,
    notFrom: Math.min(notFrom, limit.fromTokens),
    cappedBy: tokens >= limit.tokens ? 'limit' : cappedBy,
    likely: [
      ...likely,
      ...lengths
        .filter((length) => length >= limit.fromTokens)
        .map((length) => ({ tokens: length, probability: least })),
    ],
    limit,
  };
}

/** Keeps what two figures of one model have in common. */
function surely(reliable: ReliableLength, other: ReliableLength): ReliableLength {
  const tokens = Math.min(reliable.tokens, other.tokens);
  const notFrom = Math.max(reliable.notFrom, other.notFrom);
  return {
    ...reliable,
    tokens,
    notFrom,
    cappedBy: tokens < reliable.tokens || notFrom > reliable.notFrom ? 'unread' : reliable.cappedBy,
    likely: reliable.likely.map(({ tokens: length, probability }, i) => {
      const both = [probability, other.likely[i]?.probability ?? 0];
      const [least, most] = [Math.min(...both), Math.max(...both)];
      return { tokens: length, probability: least > 0.5 ? least : Math.min(most, 0.5) };
    }),
  };
}

/** Drops unread answers, since nobody knows where they lost something. */
export function readAlone({ bounds, ...model }: RecallModel): RecallModel {
  if (!bounds) return model;
  const [none, all] = bounds;
  const isRead = (i: number) =>
    none.prompts[i]!.marks.every((mark, j) => mark === all.prompts[i]!.marks[j]);
  return { ...model, prompts: model.prompts.filter((_, i) => isRead(i)) };
}

export function usableRecallOf(model: RecallModel, confidence: number): Interval {
  return figureOf(model, ({ prompts }) =>
    areShared(prompts)
      ? unitInterval(usable(prompts), confidence)
      : usableRecall(prompts, confidence),
  );
}

/** Estimates the effective length in whole tokens. Nothing without an answer, or if recall clearly rises. */
export function effectiveLengthOf(
  model: RecallModel,
  options: ReportOptions,
): Interval | undefined {
  if (!model.curve || model.rise?.clear) return undefined;
  const base = baseOf(model, options);
  const { limit, within = model } = model;
  const { value, low, high } = figureOf(within, ({ curve, weighed }) =>
    crossing(
      curve!,
      options.confidence,
      base.length > 0 ? { prompts: weighed, baseLengths: base } : undefined,
    ),
  );
  const at = (tokens: number) => Math.round(Math.min(tokens, limit?.tokens ?? tokens));
  return { value: at(value), low: at(low), high: at(high) };
}
