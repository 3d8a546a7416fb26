/** A history in the words that the terminal and the page share. */

import { ascending, mean } from '../../base/numbers.js';
import { clauses, commas, say, sayCount } from '../../base/text/language.js';
import { type Answer, answerIn, answerOn } from '../../measuring/document/answer.js';
import { type Column, column, type Table } from '../../measuring/document/table.js';
import { differenceText, percentText, sizeAndLengthText } from '../../measuring/document/words.js';
import { effectiveLengthAnswer, reachCell } from '../../measuring/facts/effective-length.js';
import { changesText } from '../../measuring/facts/evaluation/changes.js';
import { type Reached, saidToFail, saidToHold } from '../../measuring/facts/length-verdict.js';
import { paidText, type Spent } from '../../measuring/facts/tables/spent.js';
import {
  atMostText,
  dropIntervalText,
  dropText,
} from '../../measuring/verdicts/gate/drop-words.js';
import type { LevelHistory, LevelStep } from './change-points.js';
import type { History, HistoryPoint, HistorySeries, ReaderHistory } from './history.js';

/** One run of a reader, of one series or of all. */
interface Run {
  /** From 1. */
  number: number;
  name: string;
  point: HistoryPoint | undefined;
  spent: Spent;
  change: string;
}

/** A table of runs: of one series, or of all series together. */
export interface RunTable extends Table<Run> {
  series?: HistorySeries;
}

/** What a reader's runs are shown as: one table where there is one series, else one more of the changes. */
export function tablesOf(reader: ReaderHistory, runs: History['runs']): RunTable[] {
  const rowsOf = (series?: HistorySeries) =>
    runs.map((names, i) => ({
      number: i + 1,
      name: nameOf(names),
      point: series?.points[i],
      spent: reader.spent[i]!,
      change: changeText(reader, i),
    }));
  const run: Column<Run> = column('label', say`run`, ({ name }) => name, {
    cell: ({ number, name }) => `${number} · ${name}`,
  });
  const titleOf = (title: string) => say`${reader.reader}: ${title}`;
  const isOne = reader.series.length === 1;
  const ofSeries = reader.series.map((series) => ({
    series,
    title: titleOf(series.title),
    note: say`In brackets: 95 % intervals.`,
    columns: [run, ...pointColumns(series), ...(isOne ? wholeColumns(reader) : [])],
    rows: rowsOf(series),
  }));
  if (isOne) return ofSeries;
  const whole = { title: titleOf(say`all series`), columns: [run, ...wholeColumns(reader)] };
  return [{ ...whole, rows: rowsOf() }, ...ofSeries];
}

/** What a run found in a series. */
function pointColumns({ fromTokens, toTokens, sizes }: HistorySeries): Column<Run>[] {
  const ends = { shortest: fromTokens, longest: toTokens, ...(sizes && { sizes }) };
  return [
    column('words', say`prompts`, promptsText, { set: 'number' }),
    column('interval', say`recall`, ({ point }) => point?.recall),
    column('reach', say`reliable length`, ({ point }) => point && reachCell({ ...point, ...ends })),
  ];
}

function promptsText({ point }: Run): string {
  const { prompts = 0, unread } = point ?? {};
  return unread === undefined ? String(prompts) : say`${prompts} (${unread} unreadable)`;
}

/** At most this many runs have a column. */
const MOST_RUNS = 12;

/** Recall by length and run. */
export type ByLength = Pick<HistorySeries, 'title' | 'sizes'> & {
  points: readonly (Pick<HistoryPoint, 'byLength'> | undefined)[];
};

/** All series of a reader as one: at each length the mean of those that have it. */
export function allSeries(series: readonly HistorySeries[]): ByLength {
  const runs = series[0]!.points.map((_, run) => {
    const known = series.flatMap(({ points }) => points[run]?.byLength ?? []);
    const lengths = ascending(known.map(({ tokens }) => tokens));
    return lengths.map((tokens) => ({
      tokens,
      recall: mean(known.flatMap((one) => (one.tokens === tokens ? one.recall : []))),
    }));
  });
  return {
    title: say`All series`,
    points: runs.map((byLength) => (byLength.length > 0 ? { byLength } : undefined)),
  };
}

