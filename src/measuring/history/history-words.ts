/** A history in the words that the terminal and the page share. */

import { atMostText, dropIntervalText, dropText } from '../gate/regression-words.js';
import { countText, intervalText, percentText, sizeText } from '../output/words.js';
import { isKnown } from '../statistics/curve/effective-length.js';
import type { LevelHistory, LevelStep } from '../statistics/history/change-points.js';
import type { Interval } from '../statistics/interval.js';
import { paidText } from '../tables/spent.js';
import type { History, HistoryPoint, HistorySeries, ReaderHistory } from './history.js';

/** A table of runs: of one series, or of the comparisons of all series together. */
interface RunTable {
  series?: HistorySeries;
  head: string[];
  /** The cells of each run behind its name. */
  rows: string[][];
}

/** What a reader's runs are shown as: one table where there is one series, else one more of the changes. */
export function tablesOf(reader: ReaderHistory): RunTable[] {
  const isPaid = reader.spent.some(({ cost }) => cost !== undefined);
  const whole = [...(isPaid ? ['cost', 'tokens in'] : []), CHANGED];
  const changes = (reader.series[0]?.points ?? []).map((_, run) => {
    const spent = reader.spent[run]!;
    const paid = isPaid ? [paidText(spent), countText(spent.promptTokens)] : [];
    return [...paid, changeText(reader, run)];
  });
  const tables = reader.series.map((one) => ({
    series: one,
    head: COLUMNS,
    rows: one.points.map((point) => pointCells(point, one)),
  }));
  const [only] = tables;
  if (tables.length !== 1 || !only) return [{ head: whole, rows: changes }, ...tables];
  return [
    {
      series: only.series,
      head: [...COLUMNS, ...whole],
      rows: only.rows.map((row, i) => [...row, ...changes[i]!]),
    },
  ];
}

/** Head of the column about a whole run, besides. */
const CHANGED = 'change (95 %)';

const COLUMNS = ['prompts', 'recall (95 %)', 'effective length (95 %)'];

function pointCells(point: HistoryPoint | undefined, series: HistorySeries): string[] {
  if (!point) return ['0', '–', '–'];
  const { prompts, unread, recall, effectiveLength } = point;
  const answered = unread === undefined ? String(prompts) : `${prompts} (${unread} unreadable)`;
  return [answered, intervalText(recall), reachedText(effectiveLength, series)];
}

/** An effective length with its interval: `41.3K (35K to 52.1K)`, or one word where all are alike, or it may be any. */
function reachedText(length: Interval, series: HistorySeries): string {
  const { value, low, high } = length;
  if (!isKnown(length)) return 'unknown';
  const word = (tokens: number) => {
    if (tokens === 0) return `below ${sizeText(series.fromTokens, series.sizes)}`;
    if (tokens === Number.POSITIVE_INFINITY) {
      return `at least ${sizeText(series.toTokens, series.sizes)}`;
    }
    return sizeText(tokens, series.sizes);
  };
  if (low === high) return word(value);
  return `${word(value)} (${word(low)} to ${word(high)})`;
}

/** What changed at a run, all series together. */
export function changeText({ course: { steps } }: ReaderHistory, run: number): string {
  const step = steps.find((one) => one.run === run);
  return step ? stepText(step) : '';
}

function stepText({ drop: { value, low, high } }: LevelStep): string {
  return value > 0
    ? `fell by ${dropText(value)} (${dropText(low)} to ${dropText(high)})`
    : `rose by ${dropText(-value)} (${dropText(-high)} to ${dropText(-low)})`;
}

/** The sentence about one reader that people read first: what changed and since when, with its doubt. */
export function trendText(
  { course, last }: ReaderHistory,
  { runs, options }: Pick<History, 'runs' | 'options'>,
): string {
  const { shape, steps, changed, trend } = course;
  const probability = `probability ${percentText(changed)}`;
  const worst = worseSince(course, options.maxDrop);
  if (trend) {
    const { value, low, high } = trend;
    const way = value > 0 ? 'falls' : 'rises';
    const ends = value > 0 ? [low, high] : [-high, -low];
    return (
      `${way} by ${dropText(Math.abs(value))} from run to run (95 % interval ${dropText(ends[0]!)} to ` +
      `${dropText(ends[1]!)}; ${probability})`
    );
  }
  if (worst) {
    const { run, from, to, drop } = worst;
    const range =
      from === to ? '' : ` (it may be any from ${nameOf(runs[from]!)} to ${nameOf(runs[to]!)})`;
    return (
      `worse since ${nameOf(runs[run]!)}${range}: drop ${dropText(drop.value)} (95 % interval ` +
      `${dropText(drop.low)} to ${dropText(drop.high)}; ${probability})`
    );
  }
  if (!last) return 'nothing to compare: the last run has no case in common with those before';
  const word =
    last.verdict === 'failed'
      ? `the last run is worse by ${dropIntervalText(last.drop)}`
      : `the last run's drop is ${atMostText(last)}`;
  const before = steps.some(({ drop }) => drop.value > options.maxDrop)
    ? 'was worse and is no longer'
    : shape === 'none'
      ? `no change is shown (${probability})`
      : `not worse (a change: ${probability})`;
  return `${before}; ${word}`;
}

/** The last step, where it is a fall that is not accepted. */
export function worseSince({ steps }: LevelHistory, maxDrop: number): LevelStep | undefined {
  const step = steps.at(-1);
  return step && step.drop.value > maxDrop ? step : undefined;
}

/** The files or evaluations of a run. */
export function nameOf(names: readonly string[]): string {
  return names.join(', ');
}
