/** Charts in the page, each with its numbers as a table for those who do not see it. */

import { groupBy } from '../../../base/group-by.js';
import { paragraph, say } from '../../../base/text/language.js';
import { pageTable } from '../../document/html/table.js';
import { type Content, html, type Markup, trusted } from '../../document/markup.js';
import type { Table } from '../../document/table.js';
import type { Series } from '../../facts/evaluation/series.js';
import type { CellRow, ReportData } from '../../facts/tables/tables.js';
import type { Chart } from '../charts/charts.js';
import type { Drawing } from '../charts/drawing.js';
import { takenTable } from '../columns/lengths.js';
import { diagnosesTable, lostPlacesTable, positionsTable } from '../columns/places.js';
import { scoresText, sourceText } from '../published-neighbours.js';
import { filteredBy } from './filters.js';
import type { ShownCell } from './lost/asked-text.js';
import { lossMap } from './lost/loss-map.js';
import { cellFinder, cellId, lostPanels } from './lost/panels.js';

/** The heatmaps of more readers than these are shown on demand. */
export const FEW_READERS = 3;

/** All pictures of one series: recall over length, and folded where there are many, those of each reader. */
export function seriesPictures(
  data: ReportData,
  series: Series,
  pictures: readonly Chart[],
  shown: readonly ShownCell[],
): Markup {
  const own = pictures.filter((chart) => chart.series === series.id);
  if (own.length === 0)
    return html`<p>${say`No answer could be scored, so there is nothing to draw.`}</p>`;
  const maps = own.filter(({ kind }) => kind === 'heatmap');
  const lengths = own.filter(({ kind }) => kind === 'recall-by-length');
  return html`${lengths.map((chart) => lengthFigure(data, series, chart))}${publishedNote(data, series)}${diagnosesByLength(data, series)}${
    maps.length > 0 && lossMaps(data, series, maps, shown)
  }`;
}

/** The maps of all readers, with the panels that their cells open. */
function lossMaps(
  data: ReportData,
  series: Series,
  maps: readonly Chart[],
  shown: readonly ShownCell[],
): Markup {
  const own = shown.filter((cell) => cell.series === series.id);
  const find = cellFinder(own);
  const linkOf = (cell: CellRow) => {
    const found = find(cell);
    return found && cellId(found, data.providers);
  };
  const lost = data.cells.filter((cell) => cell.series === series.id && cell.recall < 1).length;
  const figures = maps.map((chart) => {
    const cells = data.cells.filter((cell) => isOf(chart, cell));
    const places = data.positions.filter((row) => isOf(chart, row));
    return html`<figure id="${chart.id}"${filteredBy(data, { provider: chart.provider!, series: series.id })}><h3><bdi>${chart.provider!}</bdi></h3><p class="note count" data-words="${lostCount('{0}', '{1}')}">${lostCount(cells.filter(({ recall }) => recall < 1).length, cells.length)}</p>${lossMap(chart.title, series, cells, linkOf)}${numbers(say`List the places`, lostPlacesTable(say`Places of ${chart.title}`, cells, series, linkOf))}${
      places.length > 0 &&
      numbers(
        say`Recall by place, with intervals`,
        positionsTable(say`Recall by place of ${chart.provider!}`, places, series),
      )
    }</figure>`;
  });
  const whole = html`<p class="note">${say`Across: length of the context. Down: place of the evidence, from the start.
Coloured: lost, the stronger the more. Grey: no answer.`}</p><div class="mapped"><div class="maps">${figures}</div>${
    own.length > 0 && lostPanels(own, { title: series.title, lost, readers: data.providers })
  }</div>`;
  return maps.length <= FEW_READERS
    ? html`<h3>${say`Where it was lost`}</h3>${whole}`
    : html`<details class="fold"><summary>${say`Where it was lost: ${maps.length} readers`}</summary>${whole}</details>`;
}

/** How many cells of a map lost something; the script says the same of those that are left by the filters. */
function lostCount(lost: number | string, all: number | string): string {
  return say`${lost} of ${all} cells lost something`;
}

function isOf({ series, provider }: Chart, row: { series: string; provider: string }): boolean {
  return row.series === series && (provider === undefined || row.provider === provider);
}

/** The published scores for a grid; those that were measured otherwise say how, and are not drawn. */
function publishedNote({ published }: ReportData, series: Series): Markup[] {
  const own = published.filter((score) => score.series === series.id);
  const kinds = groupBy(own, ({ differs, source }) => JSON.stringify([differs, source]));
  return [...kinds.values()].map((scores) => {
    const { differs } = scores[0]!;
    const listed = scoresText(scores);
    const heading = differs
      ? say`Published, but measured otherwise: ${listed}.`
      : say`Published scores: ${listed}.`;
    return html`<p class="note">${paragraph([heading, sourceText(scores[0]!)])}</p>${differs && differences(differs)}`;
  });
}

/** What is not the same, a line each. */
export function differences(differs: readonly string[]): Markup {
  return html`<ul class="note">${differs.map((one) => html`<li>${one}</li>`)}</ul>`;
}

/** A table that opens when it is asked for. */
function numbers<Row>(summary: string, table: Table<Row>): Markup {
  return html`<details class="numbers"><summary>${summary}</summary>${pageTable({ ...table, look: 'rows' })}</details>`;
}

function lengthFigure(data: ReportData, series: Series, chart: Chart): Markup {
  return html`<figure class="chart" id="${chart.id}">${drawn(chart)}${numbers(say`Show the numbers, with tokens, latency and cost`, takenTable(data, series))}</figure>`;
}

/**
 * A chart with its caption, drawn for wide and for narrow pages. Its marks have their texts for the script of the page,
 * which gives those of the first drawing to the same marks of the second.
 */
export function drawn({
  title,
  description,
  wide,
  narrow,
}: Pick<Chart, 'title' | 'description' | 'wide' | 'narrow'>): Markup {
  const svg = ({ width, height }: Drawing, name: string, content: Markup) =>
    html`<svg class="${name}" tabindex="0" role="group" aria-label="${say`${title}. ${description} Arrow keys read the marks.`}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="12">${content}</svg>`;
  return html`${svg(wide, 'wide', wide.content)}${
    narrow &&
    svg(
      narrow,
      'narrow',
      trusted(narrow.content.text.replace(/ data-label="[^"]*"/g, ' data-label')),
    )
  }<figcaption>${description}</figcaption>`;
}

/** What became of the answers of each length, of every reader. */
function diagnosesByLength(data: ReportData, series: Series): Content {
  const table = diagnosesTable(data, series);
  return table && numbers(say`Show what became of the answers`, table);
}