/** Recall of one series at each length, run by run, the longest first; what reaches the threshold is tinted. */
export function byLengthTable(
  { title, points, sizes }: ByLength,
  worse: LevelStep | undefined,
  threshold: number,
): Table<number> {
  const recallOf = (run: number, length: number) =>
    points[run]?.byLength.find(({ tokens }) => tokens === length)?.recall;
  const runs = points.flatMap((point, run) => (point ? [run] : [])).slice(-MOST_RUNS);
  const level = (length: number, isIn: (run: number) => boolean) =>
    mean(points.flatMap((_, run) => (isIn(run) ? (recallOf(run, length) ?? []) : [])));
  const since = (run: number): Column<number> =>
    column(
      'words',
      say`since ${run + 1}`,
      (length) =>
        differenceText(level(length, (one) => one >= run) - level(length, (one) => one < run), 2),
      { set: 'number' },
    );
  const lengths = new Set(
    points.flatMap((point) => point?.byLength.map(({ tokens }) => tokens) ?? []),
  );
  return {
    title: say`${title}: recall by length and run`,
    rows: [...lengths].sort((a, b) => b - a),
    note: say`Mean recall by length. Columns: runs. Tinted: at least ${threshold}.`,
    columns: [
      column('words', say`length`, (length) => sizeAndLengthText(length, sizes)),
      ...runs.map((run) =>
        column<number, 'shade'>('shade', String(run + 1), (length) => {
          const share = recallOf(run, length);
          return share === undefined ? undefined : { share, threshold };
        }),
      ),
      ...(worse ? [since(worse.run)] : []),
    ],
  };
}

/** What a run took, and what changed at it, all series together. */
function wholeColumns({ spent }: ReaderHistory): Column<Run>[] {
  const paid: Column<Run>[] = [
    column('words', say`cost`, (run) => paidText(run.spent), { set: 'number' }),
    column('count', say`tokens in`, (run) => run.spent.promptTokens),
  ];
  return [
    ...(spent.some(({ cost }) => cost !== undefined) ? paid : []),
    column('words', say`change (95 %)`, ({ change }) => change, { set: 'number' }),
  ];
}

/** What changed at a run, all series together. */
export function changeText({ course: { steps } }: ReaderHistory, run: number): string {
  const step = steps.find((one) => one.run === run);
  return step ? stepText(step) : '';
}

function stepText({ drop: { value, low, high } }: Pick<LevelStep, 'drop'>): string {
  return value > 0
    ? say`fell by ${dropText(value)} (${dropText(low)} to ${dropText(high)})`
    : say`rose by ${dropText(-value)} (${dropText(-high)} to ${dropText(-low)})`;
}

/** At most this many runs with changes are named before the trend: JSON has all. */
const NAMED_CHANGES = 3;

/** What stands before any trend: what of the conditions changed, and at which run. */
export function changedTexts({ changes = [], runs, readers }: History): string[] {
  const models = new Set(readers.map(({ reader }) => reader)).size;
  const texts = changes.map(({ run, model, changes: own }) => {
    const name = nameOf(runs[run]!);
    return models > 1
      ? say`Since ${name}: ${model}: ${changesText(own)}.`
      : say`Since ${name}: ${changesText(own)}.`;
  });
  const more = texts.length - NAMED_CHANGES;
  if (more <= 0) return texts;
  const last = texts.slice(-NAMED_CHANGES + 1);
  return [say`Conditions changed ${sayCount(texts.length, 'time')}, the last times so:`, ...last];
}

/** The sentence about one reader that people read first: what changed and since when, with its doubt. */
export function trendText(
  { course, last }: ReaderHistory,
  { runs, options }: Pick<History, 'runs' | 'options'>,
): string {
  const { shape, steps, changed, trend } = course;
  const probability = percentText(changed);
  const worst = worseSince(course, options.maxDrop);
  if (trend) {
    const { value, low, high } = trend;
    return value > 0
      ? say`falls by ${dropText(value)} from run to run (95 % interval ${dropText(low)} to ${dropText(high)}; probability ${probability})`
      : say`rises by ${dropText(-value)} from run to run (95 % interval ${dropText(-high)} to ${dropText(-low)}; probability ${probability})`;
  }
  if (worst) {
    const { run, from, to, drop } = worst;
    const since =
      from === to
        ? say`worse since ${nameOf(runs[run]!)}`
        : say`worse since ${nameOf(runs[run]!)} (it may be any from ${nameOf(runs[from]!)} to ${nameOf(runs[to]!)})`;
    return say`${since}: drop ${dropText(drop.value)} (95 % interval ${dropText(drop.low)} to ${dropText(drop.high)}; probability ${probability})`;
  }
  if (!last) {
    if (runs.length < 2) return say`nothing to compare: there is only one run`;
    return say`nothing to compare: the last run has no case in common with those before`;
  }
  const word =
    last.verdict === 'failed'
      ? say`the last run is worse by ${dropIntervalText(last.drop)}`
      : say`the last run's drop is ${atMostText(last)}`;
  const before = steps.some(({ drop }) => drop.value > options.maxDrop)
    ? say`was worse and is no longer`
    : shape === 'none'
      ? say`no change is shown (probability ${probability})`
      : say`not worse (a change: probability ${probability})`;
  return clauses([before, word]);
}

