/** Reads figures off one model's recall that hold for whatever unread answers say. */

import { crossing } from '../../statistics/curve/effective-length.js';
import type { Interval } from '../../statistics/interval.js';
import { usable, usableRecall } from '../../statistics/recall-interval.js';
import { areShared, unitInterval } from '../../statistics/units.js';
import { baseOf, figureOf, type RecallModel } from './recall-model.js';
import type { ReportOptions } from './tables.js';

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
