/** Pairs models and cases of both sides, and finds what is missing. */

import { sum } from '../../../base/numbers.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { UserError } from '../../../base/user-error.js';
import { type AskedCase, errorsOf } from '../../facts/evaluation/asked-case.js';
import {
  type ConditionChange,
  changedConditions,
  isDecisive,
  type MadeOf,
  sinceTexts,
} from '../../facts/evaluation/changes.js';
import { mergedOf } from '../../facts/evaluation/conditions.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import type { Gap, WhyMissing } from '../../facts/evaluation/gaps.js';
import { type Model, sameModel } from '../../facts/evaluation/models.js';
import type { Baseline, BaselineCase, BaselineFile } from '../../results/baseline/baseline.js';
import type { RegressionResult } from '../../statistics/regression/regression.js';
import { changedCells, changedCellsText } from './changed-cells.js';
import type { CompletenessCheck, GateOptions } from './gate-result.js';
import { NAMED, type Named, problemChecks, toNamed } from './problem-checks.js';

/** A model of the results, and its name in the baseline. */
export interface ModelPair {
  old: string;
  now: string;
  /** Absent if the results lack the model. */
  model?: Model;
}

/**
 * Pairs the given models, or all of either side, sorted by name. Without a baseline, each is paired with itself.
 * @param texts - `old=new`, or one name that both have. Names may contain `=`.
 * @param identities - providers and prompts of the baseline's models
 * @throws {UserError} if a text names no model of both sides
 */
export function modelPairs(
  texts: readonly string[],
  baseline: Baseline | undefined,
  identities: BaselineFile['identities'] | undefined,
  { models, missing }: Evaluation,
): ModelPair[] {
  const byName = new Map(models.map((model) => [model.name, model]));
  const old = [...(baseline ?? byName).keys()];
  if (texts.length > 0) {
    return [...new Set(texts)].map((text) => pairOf(text, old, byName));
  }
  const known = old.map((name) => ({ provider: name, ...identities?.get(name), name }));
  const pairs = models.map((model): ModelPair => {
    const before = sameModel(model, known, models);
    return { old: before?.name ?? model.name, now: model.name, model };
  });
  const paired = new Set(pairs.flatMap((pair) => [pair.old, pair.now]));
  const lost = new Set([...old, ...missing.gaps.map(({ provider }) => provider)]);
  const alone = [...lost].filter((name) => !paired.has(name));
  return [...pairs, ...alone.map((name) => ({ old: name, now: name }))].sort((a, b) =>
    byCodeUnits(a.now, b.now),
  );
}

function pairOf(
  text: string,
  old: readonly string[],
  models: ReadonlyMap<string, Model>,
): ModelPair {
  const readings = [...text.matchAll(/=/g)].map(({ index }) => ({
    old: text.slice(0, index),
    now: text.slice(index + 1),
  }));
  const found = [{ old: text, now: text }, ...readings].find(
    (pair) => old.includes(pair.old) && models.has(pair.now),
  );
  if (found) return { ...found, model: models.get(found.now)! };
  throw new UserError(
    `--compare "${text}" must be "old=new", a model of the baseline (${listed(old)}) ` +
      `and one of the results (${listed(models.keys())}).`,
  );
}

/**
 * @param known - version of this package that made the baseline, and changes of each model since
 * @throws {UserError} if no model or no case is shared
 */
