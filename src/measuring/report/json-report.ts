import { jsonText } from '../../base/safe-output.js';
import { plainRow, type Table } from '../facts/row-fields.js';
import type { ReportData } from '../facts/tables/tables.js';
import { benchmarkFigures, summaryFigures } from './figures.js';

/** All tables of a report as JSON, with signs for effective lengths beyond the lengths that were tested. */
export function jsonReport(data: ReportData): string {
  return jsonText({
    ...data,
    benchmarks: plainRows(benchmarkFigures(data)),
    summary: plainRows(summaryFigures(data)),
  });
}

function plainRows<Row extends object>(table: Table<Row>): object[] {
  return table.rows.map((row) => plainRow(table, row));
}
