import type { PublishedTotal } from '../../analysis/published-scores.js';
import type { BenchmarkRow, ReportData } from '../../analysis/tables.js';
import { groupBy } from '../../group-by.js';
import { ascending } from '../../numbers.js';
import {
  effectiveLengthBounds,
  effectiveLengthEstimate,
  lengthText,
  shareText,
  thresholdText,
} from '../../output/words.js';
import { neighboursOf, neighboursText } from '../published-neighbours.js';
import { html, type Markup } from './markup.js';
import { scrolling } from './summary.js';

/** One row for each benchmark and provider; nothing where there is one series. */
export function benchmarkTable(data: ReportData): Markup | undefined {
  if (data.series.length < 2) return undefined;
  const groups = [...groupBy(data.benchmarks, ({ name }) => name)];
  const hasPublished = data.benchmarks.some(({ published }) => neighboursOf(published).length > 0);
  const only = data.providers.length === 1;
  const columns = hasPublished ? 4 : 3;
  const line = (name: Markup, row: BenchmarkRow) =>
    html`<tr><th scope="row">${name}</th>${figures(row)}${
      hasPublished && html`<td class="text"><small>${neighboursText(row) || '–'}</small></td>`
    }</tr>`;
  const table = html`<table id="benchmarks"><caption>Benchmarks</caption><thead><tr>
<th scope="col" class="text">${only ? 'Benchmark' : 'Provider'}</th><th scope="col">Recall</th>
<th scope="col">Effective length</th>${
    hasPublished && html`<th scope="col" class="text">Published<br>neighbours</th>`
  }</tr></thead>${
    only
      ? html`<tbody>${data.benchmarks.map((row) => line(html`${row.name}`, row))}</tbody>`
      : groups.map(
          ([name, rows]) =>
            html`<tbody><tr><th scope="rowgroup" colspan="${columns}">${name}</th></tr>${rows.map(
              (row) => line(html`<bdi>${row.provider}</bdi>`, row),
            )}</tbody>`,
        )
  }</table>`;
  return html`${scrolling('Benchmarks', table)}
<p class="note">All series of a benchmark together, without controls. <b>Recall</b>: the composite score where the
benchmark has one. <b>Effective length</b>: where recall falls below ${thresholdText(data.options)}.${
    hasPublished &&
    html` <b>Published neighbours</b>: of the models that were measured under the same conditions, the next better
and the next worse.`
  }</p>${groups.map(([name, rows]) => totals(name, rows))}`;
}

function figures(row: BenchmarkRow): Markup {
  const { recall } = row;
  const bounds = effectiveLengthBounds(row);
  const interval =
    Number.isFinite(recall.value) &&
    html`<br><small>${shareText(recall.low)}–${shareText(recall.high)}</small>`;
  return html`<td><strong>${shareText(recall.value)}</strong>${interval}</td><td><strong>${effectiveLengthEstimate(
    row,
  )}</strong>${bounds !== '' && html`<br><small>${bounds}</small>`}</td>`;
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
      : `${name}: published totals`
  }. Source: ${source} (${note}).</p>`;
  if (near.size === 0) return told;
  const cell = (value: number | undefined) => html`<td>${shareText(value)}</td>`;
  const at = (list: readonly { tokens: number; recall: unknown }[], tokens: number) =>
    list.find((one) => one.tokens === tokens)?.recall;
  const table = html`<table><caption>${name}: total by length</caption><thead><tr><th scope="col" class="text">Reader</th>${lengths.map(
    (tokens) => html`<th scope="col">${lengthText(tokens)}</th>`,
  )}<th scope="col" class="text">Effective length</th></tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row"><bdi>${row.provider}</bdi></th>${lengths.map((tokens) =>
        cell((at(row.byLength, tokens) as BenchmarkRow['recall'] | undefined)?.value),
      )}<td class="text">${effectiveLengthEstimate(row)}</td></tr>`,
  )}${[...near.values()].map(
    (one) =>
      html`<tr><th scope="row">published: ${one.model}</th>${lengths.map((tokens) =>
        cell(at(one.byLength, tokens) as number | undefined),
      )}<td class="text">${one.effective ?? '–'}</td></tr>`,
  )}</tbody></table>`;
  return html`${scrolling(`${name}: total by length`, table)}${told}`;
}
