/** Models the recall of one benchmark, whatever its series. */
import type { AskedCase } from '../evaluation/asked-case.js';
import { compositePrompts } from './composite-prompts.js';
import { type RecallModel, recallModel } from './recall-model.js';
import type { ReportOptions } from './tables.js';

/**
 * Models all series of a benchmark: the only one, the composite score, or all marks.
 *
 * @param modelOf - the known model of the only series
 */
export function wholeModel(
  cases: readonly AskedCase[],
  modelOf: ((asked: AskedCase) => RecallModel) | undefined,
  options: ReportOptions,
): RecallModel {
  if (modelOf && isOneSeries(cases)) return modelOf(cases[0]!);
  const isComposite = cases.every(({ composite }) => composite);
  return recallModel(cases, options, isComposite ? compositePrompts : undefined);
}

/**
 * What the lengths of a benchmark are of: a prompt of nothing but the documents that answer it is none, unless nothing
 * else was asked. It says what a model could do.
 */
export function withoutOracle(cases: readonly AskedCase[]): readonly AskedCase[] {
  const others = cases.filter(({ series }) => series.task !== 'oracle');
  return others.length > 0 ? others : cases;
}

export function isOneSeries(cases: readonly AskedCase[]): boolean {
  return cases.every(({ series }) => series === cases[0]!.series);
}
