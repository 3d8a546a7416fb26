import { jsonText } from '../../base/doors.js';
import { effectiveLengthFigures, effectiveSizeFigures, type Reached } from '../output/words.js';
import type { ReportData } from '../tables/tables.js';

/** All tables of a report as JSON, with words for effective lengths beyond the lengths that were asked. */
export function jsonReport(data: ReportData): string {
  const inWords = ({ sizes, ...row }: Reached) => {
    const effectiveSize = effectiveSizeFigures({ ...row, ...(sizes && { sizes }) });
    return {
      ...row,
      effectiveLength: effectiveLengthFigures(row),
      ...(effectiveSize && { effectiveSize }),
    };
  };
  const summary = data.summary.map(inWords);
  const benchmarks = data.benchmarks.map(inWords);
  return jsonText({ ...data, benchmarks, summary });
}
