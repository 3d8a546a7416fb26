/** Finds changed conditions since a baseline, and what they leave of a verdict. */

import {
  type ConditionChange,
  changedConditions,
  isDecisive,
  type MadeOf,
} from '../../facts/evaluation/changes.js';
import { mergedOf } from '../../facts/evaluation/conditions.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import type { BaselineFile } from '../../results/baseline/baseline.js';
import type { RegressionResult } from '../../statistics/regression/regression.js';
import type { CompletenessCheck } from './gate-result.js';
import type { ModelPair } from './pairs.js';

export function changesOf({ old, model }: ModelPair, baseline: BaselineFile): ConditionChange[] {
  const known = baseline.runs.flatMap((run) => [...(run.get(old) ?? [])]);
  if (!model || known.length === 0) return [];
  const conditions = mergedOf(baseline.conditions?.get(old)?.flatMap((run) => run ?? []) ?? []);
  const before = known.map(([id, { series }]): [string, MadeOf] => [id, series ?? {}]);
  const after = [...model.cases].map(([id, { shown }]): [string, MadeOf] => [id, shown]);
  return changedConditions(
    { conditions, cases: before },
    { conditions: model.conditions, cases: after },
  );
}

/** True if only the results record the conditions under which prompts were sent. */
export function isUnrecorded(baseline: BaselineFile | undefined, { models }: Evaluation): boolean {
  return (
    baseline !== undefined &&
    baseline.runs.length > 0 &&
    baseline.conditions === undefined &&
    models.some(({ conditions }) => conditions !== undefined)
  );
}

/** Makes the gate inconclusive if the model, or the text around prompts, changed: either may be why recall differs. */
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

/** Keeps the figures of a comparison but fails nobody, since a changed setup may be the cause. */
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
