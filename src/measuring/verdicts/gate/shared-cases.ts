/** Cases that a baseline and results both have, with their answers on either side. */

import { caseOf } from '../../facts/baseline-of.js';
import type { AskedCase } from '../../facts/evaluation/asked-case.js';
import { drawOf } from '../../facts/evaluation/prompts.js';
import type { Series } from '../../facts/evaluation/series.js';
import type { BaselineCase } from '../../results/baseline/baseline.js';

/** A Case that the baseline and the results have. */
export interface SharedCase {
  id: string;
  /** Title of its series. */
  series: string;
  /** The prompt that it is, with other questions over one context if there are any. */
  unit: string;
  /** What it is about, where other Cases are about that too; and its series, the same for all measures. */
  cluster?: { id: string; place: string };
  /** Its answers in each run of the baseline; nothing for a run that lacks it. */
  before: (BaselineCase | undefined)[];
  /** Nothing where all calls failed. */
  after?: BaselineCase;
  /** Why the answer that is shown scored what it did, and how it begins. */
  reason: string;
  answer: string;
  /** Where its facts stand, from 0 to 1; empty where that is not known. */
  positions: readonly number[];
}

/**
 * The Cases that both sides have, in the order of the results, without controls.
 *
 * @param before - the Cases of the reader in each run of the baseline
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
      ...{ reason: shown.reason, answer: shown.answer },
      positions: asked.answer?.positions ?? [],
    };
  });
}

/** A series without its measure. */
function placeOf({ key, measure }: Series): string {
  return measure === undefined ? key : key.slice(0, key.lastIndexOf(` · ${measure}`));
}
