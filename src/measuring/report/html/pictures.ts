/** Charts in the page, each with its numbers as a table for those who do not see it. */

import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import type { Series } from '../../evaluation/series.js';
import {
  briefShareText,
  costText,
  countText,
  intervalText,
  latencyText,
  percentText,
  shareText,
  sizeAndLengthText,
} from '../../output/words.js';
import type { Interval } from '../../statistics/interval.js';
import type { LengthRow, ReportData } from '../../tables/tables.js';
import { orderDiagnoses } from '../charts/chart-style.js';
import { lengthLabels } from '../charts/chart-text.js';
import type { Chart } from '../charts/spec.js';
import { STANDALONE_STYLE } from '../charts/svg.js';
import { type Content, html, type Markup, trusted } from './markup.js';
import { table } from './table.js';

export interface Picture {
  chart: Chart;
  /** What `renderSvg` made of it. */
  svg: string;
}

/** The heatmaps of more readers than these are shown on demand. */
export const FEW_READERS = 3;

/** All pictures of one series: recall over length, and folded where there are many, those of each reader. */
export function seriesPictures(
  data: ReportData,
  series: Series,
  pictures: readonly Picture[],
): Markup {
  const own = pictures.filter(({ chart }) => chart.series === series.id);
  const ofKind = (kind: Chart['kind']) =>
    own.filter(({ chart }) => chart.kind === kind).map((picture) => figure(data, series, picture));
  if (own.length === 0) return html`<p>No answer could be scored, so there is nothing to draw.</p>`;
  const providers = [...new Set(own.flatMap(({ chart }) => chart.provider ?? []))];
  const losses = html`${providers.map(
    (provider) =>
      html`<h3><bdi>${provider}</bdi></h3><div class="pair">${own
        .filter(({ chart }) => chart.provider === provider)
        .map((picture) => figure(data, series, picture))}</div>`,
  )}`;
  return html`${ofKind('recall-by-length')}${publishedNote(data, series)}${diagnosesByLength(data, series)}${
    data.providers.length <= FEW_READERS
      ? losses
      : html`<details class="fold"><summary>Heatmaps and recall by place of ${providers.length} readers</summary>${losses}</details>`
  }`;
}

/** The published scores for a grid; those that differ in one condition say in which. */
function publishedNote({ published }: ReportData, series: Series): Markup[] {
  const own = published.filter((score) => score.series === series.id);
  const kinds = groupBy(own, ({ differs, source }) => JSON.stringify([differs, source]));
  return [...kinds.values()].map((scores) => {
    const { source, note, differs } = scores[0]!;
    const listed = scores.map(({ model, recall }) => `${model} ${shareText(recall)}`).join(', ');
    const heading = differs ? `Not drawn, since they differ in ${differs}` : 'Published scores';
    return html`<p class="note">${heading}: ${listed}. Source: ${source}${note && html` (${note})`}.</p>`;
  });
}

type Column = readonly [
  name: string,
  contentOf: (row: LengthRow & { curve: Interval | undefined }) => Content | undefined,
];

/** What each length took and gave, of every reader; columns without any value are left out. */
function byLength({ lengths, curves, providers }: ReportData, series: Series): Markup {
  const labels = lengthLabels(series.lengths, series.sizes);
  const keyOf = ({ provider, tokens }: { provider: string; tokens: number }) =>
    JSON.stringify([provider, tokens]);
  const ofSeries = (row: { series: string }) => row.series === series.id;
  const curve = new Map(curves.filter(ofSeries).map((row) => [keyOf(row), row.recall]));
  const rows = providers.flatMap((provider) =>
    lengths
      .filter((row) => ofSeries(row) && row.provider === provider)
      .map((row) => ({ ...row, curve: curve.get(keyOf(row)) })),
  );
  const columns = COLUMNS.filter(([, contentOf]) =>
    rows.some((row) => contentOf(row) !== undefined),
  );
  return numbers(
    'Show the numbers, with tokens, latency and cost',
    `${series.title}: recall, tokens, latency and cost by length`,
    ['Reader', 'Tokens', ...columns.map(([head]) => head)],
    rows.map((row) => [
      html`<bdi>${row.provider}</bdi>`,
      labels.get(row.tokens),
      ...columns.map(([, contentOf]) => contentOf(row) ?? '–'),
    ]),
  );
}

/** A table that opens when it is asked for. */
function numbers(
  summary: string,
  name: string,
  columns: readonly Content[],
  rows: readonly (readonly Content[])[],
): Markup {
  return html`<details class="numbers"><summary>${summary}</summary>${table({
    name,
    columns,
    rows,
  })}</details>`;
}

