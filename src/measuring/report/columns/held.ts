/** How far a reader holds, all that it was asked together: one length, or in how many benchmarks the longest. */
import { groupBy } from '../../../base/group-by.js';
import { sayCount } from '../../../base/text/language.js';
import { RECALL } from '../../../contract/signs.js';
import { effectiveLengthAnswer, holdsLongest, saidToFail } from '../../output/effective-length.js';
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

/**
 * How far a reader holds by each of its measures, where these are all that its lines differ in.
 *
 * @example
 * // at least 8 documents by recall, at least 4 documents by cites
 */
export function heldByMeasure(
  { benchmarks }: Pick<ReportData, 'benchmarks'>,
  provider: string,
): string | undefined {
  const own = benchmarks.filter((row) => row.provider === provider);
  const measures = own.map(({ measure = RECALL }) => measure);
  if (own.length < 2 || new Set(measures).size < own.length) return undefined;
  const alike = groupBy(own, effectiveLengthAnswer);
  return [...alike]
    .map(([answer, rows]) => {
      const names = rows.map(({ measure = RECALL }) => measure);
      return `${answer} by ${[names.slice(0, -1).join(', '), names.at(-1)!].filter(Boolean).join(' and ')}`;
    })
    .join(', ');
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
  return `${held} of ${sayCount(own.length, of)}${open === 0 ? '' : `, open in ${open}`}`;
}
