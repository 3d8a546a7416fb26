/** Computes the main figures of a report: how much each model recalls of each series, and up to which length. */
import { DEFAULT_THRESHOLD } from '../../../base/defaults.js';
import { groupBy } from '../../../base/group-by.js';
import type { Row } from '../../../contract/row.js';
import { CONFIDENCE } from '../../statistics/interval.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { Series } from '../evaluation/series.js';
import { type RecallModel, recallModel } from './recall-model.js';
import { lengthRow, summaryRow } from './summary.js';
import type { LengthRow, ReportData, ReportOptions, SummaryRow } from './tables.js';

export const DEFAULT_OPTIONS: ReportOptions = {
  threshold: DEFAULT_THRESHOLD,
  confidence: CONFIDENCE,
};

/** For more models and series, finding what would settle open questions takes too long. */
const MOST_ADVICE = 12;

export type Figures = Pick<ReportData, 'options' | 'series' | 'summary' | 'lengths'>;

export interface Asked {
  provider: string;
  cases: readonly AskedCase[];
  model: RecallModel;
}

export interface AskedSeries {
  bySeries: Asked[][];
  /** Whether to find what would settle open questions. */
  asksMore: boolean;
}

/** Models each series of each model. */
export function askedSeries({ series, readers }: Evaluation, options: ReportOptions): AskedSeries {
  const own = readers.map(({ name, cases }) => ({
    provider: name,
    cases: groupBy(cases.values(), (one) => one.series),
  }));
  const bySeries = series.map((one): Asked[] =>
    own.flatMap(({ provider, cases: all }) => {
      const cases = all.get(one);
      return cases ? { provider, cases, model: recallModel(cases, options) } : [];
    }),
  );
  return { bySeries, asksMore: bySeries.flat().length <= MOST_ADVICE };
}

export interface OwnFigures {
  byLength: { tokens: number; calls: readonly Row[] }[];
  lengths: LengthRow[];
  summary: SummaryRow;
}

export function ownFigures(
  { id: series, lengths, sizes }: Series,
  { provider, cases, model }: Asked,
  options: ReportOptions,
  asksMore: boolean,
): OwnFigures {
  const names = { provider, series };
  const byLength = lengths.flatMap((tokens) => {
    const calls = cases.flatMap((one) => (one.tokens === tokens ? one.calls : []));
    return calls.length === 0 ? [] : [{ tokens, calls }];
  });
  return {
    byLength,
    lengths: byLength.map((length) => lengthRow(names, length, model, options, sizes)),
    summary: summaryRow(names, cases, model, options, asksMore),
  };
}

export function figuresOf(evaluation: Evaluation, options: ReportOptions): Figures {
  const { bySeries, asksMore } = askedSeries(evaluation, options);
  const figures = bySeries.flatMap((own, i) =>
    own.map((one) => ownFigures(evaluation.series[i]!, one, options, asksMore)),
  );
  return {
    options,
    series: [...evaluation.series],
    summary: figures.map(({ summary }) => summary),
    lengths: figures.flatMap(({ lengths }) => lengths),
  };
}
