/** A history as a page. */

import { counted } from '../../base/text/texts.js';
import { packageVersion } from '../../base/version.js';
import { shareText } from '../output/words.js';
import { html, type Markup } from '../report/html/markup.js';
import { facts, htmlPage, verdicts } from '../report/html/shell.js';
import { table, text } from '../report/html/table.js';
import type { History, ReaderHistory } from './history.js';
import { historyChart } from './history-chart.js';
import { nameOf, tablesOf, trendText, worseSince } from './history-words.js';

/** Write the page. All names are text, whatever they look like. */
export function historyHtml(history: History): string {
  const { readers, options, runs } = history;
  return htmlPage({
    title: 'Long-context history',
    header: html`${facts([
      `${counted(readers.length, 'reader')} × ${counted(runs.length, 'run')}`,
      ...new Set(readers.flatMap(({ series }) => series.map(({ title }) => title))),
      `threshold ${options.threshold}`,
    ])}
${verdicts(readers.map((reader) => [reader.reader, trendText(reader, history)]))}`,
    main: html`${readers.map((reader) => readerSection(reader, history))}${history.tests && testsSections(history.tests)}`,
    footer: html`Changes are found over all runs and all series together. Effective length:
recall of at least ${options.threshold}. Written by promptfoo-counting-stars ${packageVersion()}.`,
  });
}

function readerSection(reader: ReaderHistory, { runs, options }: History): Markup {
  const worse = worseSince(reader.course, options.maxDrop);
  const tables = tablesOf(reader).map(
    ({ series, head, rows }) =>
      html`<div class="beside">${
        series &&
        html`<figure><h3>${series.title}</h3>
<div class="chart scroll">${historyChart(series, worse)}</div>
<figcaption>Recall with its 95 % interval, run by run.${worse && ' Squares: worse. Dashed line: since when; shaded: it may be any of these.'}</figcaption></figure>
`
      }${table({
        name: `${reader.reader}: ${series?.title ?? 'all series'}`,
        columns: [text('run'), ...head],
        rows: rows.map((row, i) => [`${i + 1} · ${nameOf(runs[i]!)}`, ...row]),
      })}</div>`,
  );
  return html`<section><h2><bdi>${reader.reader}</bdi></h2>
${tables}</section>`;
}

function testsSections({ runs, readers }: NonNullable<History['tests']>): Markup[] {
  return readers.map(
    ({ reader, levels, course }) => html`<section><h2><bdi>${reader}</bdi>, your tests</h2>
${course.steps.map(({ run, drop }) => html`<p>${drop.value > 0 ? 'Lower' : 'Higher'} since <bdi>${nameOf(runs[run]!)}</bdi>.</p>`)}
${table({
  name: `${reader}: your tests`,
  columns: [text('run'), 'tests', 'pass rate'],
  rows: runs.map((names, run) => [
    `${run + 1} · ${nameOf(names)}`,
    String(levels[run]?.tests ?? '–'),
    shareText(levels[run]?.passRate),
  ]),
})}</section>`,
  );
}
