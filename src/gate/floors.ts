/** Floors: what recall and effective length must reach, whatever a baseline says. docs/gate.md */

import { largest } from '../extremes.js';
import { groupBy } from '../group-by.js';
import { ascending } from '../numbers.js';
import { lengthText, reachText, shareText } from '../output/words.js';
import type { Collected } from '../results/collect.js';
import { promptMarks } from '../results/prompt-marks.js';
import type { LengthRow, ReportData, SummaryRow } from '../results/tables.js';
import { crossing } from '../statistics/curve/effective-length.js';
import { recallCurve } from '../statistics/curve/recall-curve.js';
import type { Interval } from '../statistics/interval.js';
import type { Floor, FloorCheck, GateOptions } from './gate-result.js';

/** Below this, a difference of two means is rounding. */
const ROUNDING = 1e-9;

type FloorOptions = Pick<GateOptions, 'floors' | 'floorsBy' | 'threshold'>;

/** One series of a reader. */
interface FlooredSeries {
  title: string;
  summary: SummaryRow;
  lengths: LengthRow[];
  cases: Collected[];
}

/**
 * Check floors for the series of one reader. A floor at a length is for the series that have prompts of
 * it; where none has, one check says so. Controls have no floor.
 *
 * @param data - the analysis of all rows
 * @param provider - name of the reader in it
 * @param collected - what the reader made of each Case
 * @param titles - of series, by their key
 */
export function checkFloors(
  data: ReportData,
  provider: string,
  collected: ReadonlyMap<string, Collected>,
  titles: ReadonlyMap<string, string>,
  options: FloorOptions,
): FloorCheck[] {
  const bySeries = groupBy(collected.values(), ({ series }) => titles.get(series) ?? series);
  const own = data.series.flatMap(({ id, title, control }): FlooredSeries[] => {
    if (control) return [];
    const ofReader = (row: { series: string; provider: string }) =>
      row.series === id && row.provider === provider;
    const summary = data.summary.find(ofReader);
    const cases = bySeries.get(title) ?? [];
    return summary ? [{ title, summary, lengths: data.lengths.filter(ofReader), cases }] : [];
  });
  if (own.length === 0) return [];
  return options.floors.flatMap((floor) => {
    const checks = own.flatMap((series) => {
      const judgement = judged(floor, series, options);
      return judgement ? [{ series: series.title, floor, ...judgement }] : [];
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

type Judgement = Pick<FloorCheck, 'value' | 'low' | 'verdict' | 'note'>;

/** @returns nothing where the series has no prompts that long */
function judged(
  floor: Floor,
  { summary, lengths, cases }: FlooredSeries,
  options: FloorOptions,
): Judgement | undefined {
  if (floor.kind === 'effective-length') return judgedLength(floor.tokens, cases, options);
  if (floor.tokens === undefined) return judgedRecall(floor.recall, summary.recall, options);
  const row = lengths.find(({ tokens }) => tokens === floor.tokens);
  return row && judgedRecall(floor.recall, row.recall, options);
}

function judgedRecall(
  wanted: number,
  { value, low }: Interval,
  { floorsBy }: Pick<FloorOptions, 'floorsBy'>,
): Judgement {
  if (!Number.isFinite(value)) return { verdict: 'undecided', note: 'no answers' };
  const text = shareText(value);
  if (value < wanted - ROUNDING) {
    const precise = Number(text) < wanted ? text : value.toPrecision(6);
    return { value, low, verdict: 'failed', note: `recall is ${precise}` };
  }
  if (floorsBy === 'bound' && low < wanted - ROUNDING) {
    const note = `recall is ${text}, but may be ${shareText(low)}`;
    return { value, low, verdict: 'undecided', note };
  }
  return { value, low, verdict: 'passed', note: '' };
}

function judgedLength(
  wanted: number,
  cases: readonly Collected[],
  { threshold, floorsBy }: FloorOptions,
): Judgement | undefined {
  const longest = largest(cases.map(({ row }) => row.tokens));
  const prompts = cases.flatMap(promptMarks);
  if (prompts.length === 0) return { verdict: 'undecided', note: 'no answers' };
  const answered = largest(prompts.map(({ tokens }) => tokens));
  const reached = crossing(recallCurve(prompts, { threshold }));
  const known = { value: Math.min(reached.value, answered), low: Math.min(reached.low, answered) };
  if (reached.value === Number.POSITIVE_INFINITY && wanted > answered) {
    if (answered === longest) return undefined;
    const note = `no answers at ${lengthText(longest)}`;
    return { ...known, verdict: 'undecided', note };
  }
  if (reached.value < wanted) {
    return { ...known, verdict: 'failed', note: `effective length is ${reachText(known.value)}` };
  }
  if (floorsBy === 'bound' && reached.low < wanted) {
    const note = `effective length is ${reachText(known.value)}, but may be ${reachText(known.low)}`;
    return { ...known, verdict: 'undecided', note };
  }
  return { ...known, verdict: 'passed', note: '' };
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
