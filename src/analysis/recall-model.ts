/** What is known of one reader's recall in one series, worked out once for all tables. */

import type { AskedCase } from '../evaluation/asked-case.js';
import { type Prompt, promptsOf } from '../evaluation/prompts.js';
import { ascending } from '../numbers.js';
import { collapsedAnswers, shareOf } from '../statistics/collapsed-answers.js';
import {
  type CurvePoint,
  crossing,
  expectedRecall,
  isKnown,
  recallBand,
  relativeCrossing,
} from '../statistics/curve/effective-length.js';
import { type MorePrompts, morePrompts } from '../statistics/curve/more-prompts.js';
import type { PromptMarks } from '../statistics/curve/prompt-marks.js';
import { type RecallCurve, recallCurve } from '../statistics/curve/recall-curve.js';
import { clearestRise, type Rise } from '../statistics/curve/rise.js';
import type { Interval } from '../statistics/interval.js';
import { recallInterval } from '../statistics/recall-interval.js';
import type { ReportOptions } from './tables.js';

export interface RecallModel {
  prompts: readonly Prompt[];
  /** Lengths with an answer, ascending. */
  lengths: readonly number[];
  /** Nothing without an answer. */
  curve?: RecallCurve;
  /** The clearest rise with length; nothing with one length. */
  rise?: Rise;
}

/** The model of one reader's Cases of one series. */
export function recallModel(cases: readonly AskedCase[], options: ReportOptions): RecallModel {
  return modelOfPrompts(promptsOf(cases), options);
}

export function modelOfPrompts(
  prompts: readonly Prompt[],
  { threshold }: ReportOptions,
): RecallModel {
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  if (prompts.length === 0) return { prompts, lengths };
  const rise = clearestRise(prompts);
  return { prompts, lengths, curve: recallCurve(prompts, { threshold }), ...(rise && { rise }) };
}

/** The mean of the marks of some prompts of a model, at one length or at several, with its interval. */
export function recallOf(
  { curve }: RecallModel,
  prompts: readonly PromptMarks[],
  confidence: number,
): Interval {
  if (!curve || prompts.length === 0) return { value: Number.NaN, low: 0, high: 1 };
  const several = prompts.some(({ tokens }) => tokens !== prompts[0]!.tokens);
  return recallInterval(prompts, curve.explanations, {
    confidence,
    ...(several && { recallAt: expectedRecall(curve) }),
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
  const { curve, rise } = model;
  if (!curve || rise?.clear) return undefined;
  const base = baseOf(model, options);
  const { value, low, high } =
    base.length === 0
      ? crossing(curve, options.confidence)
      : relativeCrossing(curve, model.prompts, base, options.confidence);
  return { value: Math.round(value), low: Math.round(low), high: Math.round(high) };
}

/** An effective length in whole tokens, or why there is none. */
export type KnownLength =
  | ({ known: true } & Interval)
  | {
      known: false;
      /** `any length`: it may be any; `floor`: it may be on either side of the floor. */
      why: 'unanswered' | 'rises' | 'any length' | 'floor';
      /** What would tell, as likely as not; nothing where few more prompts would not. */
      more?: MorePrompts;
    };

/**
 * What is known of the effective length, and of whether it reaches a floor.
 *
 * @param floor - in tokens
 */
export function knownLengthOf(
  model: RecallModel,
  options: ReportOptions,
  floor?: number,
): KnownLength {
  const { curve, lengths, prompts } = model;
  if (!curve) return { known: false, why: 'unanswered' };
  const interval = effectiveLengthOf(model, options);
  if (!interval) return { known: false, why: 'rises' };
  const isOpen = floor !== undefined && interval.low < floor && interval.high >= floor;
  if (isKnown(interval) && !isOpen) return { known: true, ...interval };
  const counts = prompts.map(({ marks }) => marks.length).sort((a, b) => a - b);
  const more = morePrompts(curve, lengths, counts[counts.length >> 1]!, {
    confidence: options.confidence,
    ...(isOpen && { floor }),
  });
  return { known: false, why: isOpen ? 'floor' : 'any length', ...(more && { more }) };
}

/** Answers that collapsed, how many, and what is found without them. */
export interface Collapsed {
  prompts: readonly Prompt[];
  /** So many prompts could have been told to have collapsed, */
  judged: number;
  /** and this share of them did. */
  share: Interval;
  /** Of the other prompts; as `effectiveLengthOf`. */
  effectiveLength?: Interval;
}

/** The answers that collapsed; nothing where none did. */
export function collapsedOf(model: RecallModel, options: ReportOptions): Collapsed | undefined {
  const collapsed = collapsedAnswers(model.prompts);
  const prompts = model.prompts.filter((_, i) => collapsed[i]);
  if (prompts.length === 0) return undefined;
  const others = model.prompts.filter((_, i) => !collapsed[i]);
  const length = effectiveLengthOf(modelOfPrompts(others, options), options);
  const judged = collapsed.filter((is) => is !== undefined).length;
  return {
    prompts,
    judged,
    share: shareOf(prompts.length, judged, options.confidence),
    ...(length && { effectiveLength: length }),
  };
}

/**
 * The curve and its band, to be drawn; nothing of a reader that plainly rises.
 *
 * @param lengths - recall of single lengths, which the band is to meet
 */
export function bandOf(
  { curve, rise }: RecallModel,
  lengths: readonly CurvePoint[],
  confidence: number,
): CurvePoint[] {
  return !curve || rise?.clear ? [] : recallBand(curve, confidence, lengths);
}
