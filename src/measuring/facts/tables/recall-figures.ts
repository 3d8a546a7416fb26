/** Reads figures off one model's recall that hold for whatever unread answers say. */

import { mean } from '../../../base/numbers.js';
import { crossing } from '../../statistics/curve/effective-length.js';
import { relativeCrossing } from '../../statistics/curve/relative-crossing.js';
import { clearestDip, type Dip } from '../../statistics/dip.js';
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

/** Finds lengths at which recall dips below the threshold, by readable answers. */
export function dipOf(model: RecallModel, options: ReportOptions): Dip | undefined {
  const { prompts } = readAlone(model);
  const base = baseOf(model, options);
  const own = prompts.filter(({ tokens }) => base.includes(tokens));
  const score = base.length === 0 ? 1 : mean(own.map(({ marks }) => mean(marks)));
  return clearestDip(prompts, options.threshold * score);
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
    base.length === 0
      ? crossing(curve!, options.confidence)
      : relativeCrossing(curve!, weighed, base, options.confidence),
  );
  const at = (tokens: number) => Math.round(Math.min(tokens, limit?.tokens ?? tokens));
  return { value: at(value), low: at(low), high: at(high) };
}
