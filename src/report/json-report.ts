import type { ReportData } from '../analysis/tables.js';
import { effectiveLengthFigures } from '../output/words.js';

/** All tables of a report as JSON, with words for effective lengths beyond the lengths that were asked. */
export function jsonReport(data: ReportData): string {
  const summary = data.summary.map((row) => ({
    ...row,
    effectiveLength: effectiveLengthFigures(row),
  }));
  const benchmarks = data.benchmarks.map((row) => ({
    ...row,
    effectiveLength: effectiveLengthFigures(row),
  }));
  return `${JSON.stringify({ ...data, benchmarks, summary }, null, 2)}\n`;
}
