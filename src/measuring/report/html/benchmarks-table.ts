import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import { capital } from '../../../base/text/texts.js';
import { figureName } from '../../evaluation/series.js';
import {
  briefShareText,
  effectiveLengthEstimate,
  lengthText,
  shareText,
  thresholdText,
} from '../../output/words.js';
import type { PublishedTotal } from '../../tables/published-scores.js';
import type { BenchmarkRow, ReportData } from '../../tables/tables.js';
import { neighboursOf, neighboursText } from '../published-neighbours.js';
import { lengthAndBounds, percent, readerName } from './decision.js';
import { type Content, html, type Markup, trusted } from './markup.js';
import { axisLabels, lengthAxis, reachPicture } from './small-pictures.js';
import { table, text } from './table.js';

/** Longer names are shortened where each reader has many lines. */
export const LONGEST_NAME = 22;

/** A dot with its interval and recall for each benchmark and reader; nothing where there is one series. */
export function benchmarkTable(data: ReportData): Markup | undefined {
  if (data.series.length < 2) return undefined;
  const groups = [...groupBy(data.benchmarks, ({ name }) => name)];
  const hasNeighbours = (rows: readonly BenchmarkRow[]) =>
    rows.some(({ published }) => neighboursOf(published).length > 0);
  const axis = lengthAxis(data.benchmarks);
  const figures = (
    name: string,
    first: string,
    rows: readonly BenchmarkRow[],
    firstCell: (row: BenchmarkRow) => Content,
  ) =>
    table({
      name: `${name}: effective length and recall`,
      columns: [
        text(first),
        text(html`Tokens ${axisLabels(axis)}`),
        text('Holds up to'),
        capital(figureName(data.series)),
        ...(hasNeighbours(rows) ? [text('Published neighbours')] : []),
      ],
      rows: rows.map((row) => [
        firstCell(row),
        reachPicture(row, axis),
        lengthAndBounds(row, ' '),
        html`${briefShareText(row.recall.value)}${
          Number.isFinite(row.recall.value) &&
          html` <small>${briefShareText(row.recall.low)}–${briefShareText(row.recall.high)}</small>`
        }`,
        ...(hasNeighbours(rows) ? [html`<small>${neighboursText(row) || '–'}</small>`] : []),
      ]),
    });
  const tables =
    data.providers.length === 1
      ? figures('Benchmarks', 'Benchmark', data.benchmarks, ({ name }) => name)
      : groups.map(
          ([name, rows]) =>
            html`<div${hasNeighbours(rows) && trusted(' class="wide"')}><h3>${name}</h3>${figures(
              name,
              'Reader',
              rows,
              ({ provider }) => readerName(data, provider, '', LONGEST_NAME),
            )}</div>`,
        );
  return html`<div id="benchmarks">${tables}</div>
<p class="note">All series of a benchmark together, without controls. Dots: the effective length, where ${figureName(data.series)} falls
below ${thresholdText(data.options)}; arrows: it lies beyond what was asked; bars and small figures: ${percent(data)}
intervals; dashes: it may be any length. <b>Recall</b>: the composite score where the benchmark has one.${
    hasNeighbours(data.benchmarks) &&
    html` <b>Published neighbours</b>: of the models that were measured under the same conditions, the next better
and the next worse.`
  }</p>${groups.map(([name, rows]) => totals(name, rows))}`;
}

/** Totals at each length beside those that were published; nothing where none were. */
function totals(name: string, rows: readonly BenchmarkRow[]): Markup | undefined {
  const lengths = ascending(rows.flatMap(({ byLength }) => byLength.map(({ tokens }) => tokens)));
  const all = rows.flatMap(({ published }) => published);
  if (lengths.length === 0 || all.length === 0) return undefined;
  const near = new Map(
    rows.flatMap(({ published, recall }) =>
      neighboursOf(published, recall.value).map((one) => [one.model, one] as const),
    ),
  );
  const [{ source, note, differs }] = all as [PublishedTotal];
  const told = html`<p class="note">${
    differs
      ? `${name}: the published totals differ in ${differs}, so no model is shown as a neighbour`
      : near.size === 0
        ? `${name}: totals were not published at all of these lengths, so no model is shown as a neighbour`
        : `${name}: published totals`
  }. Source: ${source} (${note}).</p>`;
  if (near.size === 0) return told;
  const at = (list: readonly { tokens: number; recall: unknown }[], tokens: number) =>
    list.find((one) => one.tokens === tokens)?.recall;
  return html`<h3>${name}: total by length</h3>${table({
    name: `${name}: total by length`,
    columns: [text('Reader'), ...lengths.map(lengthText), text('Effective length')],
    rows: [
      ...rows.map((row) => [
        html`<bdi>${row.provider}</bdi>`,
        ...lengths.map((tokens) =>
          shareText((at(row.byLength, tokens) as BenchmarkRow['recall'] | undefined)?.value),
        ),
        effectiveLengthEstimate(row),
      ]),
      ...[...near.values()].map((one) => [
        `published: ${one.model}`,
        ...lengths.map((tokens) => shareText(at(one.byLength, tokens) as number | undefined)),
        one.effective ?? '–',
      ]),
    ],
  })}${told}`;
}
