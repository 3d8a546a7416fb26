/**
 * Compares reliable lengths before and now, by prompts that both sides answered. A shorter one may fail the gate by itself,
 * since an end of the prompt that is newly ignored may hold few of all facts.
 */

import { groupBy } from '../../../base/group-by.js';
import { RECALL } from '../../../contract/signs.js';
import { type AskedCase, askedCase } from '../../facts/evaluation/asked-case.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import { ofMeasure } from '../../facts/evaluation/measures.js';
import type { Reached } from '../../facts/length-verdict.js';
import { benchmarkName, wholeModel, withoutOracle } from '../../facts/tables/benchmark-model.js';
import { DEFAULT_OPTIONS, reachOf } from '../../facts/tables/reached-figures.js';
import type { ReportOptions } from '../../facts/tables/tables.js';
import {
  type BaselineCase,
  type BaselineFile,
  wholeBaseline,
} from '../../results/baseline/baseline.js';
import type { GateResult, ProviderGate, ReachChange } from './gate-result.js';
import { worst } from './gate-with-tests.js';
import { lengthChanges } from './length-changes.js';
import { lengthLoss } from './length-loss.js';
import { newCasesOf } from './new-answers.js';
import { sharedCases } from './shared-cases.js';

/** Adds the reliable lengths of both sides to a result, and what they say against it. */
export function withReach(
  result: GateResult,
  { models }: Evaluation,
  { runs }: BaselineFile,
): GateResult {
  const kept = wholeBaseline(runs);
  const options = { ...DEFAULT_OPTIONS, threshold: result.options.threshold };
  const providers = result.providers.map((one): ProviderGate => {
    const { model, provider, measure = RECALL, baselineName = provider } = one;
    const all = ofMeasure(measure, models.find(({ name }) => name === model)?.cases);
    const asked = result.options.allow.cached ? all : newCasesOf(all);
    // The baseline names a model without its metric.
    const before = kept.get(baselineName.replace(` · ${measure}`, ''));
    if (!before) return one;
    // Another model or text may be why: nobody is blamed.
    const isOpen = one.completeness.some((check) => check.kind === 'changed');
    const reach = reachesOf([...asked.values()], before, options).map(({ cases, ...change }) => {
      if (one.measure !== undefined) return change;
      // Of this benchmark alone: others may have lost nothing at these lengths.
      const lengths = lengthChanges(sharedCases([before], cases));
      const loss = lengthLoss(change, lengths, result.options.maxDrop);
      return loss ? { ...change, verdict: isOpen ? ('inconclusive' as const) : loss } : change;
    });
    const verdict = worst(one.verdict, ...reach.flatMap((change) => change.verdict ?? []));
    return reach.length > 0 ? { ...one, verdict, reach } : one;
  });
  return {
    ...result,
    providers,
    verdict: worst(result.verdict, ...providers.map((provider) => provider.verdict)),
  };
}

function reachesOf(
  asked: readonly AskedCase[],
  before: ReadonlyMap<string, BaselineCase>,
  options: ReportOptions,
): (ReachChange & { cases: ReadonlyMap<string, AskedCase> })[] {
  const both = asked.flatMap((now) => {
    const old = before.get(now.id);
    return now.series.control || !now.answer || !old || now.unread || old.unread
      ? []
      : [{ now, before: withAnswer(now, old) }];
  });
  const languages = new Set(both.map(({ now }) => now.series.language));
  // Names languages as the report does, only if there are several.
  const nameIn = (asked: AskedCase) =>
    languages.size > 1 ? benchmarkName(asked) : benchmarkName(asked, '');
  return [...groupBy(both, ({ now }) => nameIn(now))].flatMap(([name, own]) => {
    const sideOf = (side: 'before' | 'now') => withoutOracle(own.map((one) => one[side]));
    const cases = new Map(sideOf('now').map((asked) => [asked.id, asked] as const));
    const [old, now] = [reachedBy(sideOf('before'), options), reachedBy(sideOf('now'), options)];
    return old && now ? { name, before: old, now, cases } : [];
  });
}

/** Returns the case with the baseline's answer. What is cut off now is left out on both sides. */
function withAnswer({ model, series, tokens, shown }: AskedCase, old: BaselineCase): AskedCase {
  const { reading: _, ...row } = shown;
  return askedCase(model, series, tokens, [{ ...row, score: old.score, marks: [...old.marks] }]);
}

function reachedBy(cases: readonly AskedCase[], options: ReportOptions): Reached | undefined {
  const model = wholeModel(cases, undefined, options);
  const [shortest, longest] = [model.lengths[0], model.lengths.at(-1)];
  if (shortest === undefined || longest === undefined) return undefined;
  const series = new Set(cases.map((asked) => asked.series));
  const [only] = series.size === 1 ? series : [];
  return {
    ...reachOf(model, options),
    ...{ shortest, longest },
    ...(only?.sizes && { sizes: only.sizes }),
    ...(model.rise?.clear && { rise: { clear: true } }),
  };
}
