/** How far a reader holds, all that it was asked together: one length, or in how many benchmarks the longest. */
import { groupBy } from '../../../base/group-by.js';
import { commas, say, sayCount } from '../../../base/text/language.js';
import { RECALL } from '../../../contract/signs.js';
import { reachText, shortestLengthText } from '../../facts/effective-length.js';
import { holdsLongest, type Reached, saidToFail, saidToHold } from '../../facts/length-verdict.js';
import type { BenchmarkRow, ReportData, SummaryRow } from '../../facts/tables/tables.js';

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
  const alike = groupBy(own, lengthHeld);
  return commas(
    [...alike].map(([answer, rows]) => {
      const names = rows.map(({ measure = say`recall` }) => measure);
      const [first, last] = [commas(names.slice(0, -1)), names.at(-1)!];
      return first === '' ? say`${answer} by ${last}` : say`${answer} by ${first} and ${last}`;
    }),
  );
}

/** The reliable length without a sign that it may be more, as a sentence has it; what there is in its place. */
function lengthHeld(row: Reached): string {
  const tokens = saidToHold(row);
  return tokens > 0 ? reachText(tokens, row.sizes) : shortestLengthText(row);
}

/** In how many benchmarks a reader holds the longest length, and in how many that is open. */
export function heldText({ benchmarks, series }: ReportData, provider: string): string {
  const own = benchmarks.filter((row) => row.provider === provider);
  const held = own.filter(holdsLongest).length;
  const open = own.filter((row) => !holdsLongest(row) && saidToFail(row) > row.longest).length;
  const isByMeasure = new Set(own.map(({ measure }) => measure)).size > 1;
  const isSeveral = new Set(series.map(({ benchmark }) => benchmark)).size > 1;
  const all = sayCount(own.length, isByMeasure ? (isSeveral ? 'line' : 'measure') : 'benchmark');
  return open === 0 ? say`${held} of ${all}` : say`${held} of ${all}, open in ${open}`;
}
