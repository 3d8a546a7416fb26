/** Computes the main figures of a report: how much each model recalls of each series, and up to which length. */
import type { Row } from '../../../contract/row.js';
import type { Series } from '../evaluation/series.js';
import type { Asked } from './reached-figures.js';
import { lengthRow, summaryRow } from './summary.js';
import type { LengthRow, ReportOptions, SummaryRow } from './tables.js';

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
