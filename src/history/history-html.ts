/** A history as a page. */
import { html, type Markup } from '../report/html/markup.js';
import { htmlPage, verdicts } from '../report/html/shell.js';
import { table } from '../report/html/table.js';
import { packageVersion } from '../version.js';
import type { History, HistorySeries, ReaderHistory } from './history.js';
import { historyChart } from './history-chart.js';
import {
  COLUMNS,
  COMPARED,
  comparisonCells,
  nameOf,
  pointCells,
  trendText,
} from './history-words.js';

/** Write the page. All names are text, whatever they look like. */
export function historyHtml(history: History): string {
  const { readers, options } = history;
  return htmlPage({
    title: 'Long-context history',
    header: verdicts(readers.map((reader) => [reader.reader, trendText(reader, history)])),
    main: readers.map((reader) => readerSection(reader, history)),
    footer: html`Every run is compared with those before it that are not worse; all comparisons of a
reader together say so wrongly with a probability of at most ${options.alpha}. Effective length:
recall of at least ${options.threshold}. Written by promptfoo-counting-stars ${packageVersion()}.`,
  });
}

function readerSection(reader: ReaderHistory, history: History): Markup {
  const alone = reader.series.length === 1;
  return html`<section><h2><bdi>${reader.reader}</bdi></h2>
${!alone && runTable(reader, history)}
${reader.series.map(
  (series) => html`<h3>${series.title}</h3>
<div class="chart scroll">${historyChart(series, reader.firstWorse)}</div>
${seriesTable(series, reader, history, alone)}`,
)}</section>`;
}

function runTable({ reader, comparisons }: ReaderHistory, { runs }: History): Markup {
  return table({
    name: `Runs of ${reader}`,
    columns: [TEXT_RUN, ...COMPARED],
    groups: [
      { rows: runs.map((names, i) => [runText(names, i), ...comparisonCells(comparisons[i])]) },
    ],
  });
}

function seriesTable(
  series: HistorySeries,
  { reader, comparisons }: ReaderHistory,
  { runs }: History,
  alone: boolean,
): Markup {
  const rows = runs.map((names, i) => [
    runText(names, i),
    ...pointCells(series.points[i], series),
    ...(alone ? comparisonCells(comparisons[i]) : []),
  ]);
  return table({
    name: `${reader}: ${series.title}`,
    columns: [TEXT_RUN, ...COLUMNS.slice(1), ...(alone ? COMPARED : [])],
    groups: [{ rows }],
  });
}

const TEXT_RUN = { head: 'run', set: 'text' } as const;

function runText(names: readonly string[], i: number): string {
  return `${i + 1} · ${nameOf(names)}`;
}
