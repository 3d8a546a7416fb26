/** Computes how far each model is reliable in each series, and what it recalls at each length: what minimums are of. */
import { CONFIDENCE, DEFAULT_THRESHOLD } from '../../../base/defaults.js';
import { largest, smallest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import type { Rise } from '../../statistics/curve/rise.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { causeOf } from './causes.js';
import { reachOf } from './open-questions.js';
import { type RecallModel, recallModel, recallOf } from './recall-model.js';
import type { LengthRow, Names, ReachedRow, ReportData, ReportOptions, RiseRow } from './tables.js';

export const DEFAULT_OPTIONS: ReportOptions = {
  threshold: DEFAULT_THRESHOLD,
  confidence: CONFIDENCE,
};

/** For more models and series, finding what would settle open questions takes too long. */
const MOST_ADVICE = 12;

/** What minimums are compared with. */
export interface ReachedFigures extends Pick<ReportData, 'series'> {
  summary: ReachedRow[];
  lengths: Pick<LengthRow, keyof Names | 'tokens' | 'recall'>[];
}

export interface AskedModel {
  provider: string;
  cases: readonly AskedCase[];
  model: RecallModel;
}

export interface AskedSeries {
  bySeries: AskedModel[][];
  /** Whether to find what would settle open questions. */
  asksMore: boolean;
}

/** Models each series of each model. */
export function askedSeries({ series, models }: Evaluation, options: ReportOptions): AskedSeries {
  const own = models.map(({ name, cases }) => ({
    provider: name,
    cases: groupBy(cases.values(), (one) => one.series),
  }));
  const bySeries = series.map((one): AskedModel[] =>
    own.flatMap(({ provider, cases: all }) => {
      const cases = all.get(one);
      return cases ? { provider, cases, model: recallModel(cases, options) } : [];
    }),
  );
  return { bySeries, asksMore: bySeries.flat().length <= MOST_ADVICE };
}

export function reachedFigures(evaluation: Evaluation, options: ReportOptions): ReachedFigures {
  const { bySeries, asksMore } = askedSeries(evaluation, options);
  const all = bySeries.flatMap((own, i) =>
    own.map((one) => ({
      ...one,
      names: { provider: one.provider, series: evaluation.series[i]!.id },
    })),
  );
  return {
    series: [...evaluation.series],
    summary: all.map(({ names, cases, model }) => ({
      ...names,
      ...reachedRow(cases, model, options, asksMore),
    })),
    lengths: all.flatMap(({ names, cases, model }) =>
      ascending(cases.map(({ tokens }) => tokens)).map((tokens) => ({
        ...{ ...names, tokens, recall: recallAt(tokens, model, options) },
      })),
    ),
  };
}

/** @param asksMore - whether to find what would settle an unknown effective length */
export function reachedRow(
  cases: readonly AskedCase[],
  model: RecallModel,
  options: ReportOptions,
  asksMore: boolean,
): Omit<ReachedRow, keyof Names> {
  const { sizes } = cases[0]!.series;
  const asked = ascending(cases.map(({ tokens }) => tokens));
  const known = model.lengths.length > 0 ? model.lengths : asked;
  const unanswered = asked.filter((tokens) => !model.lengths.includes(tokens));
  const reach = reachOf(model, options, asksMore ? cases : []);
  const calls = cases.flatMap((one) => one.calls);
  return {
    recall: recallOf(model, options.confidence),
    ...reach,
    ...causeOf(calls, reach),
    shortest: smallest(known),
    longest: largest(model.limit ? asked : known),
    ...(sizes && { sizes }),
    ...(unanswered.length > 0 && { unanswered }),
    ...(model.rise && { rise: riseRow(model.rise) }),
  };
}

export function recallAt(tokens: number, model: RecallModel, { confidence }: ReportOptions) {
  return recallOf(model, confidence, ({ prompts }) =>
    prompts.filter((prompt) => prompt.tokens === tokens),
  );
}

export function riseRow({ clear, p, rise, shorter, longer }: Rise): RiseRow {
  return {
    clear,
    p,
    by: rise,
    shorterFrom: shorter[0],
    shorterTo: shorter[1],
    longerFrom: longer[0],
    longerTo: longer[1],
  };
}
