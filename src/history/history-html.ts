/** A history as one HTML file that needs nothing else, and runs nothing. */
import { createHash } from 'node:crypto';
import { html, type Markup, trusted } from '../report/html/markup.js';
import { STYLE } from '../report/html/page-style.js';
import { packageVersion } from '../version.js';
import type { History, HistorySeries, ReaderHistory } from './history.js';
import { historyChart } from './history-chart.js';
import {
  CHANGED,
  COLUMNS,
  changeText,
  nameOf,
  pointCells,
  trendText,
  worseSince,
} from './history-words.js';

const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "img-src data:; base-uri 'none'; form-action 'none'";

/** Write the page. All names are text, whatever they look like. */
export function historyHtml(history: History): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Long-context history</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<header>
<h1>Long-context history</h1>
<ul class="verdicts">${history.readers.map(
    (reader) => html`<li><b><bdi>${reader.reader}</bdi></b> ${trendText(reader, history)}</li>`,
  )}</ul>
</header>
<main>
${history.readers.map((reader) => readerSection(reader, history))}
</main>
<footer class="note">Changes are found over all runs and all series together. Effective length:
recall of at least ${history.options.threshold}. Written by promptfoo-counting-stars
${packageVersion()}.</footer>
</body>
</html>
`.text;
}

function readerSection(reader: ReaderHistory, history: History): Markup {
  const alone = reader.series.length === 1;
  return html`<section><h2><bdi>${reader.reader}</bdi></h2>
${!alone && runTable(reader, history)}
${reader.series.map(
  (series) => html`<h3>${series.title}</h3>
<div class="chart scroll">${historyChart(series, worseSince(reader.course, history.options.maxDrop)?.run)}</div>
${seriesTable(series, reader, history, alone)}`,
)}</section>`;
}

function runTable(reader: ReaderHistory, { runs }: History): Markup {
  const rows = runs.map((names, i) => [`${i + 1} · ${nameOf(names)}`, changeText(reader, i)]);
  return table(['run', CHANGED], rows);
}

function seriesTable(
  series: HistorySeries,
  reader: ReaderHistory,
  { runs }: History,
  alone: boolean,
): Markup {
  const rows = runs.map((names, i) => [
    `${i + 1} · ${nameOf(names)}`,
    ...pointCells(series.points[i], series),
    ...(alone ? [changeText(reader, i)] : []),
  ]);
  return table([...COLUMNS, ...(alone ? [CHANGED] : [])], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<div class="scroll"><table><thead><tr>${head.map(
    (cell) => html`<th scope="col">${cell}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first, ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
