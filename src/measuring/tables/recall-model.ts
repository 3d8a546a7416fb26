/** What is known of one reader's recall in one series, worked out once for all tables. */

import { ascending, sum } from '../../base/numbers.js';
import { type AskedCase, isUnread, takenAs } from '../evaluation/asked-case.js';
import { type Prompt, promptsOf } from '../evaluation/prompts.js';
import type { Reached, Unknown } from '../output/words.js';
import { collapsedAnswers, shareOf } from '../statistics/collapsed-answers.js';
import {
  type CurvePoint,
  crossing,
  expectedRecall,
  isKnown,
  recallBand,
  relativeCrossing,
} from '../statistics/curve/effective-length.js';
import { morePrompts } from '../statistics/curve/more-prompts.js';
import { type RecallCurve, recallCurve } from '../statistics/curve/recall-curve.js';
import { clearestRise, type Rise } from '../statistics/curve/rise.js';
import { hull, type Interval } from '../statistics/interval.js';
import { recallInterval } from '../statistics/recall-interval.js';
import { areShared, type UnitMarks, unitInterval, weighedByUnit } from '../statistics/units.js';
import type { Collapsed, ReportOptions } from './tables.js';

export interface RecallModel {
  prompts: readonly Prompt[];
  /** What answers that could not be read for certain are taken as recalling, where they are not as scored. */
  taken?: 0 | 1;
  /** With such answers: the models of both ends, which every figure is to hold for. */
  bounds?: readonly [RecallModel, RecallModel];
  /** Lengths with an answer, ascending. */
  lengths: readonly number[];
  /** Nothing without an answer. */
  curve?: RecallCurve;
  /** The clearest rise with length; nothing with one length. */
  rise?: Rise;
}

/**
 * The model of one reader's Cases. Of an answer that could not be read nothing is known: whatever is said has to
 * hold with all of these at 0 and with all at 1.
 *
 * @param prompts - of the Cases, as statistics take them
 */
export function recallModel(
  cases: readonly AskedCase[],
  options: ReportOptions,
  prompts: (cases: readonly AskedCase[]) => readonly Prompt[] = (own) => promptsOf(own),
): RecallModel {
  const model = modelOfPrompts(prompts(cases), options);
  if (!cases.some(({ calls }) => calls.some(isUnread))) return model;
  const at = (taken: 0 | 1): RecallModel => ({
    ...modelOfPrompts(prompts(cases.map((asked) => takenAs(asked, taken))), options),
    taken,
  });
  const bounds = [at(0), at(1)] as const;
  const clear = [model, ...bounds].every(({ rise }) => rise?.clear);
  return { ...model, bounds, ...(model.rise && { rise: { ...model.rise, clear } }) };
}

/** What could be read alone, which is all that can be said of places: where a thing was lost in an answer nobody knows. */
export function readAlone({ bounds, ...model }: RecallModel): RecallModel {
  if (!bounds) return model;
  const [none, all] = bounds;
  const isRead = (i: number) =>
    none.prompts[i]!.marks.every((mark, j) => mark === all.prompts[i]!.marks[j]);
  return { ...model, prompts: model.prompts.filter((_, i) => isRead(i)) };
}

/** A figure of a model, with bounds for which it holds whatever the answers say that could not be read. */
export function figureOf(model: RecallModel, of: (model: RecallModel) => Interval): Interval {
  return hull([model, ...(model.bounds ?? [])].map(of));
}

function modelOfPrompts(prompts: readonly Prompt[], { threshold }: ReportOptions): RecallModel {
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  if (prompts.length === 0) return { prompts, lengths };
  const rise = clearestRise(prompts);
  const curve = recallCurve(weighedByUnit(prompts), { threshold });
  return { prompts, lengths, curve, ...(rise && { rise }) };
}

/**
 * The mean of the marks of some prompts of a model, at one length or at several, with its interval.
 *
 * @param chosen - the prompts, out of those of the model or of either of its bounds
 */
export function recallOf(
  model: RecallModel,
  confidence: number,
  chosen: (model: RecallModel) => readonly UnitMarks[] = ({ prompts }) => prompts,
): Interval {
  return figureOf(model, (own) => {
    const { curve } = own;
    const prompts = chosen(own);
    if (!curve || prompts.length === 0) return { value: Number.NaN, low: 0, high: 1 };
    if (areShared(prompts)) return unitInterval(prompts, confidence);
    const several = prompts.some(({ tokens }) => tokens !== prompts[0]!.tokens);
    return recallInterval(prompts, curve.explanations, {
      confidence,
      ...(several && { recallAt: expectedRecall(curve) }),
    });
  });
}