/** What a history says first: the reader that fell most, then the others. */
export function historyAnswer(history: History): Answer {
  const { maxDrop } = history.options;
  const [first, ...others] = worstFirst(history);
  if (!first) return testsAnswer(history.tests);
  const trendOf = (one: ReaderHistory) => say`${one.reader}: ${trendText(one, history)}`;
  return answerIn((answer) => say`${first.reader}: ${answer}`, trendText(first, history), [
    ...heldTexts(first, maxDrop),
    ...others.slice(0, MOST_OTHERS).map((one) => say`${trendOf(one)}.`),
    ...(others.length > MOST_OTHERS ? [say`${others.length - MOST_OTHERS} more are below.`] : []),
  ]);
}

/** Readers by how far they fell. */
export function worstFirst({ readers, options: { maxDrop } }: History): ReaderHistory[] {
  return readers.toSorted((a, b) => fallOf(b, maxDrop) - fallOf(a, maxDrop));
}

/** At most this many readers are named behind the first. */
const MOST_OTHERS = 3;

/** Of ordinary tests alone: since when the first reader whose tests changed passes fewer. */
function testsAnswer(tests: History['tests']): Answer {
  const { runs = [], readers = [] } = tests ?? {};
  const changed = readers.find(({ course }) => course.steps.length > 0);
  if (!changed) {
    return {
      answer: say`No change is shown in ${sayCount(runs.length, 'run')}`,
      beside: '',
      explained: [],
    };
  }
  const { run, drop } = changed.course.steps.at(-1)!;
  const [name, step] = [nameOf(runs[run]!), stepText({ drop })] as const;
  return answerOn(
    changed.reader,
    drop.value > 0
      ? say`passes fewer of your tests since ${name} (${step})`
      : say`passes more of your tests since ${name} (${step})`,
  );
}

/** How far a reader fell: more where that is shown. */
function fallOf({ course, last }: ReaderHistory, maxDrop: number): number {
  const step = worseSince(course, maxDrop);
  return step ? 2 + step.drop.value : last?.verdict === 'failed' ? 1 + last.drop.value : 0;
}

/** How far a reader held in the runs before it got worse, and how far it holds in the last, where that differs. */
function heldTexts({ series, course }: ReaderHistory, maxDrop: number): string[] {
  const step = worseSince(course, maxDrop);
  const [only, ...others] = series;
  if (!step || !only || others.length > 0) return [];
  const { fromTokens: shortest, toTokens: longest, sizes } = only;
  const levelFrom = course.steps.at(-2)?.run ?? 0;
  const reached = (points: HistorySeries['points']) =>
    points.flatMap((point) =>
      point ? { ...point, shortest, longest, ...(sizes && { sizes }) } : [],
    );
  const before = reached(only.points.slice(levelFrom, step.run)).sort(byReach);
  const [least, most] = [before[0], before.at(-1)];
  const now = reached(only.points).at(-1);
  if (!least || !most || !now) return [];
  const [from, to, last] = [least, most, now].map(effectiveLengthAnswer) as [
    string,
    string,
    string,
  ];
  if (from === to && to === last) return [];
  return [
    from === to
      ? say`Its reliable length was ${from}, and is ${last} in the last run.`
      : say`Its reliable length was ${from} to ${to} in the ${before.length} runs before, and is ${last} in the last.`,
  ];
}

/** What is shown to hold less far first; of nothing that is, what is shown to fail first. */
function byReach(a: Reached, b: Reached): number {
  return saidToHold(a) - saidToHold(b) || 1 / saidToFail(b) - 1 / saidToFail(a);
}

/** The last step, where it is a fall that is not accepted. */
export function worseSince({ steps }: LevelHistory, maxDrop: number): LevelStep | undefined {
  const step = steps.at(-1);
  return step && step.drop.value > maxDrop ? step : undefined;
}

/** The files or evaluations of a run. */
export function nameOf(names: readonly string[]): string {
  return commas(names);
}
