/** A history as a page. */

import { largest } from '../../base/extremes.js';
import { sum } from '../../base/numbers.js';
import { say, sayCount } from '../../base/text/language.js';
import { packageVersion } from '../../base/version.js';
import { htmlPage } from '../../measuring/document/html/shell.js';
import { pageTable } from '../../measuring/document/html/table.js';
import { html, type Markup, sayHtml } from '../../measuring/document/markup.js';
import { spentText, together } from '../../measuring/facts/tables/spent.js';
import type { History, ReaderHistory } from './history.js';
import { historyChart } from './history-chart.js';
import {
  allSeries,
  type ByLength,
  byLengthTable,
  changedTexts,
  historyAnswer,
  nameOf,
  type RunTable,
  tablesOf,
  worseSince,
  worstFirst,
} from './history-words.js';
import { testsRunsTable } from './tests-history.js';

/** Write the page. All names are text, whatever they look like. */
export function historyHtml(history: History): string {
  const { options, runs } = history;
  const readers = worstFirst(history);
  return htmlPage({
    title: say`Long-context history`,
    answer: historyAnswer(history),
    notes: changedTexts(history).map((text) => html`<p class="some">${text}</p>`),
    about: [
      `${sayCount(readers.length, 'reader')} × ${sayCount(runs.length, 'run')}`,
      titlesText(history),
      ...(readers.length > 0 ? [promptsText(history)] : []),
      say`threshold ${options.threshold}`,
      spentText(together(readers.flatMap(({ spent }) => spent))),
    ],
    main: html`${readers.map((reader) => readerSection(reader, history))}${history.tests && testsSections(history.tests)}`,
    footer: sayHtml`Changes are found over all runs and all series together. Written by promptfoo-counting-stars ${packageVersion()}.`,
  });
}

/** What was asked: the title of the only series, or how many there are. */
function titlesText({ readers }: History): string {
  const titles = new Set(readers.flatMap(({ series }) => series.map(({ title }) => title)));
  return titles.size === 1 ? [...titles].join('') : say`${titles.size} series`;
}

/** How many prompts a run has, the most that any has: of one reader, all series together. */
function promptsText({ readers, runs }: History): string {
  const inRun = readers.flatMap(({ series }) =>
    runs.map((_, run) => sum(series.map(({ points }) => points[run]?.prompts ?? 0))),
  );
  return say`${sayCount(largest(inRun), 'prompt')} a run`;
}

function readerSection(reader: ReaderHistory, { runs, options }: History): Markup {
  const worse = worseSince(reader.course, options.maxDrop);
  const [whole, ...others] = tablesOf(reader, runs);
  const byLength = (series: ByLength) =>
    html`<div>${pageTable(byLengthTable(series, worse, options.threshold))}</div>`;
  const ofSeries = (table: RunTable) => {
    const { series } = table;
    return html`<div class="beside">${
      series &&
      html`<figure><h3>${series.title}</h3>
<div class="chart scroll">${historyChart(series, worse)}</div>
<figcaption>${captionText(worse !== undefined)}</figcaption></figure>
`
    }${pageTable(table)}</div>${series && byLength(series)}`;
  };
  return html`<section><h2><bdi>${reader.reader}</bdi></h2>
${
  others.length === 0
    ? ofSeries(whole!)
    : html`<div class="beside">${byLength(allSeries(reader.series))}${
        isTelling(reader) && html`<div>${pageTable(whole!)}</div>`
      }</div>
<details class="fold"><summary><h3>${say`${others.length} series, each alone`}</h3></summary>${others.map(ofSeries)}</details>`
}</section>`;
}

function captionText(isWorse: boolean): string {
  return isWorse
    ? say`Recall with its 95 % interval, run by run. Squares: worse. Dashed line: since when; shaded: it may be any of these.`
    : say`Recall with its 95 % interval, run by run.`;
}

/** Whether the runs have anything to say beside their names. */
function isTelling({ course, spent }: ReaderHistory): boolean {
  return course.steps.length > 0 || spent.some(({ cost }) => cost !== undefined);
}

function testsSections({ runs, readers }: NonNullable<History['tests']>): Markup[] {
  return readers.map(
    ({
      reader,
      levels,
      course,
    }) => html`<section><h2>${sayHtml`<bdi>${reader}</bdi>, your tests`}</h2>
${course.steps.map(({ run, drop }) => html`<p>${drop.value > 0 ? sayHtml`Lower since <bdi>${nameOf(runs[run]!)}</bdi>.` : sayHtml`Higher since <bdi>${nameOf(runs[run]!)}</bdi>.`}</p>`)}
${pageTable(testsRunsTable(reader, levels, runs))}</section>`,
  );
}
