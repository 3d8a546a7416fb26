/** Compares reliable lengths before and now, over prompts that both sides answered. */
import { groupBy } from '../../../base/group-by.js';
import { RECALL } from '../../../contract/signs.js';
import { type AskedCase, askedCase } from '../../facts/evaluation/asked-case.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import { ofMeasure } from '../../facts/evaluation/measures.js';
import type { Reached } from '../../facts/length-verdict.js';
import { nameOf } from '../../facts/tables/benchmark-name.js';
import { DEFAULT_OPTIONS } from '../../facts/tables/figures.js';
import { reachOf } from '../../facts/tables/open-questions.js';
import type { ReportOptions } from '../../facts/tables/tables.js';
import { wholeModel } from '../../facts/tables/whole-model.js';
import {
  type BaselineCase,
  type BaselineFile,
  wholeBaseline,
} from '../../results/baseline/baseline.js';
import type { GateResult, ProviderGate, ReachChange } from './gate-result.js';

export function withReach(
  result: GateResult,
  { readers }: Evaluation,
  { runs }: BaselineFile,
): GateResult {
  const kept = wholeBaseline(runs);
  const options = { ...DEFAULT_OPTIONS, threshold: result.options.threshold };
  const providers = result.providers.map((one): ProviderGate => {
    const { reader, provider, measure = RECALL, baselineName = provider } = one;
    const asked = ofMeasure(measure, readers.find(({ name }) => name === reader)?.cases);
    // The baseline names a model without its metric.
    const before = kept.get(baselineName.replace(` · ${measure}`, ''));
    const reach = before ? reachesOf([...asked.values()], before, options) : [];
    return reach.length > 0 ? { ...one, reach } : one;
  });
  return { ...result, providers };
}

function reachesOf(
  asked: readonly AskedCase[],
  before: ReadonlyMap<string, BaselineCase>,
  options: ReportOptions,
): ReachChange[] {
  const both = asked.flatMap((now) => {
    const old = before.get(now.id);
    return now.series.control || !now.answer || !old || now.unread || old.unread
      ? []
      : [{ now, before: withAnswer(now, old) }];
  });
  const languages = new Set(both.map(({ now }) => now.series.language));
  // Names languages as the report does, only if there are several.
  const nameIn = (asked: AskedCase) => (languages.size > 1 ? nameOf(asked) : nameOf(asked, ''));
  return [...groupBy(both, ({ now }) => nameIn(now))].flatMap(([name, own]) => {
    const [old, now] = [
      reachedBy(
        own.map((one) => one.before),
        options,
      ),
      reachedBy(
        own.map((one) => one.now),
        options,
      ),
    ];
    return old && now ? { name, before: old, now } : [];
  });
}

/** Returns the case with the baseline's answer. What is cut off now is left out on both sides. */
function withAnswer({ reader, series, tokens, shown }: AskedCase, old: BaselineCase): AskedCase {
  const { reading: _, ...row } = shown;
  return askedCase(reader, series, tokens, [{ ...row, score: old.score, marks: [...old.marks] }]);
}

function reachedBy(cases: readonly AskedCase[], options: ReportOptions): Reached | undefined {
  const model = wholeModel(cases, undefined, options);
  const [shortest, longest] = [model.lengths[0], model.lengths.at(-1)];
  if (shortest === undefined || longest === undefined) return undefined;
  const series = new Set(cases.map((one) => one.series));
  const [only] = series.size === 1 ? series : [];
  return {
    ...reachOf(model, options),
    ...{ shortest, longest },
    ...(only?.sizes && { sizes: only.sizes }),
    ...(model.rise?.clear && { rise: { clear: true } }),
  };
}