/** The shortest lengths, whose recall is the base score, where the threshold is relative to it. */
export function baseOf({ lengths }: RecallModel, { baseLengths }: ReportOptions): number[] {
  return baseLengths === undefined ? [] : lengths.slice(0, baseLengths);
}

/** Effective length in whole tokens; nothing without an answer, and where recall plainly rises. */
export function effectiveLengthOf(
  model: RecallModel,
  options: ReportOptions,
): Interval | undefined {
  if (!model.curve || model.rise?.clear) return undefined;
  const base = baseOf(model, options);
  const { value, low, high } = figureOf(model, ({ curve, prompts }) =>
    base.length === 0
      ? crossing(curve!, options.confidence)
      : relativeCrossing(curve!, weighedByUnit(prompts), base, options.confidence),
  );
  return { value: Math.round(value), low: Math.round(low), high: Math.round(high) };
}

/**
 * How far a reader got, and whether that is known.
 *
 * @param cases - of the model, where it is to be worked out what would tell
 * @param floor - in tokens, which the reader is to reach; without one, any bound within the lengths will do
 */
export function reachOf(
  model: RecallModel,
  options: ReportOptions,
  cases: readonly AskedCase[] = [],
  floor?: number,
): Pick<Reached, 'effectiveLength' | 'unknown'> {
  const tells = (length: Interval) =>
    floor === undefined ? isKnown(length) : length.low >= floor || length.high < floor;
  const length = effectiveLengthOf(model, options);
  if (!length) return {};
  const reached = { effectiveLength: length };
  if (tells(length)) return reached;
  const { bounds, ...asScored } = model;
  if (bounds && tells(effectiveLengthOf(asScored, options)!)) {
    return { ...reached, unknown: { why: 'unread' } };
  }
  const more = cases.length > 0 && moreOf(model, cases, options, floor);
  return { ...reached, unknown: { why: 'few', ...more } };
}

/** What would tell, as likely as not, and about what it would cost; nothing where few more prompts would not. */
function moreOf(
  { curve, lengths, prompts }: RecallModel,
  cases: readonly AskedCase[],
  { confidence }: ReportOptions,
  floor?: number,
): Pick<Unknown, 'more'> {
  const counts = prompts.map(({ marks }) => marks.length).sort((a, b) => a - b);
  const more = morePrompts(curve!, lengths, counts[counts.length >> 1]!, {
    confidence,
    ...(floor !== undefined && { floor }),
  });
  if (!more) return {};
  // Several ways to ask one prompt are asked each.
  const ways = cases.filter(({ answer }) => answer).length / prompts.length;
  const tokens = more.seeds * sum(more.lengths) * ways;
  const paid = cases.flatMap(({ tokens: own, calls }) =>
    calls.flatMap(({ cost }) => (cost ? { cost, tokens: own } : [])),
  );
  const price = sum(paid.map(({ cost }) => cost)) / sum(paid.map((one) => one.tokens));
  return {
    more: {
      prompts: more.seeds,
      lengths: more.lengths,
      tokens,
      ...(paid.length > 0 && { cost: price * tokens }),
    },
  };
}

/** The answers that collapsed, of those that could be read; nothing where none did. */
export function collapsedOf(model: RecallModel, options: ReportOptions): Collapsed | undefined {
  const { prompts } = model.bounds?.[1] ?? model;
  const collapsed = collapsedAnswers(prompts);
  const lengths = prompts.flatMap(({ tokens }, i) => (collapsed[i] ? tokens : []));
  if (lengths.length === 0) return undefined;
  const others = modelOfPrompts(
    model.prompts.filter((_, i) => !collapsed[i]),
    options,
  );
  const length = effectiveLengthOf(others, options);
  const judged = collapsed.filter((is) => is !== undefined).length;
  return {
    lengths: ascending(lengths),
    answers: lengths.length,
    judged,
    ...(judged < collapsed.length && { prompts: collapsed.length }),
    share: shareOf(lengths.length, judged, options.confidence),
    ...(length && isKnown(length) && { effectiveLength: length }),
  };
}

/**
 * The curve and its band, to be drawn; nothing of a reader that plainly rises.
 *
 * @param lengths - recall of single lengths, which the band is to meet
 */
export function bandOf(
  model: RecallModel,
  lengths: readonly CurvePoint[],
  confidence: number,
): CurvePoint[] {
  const { curve, rise, bounds = [] } = model;
  if (!curve || rise?.clear) return [];
  const bands = [model, ...bounds].map((own) => recallBand(own.curve!, confidence, lengths));
  return bands[0]!.map(({ tokens }, i) => ({
    tokens,
    recall: hull(bands.map((band) => band[i]!.recall)),
  }));
}
