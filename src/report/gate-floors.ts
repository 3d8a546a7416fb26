/** Floors: what recall and effective length must reach, whatever a baseline says. docs/gate.md */
import type { Floor, FloorCheck } from './gate-result.js';
import type { LengthRow, ReportData, SummaryRow } from './report-data.js';
import { effectiveLengthText, lengthText, shareText } from './words.js';

/**
 * Check floors for every series of one reader, by the point estimates of the report.
 *
 * @param data - the analysis of all rows
 * @param provider - name of the reader in it
 */
export function checkFloors(
  data: ReportData,
  provider: string,
  floors: readonly Floor[],
): FloorCheck[] {
  return data.series.flatMap(({ id, title }) => {
    const summary = data.summary.find((row) => row.series === id && row.provider === provider);
    if (!summary) return [];
    const lengths = data.lengths.filter((row) => row.series === id && row.provider === provider);
    return floors.map((floor) => ({ series: title, floor, ...judged(floor, summary, lengths) }));
  });
}

/** A floor in words: `recall ≥ 0.9 at 64K`. */
export function floorText(floor: Floor): string {
  if (floor.kind === 'effective-length') return `effective length ≥ ${lengthText(floor.tokens)}`;
  const where = floor.tokens === undefined ? '' : ` at ${lengthText(floor.tokens)}`;
  return `recall ≥ ${floor.recall}${where}`;
}

type Judgement = Pick<FloorCheck, 'value' | 'verdict' | 'note'>;

function judged(floor: Floor, summary: SummaryRow, lengths: readonly LengthRow[]): Judgement {
  if (floor.kind === 'effective-length') return judgedLength(floor.tokens, summary);
  if (floor.tokens === undefined) return judgedRecall(floor.recall, summary.recall.value);
  const row = lengths.find(({ tokens }) => tokens === floor.tokens);
  if (row) return judgedRecall(floor.recall, row.recall.value);
  return {
    verdict: 'undecided',
    note: `no prompt has ${floor.tokens} tokens; tested were ${lengths.map(({ tokens }) => tokens).join(', ')}`,
  };
}

function judgedRecall(wanted: number, value: number): Judgement {
  if (!Number.isFinite(value)) return { verdict: 'undecided', note: 'no answers' };
  return value >= wanted
    ? { value, verdict: 'passed', note: '' }
    : { value, verdict: 'failed', note: `recall is ${shareText(value)}` };
}

function judgedLength(
  wanted: number,
  { effectiveLength: value, longest, unknownFrom }: SummaryRow,
): Judgement {
  if (value >= wanted) return { value, verdict: 'passed', note: '' };
  if (value === longest) {
    return { value, verdict: 'undecided', note: `the longest prompts have ${longest} tokens` };
  }
  if (unknownFrom !== undefined) {
    return { value, verdict: 'undecided', note: `no answers at ${lengthText(unknownFrom)}` };
  }
  return { value, verdict: 'failed', note: `effective length is ${effectiveLengthText(value)}` };
}