const COLUMNS: readonly Column[] = [
  ['Answers', ({ answers }) => answers],
  ['Errors', ({ errors }) => errors],
  ['Recall', ({ recall }) => intervalText(recall)],
  ['On the curve', ({ curve }) => curve && intervalText(curve)],
  ['Prompt tokens, ours', ({ builtTokens }) => countText(builtTokens)],
  [
    'Prompt tokens, the provider’s',
    ({ promptTokens }) => (promptTokens === undefined ? undefined : countText(promptTokens)),
  ],
  ['Of them cached', ({ cachedTokens }) => cachedTokens && countText(cachedTokens)],
  ['Answer tokens', ({ outputTokens }) => outputTokens && countText(outputTokens)],
  ['Of them thinking', ({ reasoningTokens }) => reasoningTokens && countText(reasoningTokens)],
  [
    'Mean latency',
    ({ latencyMs }) => (latencyMs === undefined ? undefined : latencyText(latencyMs)),
  ],
  ['Mean cost', ({ cost }) => (cost === undefined ? undefined : costText(cost))],
];

function figure(data: ReportData, series: Series, { chart, svg }: Picture): Markup {
  return html`<figure class="chart" id="${chart.id}">${drawing(svg, chart.title, chart.description)}${numbersOf(data, series, chart)}</figure>`;
}

/** What `renderSvg` drew, with its caption; its marks have their texts for the script of the page. */
export function drawing(svg: string, title: string, description: string): Markup {
  const tag = html`<svg tabindex="0" role="group" aria-label="${title}. ${description} Arrow keys read the marks." `;
  const drawn = svg
    .replace(STANDALONE_STYLE, '')
    .replaceAll(' aria-label="', ' data-label="')
    .replace('<svg ', () => tag.text);
  return html`<div class="scroll">${trusted(drawn)}</div><figcaption>${description}</figcaption>`;
}

function numbersOf(data: ReportData, series: Series, chart: Chart): Markup | undefined {
  const isOwn = (row: { series: string; provider: string }) =>
    row.series === chart.series &&
    (chart.provider === undefined || row.provider === chart.provider);
  const labels = lengthLabels(series.lengths, series.sizes);
  const shown = (columns: readonly Content[], rows: readonly (readonly Content[])[]) =>
    numbers('Show the numbers', `Numbers of ${chart.title}`, columns, rows);
  switch (chart.kind) {
    case 'heatmap': {
      const rows = data.cells.filter(isOwn);
      const places = ascending(rows.map(({ place }) => place));
      const values = new Map(
        rows.map(({ tokens, place, recall }) => [`${tokens}/${place}`, briefShareText(recall)]),
      );
      return shown(
        ['Place', ...labels.values()],
        places.map((place) => [
          place,
          ...series.lengths.map((tokens) => shortValue(values.get(`${tokens}/${place}`))),
        ]),
      );
    }
    case 'recall-by-length':
      return byLength(data, series);
    case 'recall-by-position':
      return shown(
        ['Tokens', 'Place', 'Recall', 'Marks'],
        data.positions
          .filter(isOwn)
          .map(({ fromTokens, toTokens, position, recall, marks }) => [
            [...new Set([labels.get(fromTokens), labels.get(toTokens)])].join('–'),
            percentText(position),
            intervalText(recall),
            marks,
          ]),
      );
  }
}

/** What became of the answers of each length, of every reader. */
function diagnosesByLength(data: ReportData, { id, title, lengths, sizes }: Series): Content {
  const own = data.diagnoses.filter(({ series }) => series === id);
  if (own.length === 0) return undefined;
  const words = orderDiagnoses(own.map(({ diagnosis }) => diagnosis));
  const counts = new Map(
    own.map((row) => [JSON.stringify([row.provider, row.tokens, row.diagnosis]), row.answers]),
  );
  const rows = data.providers.flatMap((provider) =>
    lengths.map((tokens) => [
      provider,
      sizeAndLengthText(tokens, sizes),
      ...words.map((word) => counts.get(JSON.stringify([provider, tokens, word])) ?? 0),
    ]),
  );
  const head = ['Reader', 'Tokens', ...words];
  return numbers('Show what became of the answers', `${title}: diagnoses by length`, head, rows);
}

/** `1.00` as `1`: most cells of a heatmap are whole. */
function shortValue(value: string | undefined): string {
  return (value ?? '–').replace('.00', '');
}
