/** Judges whether a model's recall fell. docs/gate.md */

import { CONFIDENCE, largestUnseen } from '../../../base/defaults.js';
import { groupBy } from '../../../base/group-by.js';
import type { ComparedSeries } from '../../statistics/regression/paired-prompts.js';
import { judgeRegression } from '../../statistics/regression/regression.js';
import type { GateOptions, ModelLook, ProviderGate } from './gate-result.js';
import type { Powers } from './powers.js';
import { readOf, type SharedCase, scoresOf } from './shared-cases.js';

export type Limits = Pick<GateOptions, 'alpha' | 'maxDrop' | 'margin'> &
  Partial<Pick<GateOptions, 'detect' | 'isTerse'>> & {
    powers?: Powers;
    /** Number of metrics that share `alpha`. */
    measures: number;
    /** Set while prompts are still being sent. */
    look?: ModelLook;
  };

export type ComparedModel = Pick<ProviderGate, 'regression' | 'power'> & {
  /** Recall fell by answers that could not be read, and not by the others. */
  unread: boolean;
};

/**
 * Judges all benchmarks of a model together.
 * @param limits - without `detect` and `powers`, no power is stated
 * @returns no decision if there is nothing to compare
 */
export function regressionOf(
  shared: readonly SharedCase[],
  { alpha, maxDrop, margin, detect, isTerse, powers, measures, look }: Limits,
): ComparedModel {
  if (shared.length === 0) return { unread: false };
  const read = shared.map(readOf);
  const isAllRead = read.every((own, i) => own === shared[i]);
  const series = comparedSeries(read, look);
  // Tests twice where answers could not be read: without them, and with all.
  const questions = measures * (isAllRead ? 1 : 2);
  const judge = (compared: readonly ComparedSeries[]) => {
    const judged = judgeRegression(compared, {
      alpha: alpha / questions,
      maxDrop,
      ...(margin !== undefined && { margin }),
      confidence: CONFIDENCE,
      ...(look && { look }),
    });
    const ofAll = (p: number) => Math.min(1, questions * p);
    const comparisons = judged.comparisons.map((tested) => ({
      ...tested,
      adjusted: ofAll(tested.adjusted),
    }));
    return { ...judged, comparisons };
  };
  const regression = judge(series);
  const fell = !isAllRead && judge(comparedSeries(shared, look)).verdict === 'failed';
  return {
    regression,
    unread: fell && regression.verdict !== 'failed',
    ...(detect !== undefined &&
      powers &&
      !look &&
      regression.prompts > 0 && {
        power: powers.ofPrompts(series, {
          alpha: alpha / measures,
          maxDrop,
          detect,
          ...(isTerse && { isTerse }),
        }),
      }),
  };
}

/**
 * Leaves a comparison open if the budget ended before a large drop was ruled out. With a margin, that decides instead.
 * @param limits - with the round at which sending ended
 */
export function withinBudget<Found extends Pick<ComparedModel, 'regression'>>(
  found: Found,
  { maxDrop, margin, look }: Pick<Limits, 'maxDrop' | 'margin' | 'look'>,
): Found {
  const { regression } = found;
  if (!look?.isSpent || margin !== undefined || !regression) return found;
  if (regression.verdict === 'failed' || regression.excludes <= largestUnseen(maxDrop))
    return found;
  const reasons = ['budget spent' as const, ...regression.reasons];
  return { ...found, regression: { ...regression, verdict: 'inconclusive', reasons } };
}

/** Reduces cases to scores, and adds the lengths of all that are planned. */
export function comparedSeries(shared: readonly SharedCase[], look?: ModelLook): ComparedSeries[] {
  const bySeries = [...groupBy(shared, ({ series }) => series)];
  return bySeries.map(([series, cases]) => ({
    series,
    ...(look && { planned: plannedLengths(cases, look) }),
    cases: cases.flatMap(({ unit, before, after }) =>
      after && before.some((run) => run !== undefined)
        ? {
            tokens: after.tokens,
            marks: Math.max(1, after.marks.length),
            baseline: before.map(scoresOf),
            candidate: scoresOf(after),
            unit,
          }
        : [],
    ),
  }));
}

/** Returns the lengths of a benchmark's prompts, sent or not. */
function plannedLengths(cases: readonly SharedCase[], { planned }: ModelLook): number[] {
  const places = new Set(cases.map(({ id }) => planned.get(id)?.place));
  const own = [...planned.values()].filter(({ place }) => places.has(place));
  return [...groupBy(own, ({ draw }) => draw).values()].map(([first]) => first!.tokens);
}
