/** What of the conditions has changed since a baseline, and what that leaves of a verdict. */

import {
  type ConditionChange,
  changesBetween,
  isDecisive,
  type MadeOf,
} from '../../facts/evaluation/changes.js';
import { together } from '../../facts/evaluation/conditions.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import type { BaselineFile } from '../../results/baseline/baseline.js';
import type { RegressionResult } from '../../statistics/regression/regression.js';
import type { CompletenessCheck } from './gate-result.js';
import type { ReaderPair } from './pairs.js';

/** What differs between a model now and in the runs of the baseline. */
export function changesOf({ old, reader }: ReaderPair, baseline: BaselineFile): ConditionChange[] {
  const known = baseline.runs.flatMap((run) => [...(run.get(old) ?? [])]);
  if (!reader || known.length === 0) return [];
  const conditions = together(baseline.conditions?.get(old)?.flatMap((run) => run ?? []) ?? []);
  const before = known.map(([id, { series }]): [string, MadeOf] => [id, series ?? {}]);
  const after = [...reader.cases].map(([id, { shown }]): [string, MadeOf] => [id, shown]);
  return changesBetween(
    { conditions, cases: before },
    { conditions: reader.conditions, cases: after },
  );
}

/** Whether a baseline does not say under which conditions its runs were asked, and these results do. */
export function isUnrecorded(baseline: BaselineFile | undefined, { readers }: Evaluation): boolean {
  return (
    baseline !== undefined &&
    baseline.runs.length > 0 &&
    baseline.conditions === undefined &&
    readers.some(({ conditions }) => conditions !== undefined)
  );
}

/** A check that leaves it open why recall differs: another model, or another text around the same Cases. */
export function changeChecks(changes: readonly ConditionChange[]): CompletenessCheck[] {
  const decisive = changes.filter(isDecisive);
  if (decisive.length === 0) return [];
  return [
    {
      kind: 'changed',
      count: decisive.length,
      of: changes.length,
      named: [],
      verdict: 'inconclusive',
      changes: decisive,
    },
  ];
}

/** What a comparison comes to where the change may be why recall differs: its figures, and nobody is blamed. */
export function leftOpen(regression: RegressionResult): RegressionResult {
  const { comparisons, longest, reasons } = regression;
  const open = <Part extends { verdict: RegressionResult['comparisons'][number]['verdict'] }>(
    part: Part,
  ) => (part.verdict === 'failed' ? { ...part, verdict: 'unknown' as const } : part);
  return {
    ...regression,
    verdict: 'inconclusive',
    reasons: reasons.filter((reason) => reason !== 'drop'),
    ...(longest && { longest: open(longest) }),
    comparisons: comparisons.map(open),
  };
}
