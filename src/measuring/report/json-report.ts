import { jsonText } from '../../base/safe-output.js';
import { type FigureTable, plainRow } from '../facts/row-fields.js';
import type { ReportData, Since } from '../facts/tables/tables.js';
import { benchmarkFigures, summaryFigures } from './figures.js';

/** Writes all tables of a report as JSON. Lengths beyond those tested have signs. */
export function jsonReport(data: ReportData): string {
  return jsonText({
    ...data,
    ...(data.since && { since: sinceFigures(data.since) }),
    benchmarks: plainRows(benchmarkFigures(data)),
    summary: plainRows(summaryFigures(data)),
  });
}

/** Drops the words that tables have for changes. */
function sinceFigures({ changes, ...since }: Since): object {
  return { ...since, changes: changes.map(({ change: _, note: __, ...figures }) => figures) };
}

function plainRows<Row extends object>(table: FigureTable<Row>): object[] {
  return table.rows.map((row) => plainRow(table, row));
}
