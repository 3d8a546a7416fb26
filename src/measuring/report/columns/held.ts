/** How far a reader holds, all that it was asked together: one length, or in how many benchmarks the longest. */
import { counted } from '../../../base/text/texts.js';
import { holdsLongest, saidToFail } from '../../output/effective-length.js';
import type { BenchmarkRow, ReportData, SummaryRow } from '../../tables/tables.js';

/** The line of a reader that says it: of the only series, or of the only benchmark. */
export function lineOf(
  { series, summary, benchmarks }: ReportData,
  provider: string,
): SummaryRow | BenchmarkRow | undefined {
  const rows = (series.length === 1 ? summary : benchmarks).filter(
    (row) => row.provider === provider,
  );
  return rows.length === 1 ? rows[0] : undefined;
}

/** In how many benchmarks a reader holds the longest length, and in how many that is open. */
export function heldText({ benchmarks, series }: ReportData, provider: string): string {
  const own = benchmarks.filter((row) => row.provider === provider);
  const held = own.filter(holdsLongest).length;
  const open = own.filter((row) => !holdsLongest(row) && saidToFail(row) > row.longest).length;
  const of =
    new Set(own.map(({ measure }) => measure)).size > 1
      ? new Set(series.map(({ benchmark }) => benchmark)).size > 1
        ? 'line'
        : 'measure'
      : 'benchmark';
  return `${held} of ${counted(own.length, of)}${open === 0 ? '' : `, open in ${open}`}`;
}
