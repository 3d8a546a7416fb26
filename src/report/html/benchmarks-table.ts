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
import { percent, readerName } from './decision.js';
import { type Content, html, type Markup } from './markup.js';
import { axisLabels, lengthAxis, reachPicture } from './small-pictures.js';
import { type Cell, table, text } from './table.js';

/** One row for each benchmark and reader: a dot with its interval and recall; nothing where there is one series. */
export function benchmarkTable(data: ReportData): Markup | undefined {
  if (data.series.length < 2) return undefined;
  const groups = [...groupBy(data.benchmarks, ({ name }) => name)];
  const hasPublished = data.benchmarks.some(({ published }) => neighboursOf(published).length > 0);
  const only = data.providers.length === 1;
  const axis = lengthAxis(data.benchmarks, 300);
  const cells = (name: Content, row: BenchmarkRow): Cell[] => [
    name,
    reachPicture(row, axis),
    html`<strong>${effectiveLengthEstimate(row)}</strong> <small>${effectiveLengthBounds(row)}</small>`,
    html`${shareText(row.recall.value)}${
      Number.isFinite(row.recall.value) &&
      html` <small>${shareText(row.recall.low)}–${shareText(row.recall.high)}</small>`
    }`,
    ...(hasPublished ? [html`<small>${neighboursText(row) || '–'}</small>`] : []),
  ];
  return html`${table({
    name: 'Benchmarks',
    id: 'benchmarks',
    columns: [
      text('Benchmark'),
      ...(only ? [] : [text('Reader')]),
      text(html`Effective length, tokens<br>${axisLabels(axis)}`),
      text('Holds up to'),
      'Recall',
      ...(hasPublished ? [text('Published neighbours')] : []),
    ],
    groups: only
      ? [{ rows: data.benchmarks.map((row) => cells(row.name, row)) }]
      : groups.map(([heading, rows]) => ({
          heading,
          rows: rows.map((row) => cells(readerName(data, row.provider), row)),
        })),
  })}
<p class="note">All series of a benchmark together, without controls. Dots: the effective length, where recall falls
below ${thresholdText(data.options)}; arrows: it lies beyond what was asked; bars and small figures: ${percent(data)}
intervals; dashes: it may be any length. <b>Recall</b>: the composite score where the benchmark has one.${
    hasPublished &&
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