export function assertComparable(
  pairs: readonly ModelPair[],
  baseline: Baseline,
  { models }: Evaluation,
  {
    madeBy,
    changed = new Map(),
  }: {
    madeBy?: string | undefined;
    changed?: ReadonlyMap<string, readonly ConditionChange[]>;
  } = {},
): void {
  const shared = pairs.flatMap(({ old, model }) => {
    const before = baseline.get(old);
    return before && model ? [{ old, before, after: model.cases }] : [];
  });
  if (shared.length === 0) {
    throw new UserError(
      `The results (${listed(models.map(({ name }) => name))}) and the baseline (${listed(baseline.keys())}) share no ` +
        'model. If one was renamed, pass --compare "old name=new name".',
    );
  }
  if (shared.some(({ before, after }) => [...after.keys()].some((id) => before.has(id)))) return;
  const [why] = shared.flatMap(({ before, after }) => changedCells(before, after, madeBy) ?? []);
  const since = sinceTexts([...changed].map(([model, changes]) => ({ model, changes })));
  throw new UserError(
    `${since.map((text) => `${text} `).join('')}No prompt of the results is in the baseline of ${listed(shared.map(({ old }) => old))}. ` +
      (why
        ? changedCellsText(why)
        : "The tests' options differ. Use the same options for both, or save the baseline again."),
  );
}

function listed(names: Iterable<string>): string {
  return [...names].map((name) => JSON.stringify(name)).join(', ');
}

interface Around {
  /** Cases that count. */
  counted: ReadonlyMap<string, AskedCase>;
  /** Version of this package that made the baseline. */
  madeBy?: string | undefined;
  /** Missing prompts of the config, if the baseline doesn't show them. */
  gaps: readonly Gap[];
  /** Commands that complete an evaluation. */
  why: WhyMissing;
  /** Recall fell by answers that could not be read, and not by the others. */
  unread: boolean;
}

/**
 * Checks what is missing, extra or failed.
 * @param before - cases of the baseline, if there is one
 */
export function completenessOf(
  before: ReadonlyMap<string, BaselineCase> | undefined,
  after: ReadonlyMap<string, AskedCase>,
  { allow, maxDrop }: Pick<GateOptions, 'allow' | 'maxDrop'>,
  { counted, madeBy, gaps, why, unread }: Around,
): CompletenessCheck[] {
  const cases = [...after.values()];
  const failed = cases.filter((asked) => errorsOf(asked).length > 0);
  const missing = [...(before ?? [])].filter(([id]) => !after.has(id));
  const extra = before ? cases.filter(({ id }) => !before.has(id)) : [];
  const changed = before && changedCells(before, after, madeBy);
  const kept = before?.size ?? 0;
  const calls = sum(cases.map((asked) => asked.calls.length));
  const failures = sum(failed.map((asked) => errorsOf(asked).length));
  const silent = allow.errors && hasSilentSeries([...counted.values()]);
  const setOf = <Kind extends 'errors' | 'missing' | 'extra'>(
    kind: Kind,
    count: number,
    of: number,
    named: Named[] = [],
  ) => ({
    ...{ kind, count, of, named: named.slice(0, NAMED) },
    verdict: allow[kind] ? ('passed' as const) : ('failed' as const),
  });
  const lost = missing.map(([id, { description }]) => ({ id, description }));
  const isMetric = cases[0]?.measure !== undefined;
  const checks: CompletenessCheck[] = [
    {
      ...setOf('errors', failures, calls, failed.map(toFailed)),
      ...(silent && { silent, verdict: 'inconclusive' }),
    },
    {
      ...setOf('missing', missing.length, kept, lost),
      ...(after.size === 0 && { noModel: true }),
      ...(changed && { changed }),
    },
    ...problemChecks([...counted.values()], before, { unread, maxDrop }),
    ...(missing.length > 0 ? [] : gaps).map((gap) => ({
      ...setOf('missing', gap.prompts - gap.found, gap.prompts),
      ...{ gap, why },
    })),
    {
      ...setOf('extra', extra.length, after.size, extra.map(toNamed)),
      lacks: kept > 0 ? 'prompts' : isMetric ? 'metric' : 'model',
    },
  ];
  return checks.filter(({ count }) => count > 0);
}

/** A benchmark without any answer. */
function hasSilentSeries(cases: readonly AskedCase[]): boolean {
  const answered = new Set(cases.filter(({ answer }) => answer).map(({ series }) => series));
  return cases.some(({ series }) => !answered.has(series));
}

function toFailed(asked: AskedCase): Named {
  return { ...toNamed(asked), error: errorsOf(asked)[0]! };
}

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
