/** Pairs cases that a baseline and results both have. */

import type { Row } from '../../../contract/row.js';
import { caseOf } from '../../facts/baseline-of.js';
import { type AskedCase, drawOf } from '../../facts/evaluation/asked-case.js';
import type { Series } from '../../facts/evaluation/series.js';
import type { BaselineCase } from '../../results/baseline/baseline.js';

export interface SharedCase {
  id: string;
  /** Title of its benchmark. */
  series: string;
  /** Questions over one prompt share it. */
  unit: string;
  /** Cases about the same question share `id`. `place` is the series without its metric. */
  cluster?: { id: string; place: string };
  /** Answers in each run of the baseline. Undefined for a run that lacks the case. */
  before: (BaselineCase | undefined)[];
  /** Absent if all calls failed. */
  after?: BaselineCase;
  /** The answer shown. */
  shown: Row;
  /** Places of its facts, from 0 to 1. Empty if unknown. */
  positions: readonly number[];
}

/**
 * Returns cases in the order of the results, without controls.
 * @param before - the model's cases in each run of the baseline
 */
export function sharedCases(
  before: readonly ReadonlyMap<string, BaselineCase>[],
  after: ReadonlyMap<string, AskedCase>,
): SharedCase[] {
  return [...after.values()].flatMap((asked) => {
    const { id, series, shown } = asked;
    const runs = before.map((run) => run.get(id));
    if (series.control || runs.every((run) => run === undefined)) return [];
    const answered = caseOf(asked);
    return {
      id,
      series: series.title,
      unit: drawOf(asked),
      ...(asked.cluster !== undefined && {
        cluster: { id: asked.cluster, place: placeOf(series) },
      }),
      before: runs,
      ...(answered && { after: answered }),
      shown,
      positions: asked.answer?.positions ?? [],
    };
  });
}

function placeOf({ key, measure }: Series): string {
  return measure === undefined ? key : key.slice(0, key.lastIndexOf(` · ${measure}`));
}

/** Drops answers that could not be read, since nothing is known of them. */
export function readOf(shared: SharedCase): SharedCase {
  const { before, after } = shared;
  if (!after?.unread && !before.some((run) => run?.unread)) return shared;
  const { after: _, ...others } = shared;
  return {
    ...others,
    before: before.map((run) => (run?.unread ? undefined : run)),
    ...(after && !after.unread && { after }),
  };
}

/** Empty for a run that lacks the case. */
export function scoresOf(answered: BaselineCase | undefined): number[] {
  return answered ? (answered.scores ?? [answered.score]) : [];
}
