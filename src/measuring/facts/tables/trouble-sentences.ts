/** What else than memory became of answers, in sentences. */
import { clauses, say } from '../../../base/text/language.js';
import { briefShareText, shareText, sizeText, thresholdText } from '../../document/words.js';
import type { Dip } from '../../statistics/dip.js';
import { readerName } from './reader-name.js';
import type { ReportData, ReportOptions, SummaryRow } from './tables.js';
import { failedText, troubleText } from './troubles.js';

/**
 * What a person should know of answers before any figure: a sentence for each reader and series whose answers
 * are not all whole and read.
 *
 * @param written - how a reader's name is written
 */
export function troubleSentences(
  { summary, series, options }: Pick<ReportData, 'summary' | 'series' | 'options'>,
  written: (name: string) => string = (name) => name,
): string[] {
  const scored = new Set(series.flatMap(({ id, measure }) => (measure === undefined ? id : [])));
  // What became of an answer is said once, not with every measure.
  const shown = scored.size > 0 ? summary.filter((row) => scored.has(row.series)) : summary;
  return shown.flatMap((row) => {
    const said = troublesOf(row, options);
    if (said === undefined) return [];
    return say`${readerName({ series }, row.provider, [row.series], written)}: ${said}.`;
  });
}

function troublesOf(row: SummaryRow, options: ReportOptions): string | undefined {
  const { answers, recall, troubles, recallOfOthers, failedWhole } = row;
  const said = (troubles ?? []).map((one) => troubleText(one, answers));
  if (recallOfOthers && Number.isFinite(recallOfOthers.value)) {
    said.push(
      say`recall is ${shareText(recall.value)} over all answers, ${shareText(recallOfOthers.value)} over the others`,
    );
  }
  if (failedWhole && failedWhole.answers > 0) said.push(failedText(failedWhole));
  if (row.dip) said.push(dipText(row, row.dip, options));
  return said.length === 0 ? undefined : clauses(said);
}

/** `recall is below 0.85 from 14K to 28K (0.82) and above it again behind (0.96)` */
function dipText(row: SummaryRow, dip: Dip, options: ReportOptions): string {
  const { fromTokens, toTokens, recall, behind } = dip;
  const [from, to] = [sizeText(fromTokens, row.sizes), sizeText(toTokens, row.sizes)];
  return say`recall is below ${thresholdText(options)} from ${from} to ${to} (${briefShareText(recall)}) and above it again behind (${briefShareText(behind)})`;
}
