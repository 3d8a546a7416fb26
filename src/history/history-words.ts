/** A history in the words that the terminal and the page share. */
import { dropText, excludedText } from '../gate/regression-words.js';
import { intervalText, lengthText } from '../output/words.js';
import type { Interval } from '../statistics/interval.js';
import type {
  History,
  HistoryPoint,
  HistorySeries,
  ReaderHistory,
  RunComparison,
} from './history.js';

/** A table of runs: of one series, or of the comparisons of all series together. */
export interface RunTable {
  series?: HistorySeries;
  head: string[];
  /** The cells of each run behind its name. */
  rows: string[][];
}

/** What a reader's runs are shown as: one table where there is one series, else one more of the comparisons. */
export function tablesOf({ series, comparisons }: ReaderHistory): RunTable[] {
  const compared = { head: COMPARED, rows: comparisons.map(comparisonCells) };
  const tables = series.map((one) => ({
    series: one,
    head: COLUMNS,
    rows: one.points.map((point) => pointCells(point, one)),
  }));
  const [only] = tables;
  if (tables.length !== 1 || !only) return [compared, ...tables];
  return [
    {
      series: only.series,
      head: [...COLUMNS, ...COMPARED],
      rows: only.rows.map((row, i) => [...row, ...compared.rows[i]!]),
    },
  ];
}

const COLUMNS = ['prompts', 'recall (95 %)', 'effective length (95 %)'];
const COMPARED = ['drop since (95 %)', 'verdict'];

function pointCells(point: HistoryPoint | undefined, series: HistorySeries): string[] {
  if (!point) return ['0', '–', '–'];
  const { prompts, recall, effectiveLength } = point;
  return [String(prompts), intervalText(recall), reachedText(effectiveLength, series)];
}

/** An effective length with its interval: `41.3K (35K to 52.1K)`, or one word where all are alike. */
function reachedText({ value, low, high }: Interval, series: HistorySeries): string {
  const word = (tokens: number) => {
    if (tokens === 0) return `below ${lengthText(series.fromTokens)}`;
    if (tokens === Number.POSITIVE_INFINITY) return `at least ${lengthText(series.toTokens)}`;
    return lengthText(tokens);
  };
  if (low === high) return word(value);
  return `${word(value)} (${word(low)} to ${word(high)})`;
}

/** A comparison with the runs before. */
function comparisonCells(comparison: RunComparison | undefined): string[] {
  if (!comparison) return ['–', ''];
  const { drop, verdict } = comparison;
  const word = verdict === 'failed' ? 'worse' : verdict === 'passed' ? 'not worse' : 'undecided';
  return [`${dropText(drop.value)} (${dropText(drop.low)} to ${dropText(drop.high)})`, word];
}

/** The sentence about one reader that people read first. */
export function trendText(
  { firstWorse, comparisons }: ReaderHistory,
  { runs, options }: Pick<History, 'runs' | 'options'>,
): string {
  if (firstWorse !== undefined) {
    const { drop } = comparisons[firstWorse]!;
    return (
      `worse since ${nameOf(runs[firstWorse]!)}: drop ${dropText(drop.value)} (95 % interval ` +
      `${dropText(drop.low)} to ${dropText(drop.high)}) against the runs before`
    );
  }
  const compared = comparisons.filter((one) => one !== undefined);
  if (compared.length === 0) return 'nothing to compare: no two runs have a case in common';
  const last = compared[compared.length - 1]!;
  return (
    `no run is shown to be worse than those before it by more than ${options.maxDrop}; the last one ` +
    `excludes a drop of more than ${excludedText(last.excludes)}`
  );
}

/** The files or evaluations of a run. */
export function nameOf(names: readonly string[]): string {
  return names.join(', ');
}
