import { jsonText } from '../../base/doors.js';
import { plainRow } from '../document/table.js';
import type { ReportData } from '../facts/tables/tables.js';
import { benchmarksTable } from './columns/benchmarks.js';
import { summaryTable } from './columns/summary.js';

/** All tables of a report as JSON, with words for effective lengths beyond the lengths that were asked. */
export function jsonReport(data: ReportData): string {
  const [benchmarks, summary] = [benchmarksTable(data), summaryTable(data)];
  return jsonText({
    ...data,
    benchmarks: benchmarks.rows.map((row) => plainRow(benchmarks, row)),
    summary: summary.rows.map((row) => plainRow(summary, row)),
  });
}
