/**
 * How far each model held in the baseline, and how far it holds now, by the prompts that both sides answered; and whether
 * that alone fails the gate: an end of the prompt that is newly ignored may be a small part of all facts.
 */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { RECALL } from '../../../contract/signs.js';
import { type AskedCase, askedCase } from '../../facts/evaluation/asked-case.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import { ofMeasure } from '../../facts/evaluation/measures.js';
import { type Reached, saidToFail, saidToHold, verdictOf } from '../../facts/length-verdict.js';
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
import type {
  GateResult,
  LengthChange,
  ProviderGate,
  ReachChange,
  Verdict,
} from './gate-result.js';
import { worst } from './gate-with-tests.js';

/** Facts found at the lengths where an end is newly ignored fell by this much: a model that always ignored it shows no fall. */
const FALL = 0.1;

/** The same result with the reliable lengths of both sides, and what they say against it. */
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
    // The baseline names a reader without its measure.
    const before = kept.get(baselineName.replace(` · ${measure}`, ''));
    if (!before) return one;
    const reach = reachesOf([...asked.values()], before, options).map((change) => {
      const verdict = one.measure === undefined ? lossOf(change, one, result.options) : undefined;
      return verdict ? { ...change, verdict } : change;
    });
    const verdict = worst(one.verdict, ...reach.flatMap((change) => change.verdict ?? []));
    return reach.length > 0 ? { ...one, verdict, reach } : one;
  });
  return {
    ...result,
    providers,
    verdict: worst(result.verdict, ...providers.map((one) => one.verdict)),
  };
}

/**
 * What a change of the reliable length comes to, whatever the mean of all prompts: a failure where an end of the prompt or
 * all that is longer is newly ignored, and an open question where a length that was shown to be reliable is shown not to be.
 */
function lossOf(
  change: ReachChange,
  { lengths, completeness }: ProviderGate,
  { maxDrop }: GateResult['options'],
): Exclude<Verdict, 'passed'> | undefined {
  const { before, now } = change;
  const isLost = saidToFail(now) <= saidToHold(before);
  const isNew = isCut(now) && !isCut(before);
  if (!isLost && !isNew) return undefined;
  const from = isNew ? fromOf(now) : saidToFail(now);
  const fall = fallOf(lengths.filter(({ tokens }) => tokens >= from));
  if (fall <= maxDrop || (!isLost && fall < FALL)) return undefined;
  const isOpen = completeness.some(
    ({ kind, verdict }) => kind === 'changed' && verdict !== 'passed',
  );
  return isNew && !isOpen ? 'failed' : 'inconclusive';
}

function isCut(reached: Reached): boolean {
  const { kind } = verdictOf(reached);
  return kind === 'cut' || kind === 'limit';
}

/** The shortest length of which something is cut. */
function fromOf({ reliable }: Reached): number {
  return reliable?.hole?.cut ? reliable.hole.fromTokens : (reliable?.limit?.fromTokens ?? 0);
}

function fallOf(lengths: readonly LengthChange[]): number {
  const prompts = sum(lengths.map((one) => one.prompts));
  return prompts === 0
    ? 0
    : sum(lengths.map((one) => one.prompts * (one.before - one.now))) / prompts;
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
  // The report names a language where there are several.
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

/** A Case of the results as the baseline answered it. What is cut off now is left out on both sides. */
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
