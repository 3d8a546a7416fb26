/** Floors: what recall and effective length must reach, whatever a baseline says. docs/gate.md */

import { ascending } from '../numbers.js';
import { lengthText, reachText, shareText } from '../output/words.js';
import type { LengthRow, ReportData, SummaryRow } from '../results/tables.js';
import type { Floor, FloorCheck } from './gate-result.js';

/** Below this, a difference of two means is rounding. */
const ROUNDING = 1e-9;

/**
 * Check floors for the series of one reader, by the point estimates of the report. A floor at a length
 * is for the series that have prompts of it; where none has, one check says so. Controls have no floor.
 *
 * @param data - the analysis of all rows
 * @param provider - name of the reader in it
 */
export function checkFloors(
  data: ReportData,
  provider: string,
  floors: readonly Floor[],
): FloorCheck[] {
  const own = data.series.flatMap(({ id, title, control }) => {
    if (control) return [];
    const ofReader = (row: { series: string; provider: string }) =>
      row.series === id && row.provider === provider;
    const summary = data.summary.find(ofReader);
    return summary ? [{ title, summary, lengths: data.lengths.filter(ofReader) }] : [];
  });
  if (own.length === 0) return [];
  return floors.flatMap((floor) => {
    const checks = own.flatMap(({ title, summary, lengths }) => {
      const judgement = judged(floor, summary, lengths);
      return judgement ? [{ series: title, floor, ...judgement }] : [];
    });
    if (checks.length > 0) return checks;
    const tested = own.flatMap(({ lengths }) => lengths.map(({ tokens }) => tokens));
    return { floor, ...untested(floor, tested) };
  });
}

/** A floor in words: `recall ≥ 0.9 at 64K`. */
export function floorText(floor: Floor): string {
  if (floor.kind === 'effective-length') return `effective length ≥ ${lengthText(floor.tokens)}`;
  const where = floor.tokens === undefined ? '' : ` at ${lengthText(floor.tokens)}`;
  return `recall ≥ ${floor.recall}${where}`;
}

type Judgement = Pick<FloorCheck, 'value' | 'verdict' | 'note'>;

/** @returns nothing where the series has no prompts that long */
function judged(
  floor: Floor,
  summary: SummaryRow,
  lengths: readonly LengthRow[],
): Judgement | undefined {
  if (floor.kind === 'effective-length') return judgedLength(floor.tokens, summary);
  if (floor.tokens === undefined) return judgedRecall(floor.recall, summary.recall.value);
  const row = lengths.find(({ tokens }) => tokens === floor.tokens);
  return row && judgedRecall(floor.recall, row.recall.value);
}

function judgedRecall(wanted: number, value: number): Judgement {
  if (!Number.isFinite(value)) return { verdict: 'undecided', note: 'no answers' };
  if (value >= wanted - ROUNDING) return { value, verdict: 'passed', note: '' };
  const text = shareText(value);
  const precise = Number(text) < wanted ? text : value.toPrecision(6);
  return { value, verdict: 'failed', note: `recall is ${precise}` };
}

function judgedLength(
  wanted: number,
  { effectiveLength: { value }, longest, unknownFrom }: SummaryRow,
): Judgement | undefined {
  if (value >= wanted) return { value, verdict: 'passed', note: '' };
  if (value === longest) return undefined;
  if (unknownFrom !== undefined) {
    return { value, verdict: 'undecided', note: `no answers at ${lengthText(unknownFrom)}` };
  }
  return { value, verdict: 'failed', note: `effective length is ${reachText(value)}` };
}

/** What to say where no series can be judged. */
function untested(floor: Floor, tested: readonly number[]): Judgement {
  const lengths = ascending(tested);
  const longest = lengths[lengths.length - 1]!;
  return floor.kind === 'recall'
    ? {
        verdict: 'undecided',
        note: `no prompt has ${floor.tokens} tokens; tested were ${lengths.join(', ')}`,
      }
    : {
        value: longest,
        verdict: 'undecided',
        note: `the longest prompts have ${longest} tokens`,
      };
}
