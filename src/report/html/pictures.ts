/** Charts in the page, each with its numbers as a table for those who do not see it. */

import type { LengthRow, ReportData } from '../../analysis/tables.js';
import type { Series } from '../../evaluation/series.js';
import { groupBy } from '../../group-by.js';
import { ascending } from '../../numbers.js';
import {
  briefShareText,
  costText,
  countText,
  intervalText,
  latencyText,
  percentText,
  shareText,
} from '../../output/words.js';
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

/** All pictures of one series, those of a provider side by side. */
export function seriesPictures(
  data: ReportData,
  series: Series,
  pictures: readonly Picture[],
): Markup {
  const own = pictures.filter(({ chart }) => chart.series === series.id);
  const ofKind = (kind: Chart['kind']) =>
    own.filter(({ chart }) => chart.kind === kind).map((picture) => figure(data, series, picture));
  const providers = [...new Set(own.flatMap(({ chart }) => chart.provider ?? []))];
  return html`${ofKind('recall-by-length')}${publishedNote(data, series)}${byLength(data, series)}${providers.map(
    (provider) =>
      html`<section aria-label="${provider}"><h3><bdi>${provider}</bdi></h3><div class="pair">${own
        .filter(({ chart }) => chart.provider === provider)
        .map((picture) => figure(data, series, picture))}</div></section>`,
  )}${ofKind('diagnoses')}`;
}

/** The published scores for a grid; those that differ in one condition say in which. */
function publishedNote({ published }: ReportData, series: Series): Markup[] {
  const own = published.filter((score) => score.series === series.id);
  const kinds = groupBy(own, ({ differs, source }) => JSON.stringify([differs, source]));
  return [...kinds.values()].map((scores) => {
    const { source, note, differs } = scores[0]!;
    const listed = scores.map(({ model, recall }) => `${model} ${shareText(recall)}`).join(', ');
    const heading = differs
      ? `Not drawn, since measured with another ${differs}`
      : 'Published scores';
    return html`<p class="note">${heading}: ${listed}. Source: ${source}${note && html` (${note})`}.</p>`;
  });
}

type Column = readonly [name: string, contentOf: (row: LengthRow) => Content | undefined];

/** What a length took and gave, of every provider; columns without any value are left out. */
function byLength({ lengths, providers }: ReportData, series: Series): Markup | undefined {
  const rows = providers.flatMap((provider) =>
    lengths.filter((row) => row.series === series.id && row.provider === provider),
  );
  if (rows.length === 0) return undefined;
  const labels = lengthLabels(series.lengths);
  const columns = COLUMNS.filter(([, contentOf]) =>
    rows.some((row) => contentOf(row) !== undefined),
  );
  return numbers(
    'Tokens, latency and cost by length',
    `${series.title}: tokens, latency and cost by length`,
    ['Provider', 'Tokens', ...columns.map(([head]) => head)],
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
  ['Prompt tokens, ours', ({ builtTokens }) => countText(builtTokens)],
  [
    'Prompt tokens, the provider’s',
    ({ promptTokens }) => (promptTokens === undefined ? undefined : countText(promptTokens)),
  ],
  [
    'Mean latency',
    ({ latencyMs }) => (latencyMs === undefined ? undefined : latencyText(latencyMs)),
  ],
  ['Mean cost', ({ cost }) => (cost === undefined ? undefined : costText(cost))],
];

function figure(data: ReportData, series: Series, { chart, svg }: Picture): Markup {
  const tag = html`<svg tabindex="0" role="group" aria-label="${chart.title}. ${chart.description} Arrow keys read the marks." `;
  const drawing = svg.replace(STANDALONE_STYLE, '').replace('<svg ', () => tag.text);
  return html`<figure class="chart" id="${chart.id}">${trusted(drawing)}<figcaption>${
    chart.description
  }</figcaption>${numbersOf(data, series, chart)}</figure>`;
}

function numbersOf(data: ReportData, series: Series, chart: Chart): Markup {
  const isOwn = (row: { series: string; provider: string }) =>
    row.series === chart.series &&
    (chart.provider === undefined || row.provider === chart.provider);
  const labels = lengthLabels(series.lengths);
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
    case 'recall-by-length': {
      const keyOf = ({ tokens, provider }: { tokens: number; provider: string }) =>
        `${tokens}/${provider}`;
      const values = new Map(data.lengths.filter(isOwn).map((row) => [keyOf(row), row.recall]));
      const curve = new Map(data.curves.filter(isOwn).map((row) => [keyOf(row), row.recall]));
      const known = (figures: typeof values) => (tokens: number) => (provider: string) => {
        const interval = figures.get(keyOf({ tokens, provider }));
        return interval ? intervalText(interval) : '–';
      };
      const withCurve = data.providers.filter((provider) =>
        series.lengths.some((tokens) => curve.has(keyOf({ tokens, provider }))),
      );
      return shown(
        ['Tokens', ...data.providers, ...withCurve.map((provider) => `${provider}, curve`)],
        series.lengths.map((tokens) => [
          labels.get(tokens),
          ...data.providers.map(known(values)(tokens)),
          ...withCurve.map(known(curve)(tokens)),
        ]),
      );
    }
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
    case 'diagnoses': {
      const rows = data.diagnoses.filter(isOwn);
      const words = orderDiagnoses(rows.map(({ diagnosis }) => diagnosis));
      const counts = new Map<string, Map<string, number>>();
      for (const { provider, tokens, diagnosis, answers } of rows) {
        const key = JSON.stringify([provider, tokens]);
        counts.set(key, (counts.get(key) ?? new Map()).set(diagnosis, answers));
      }
      return shown(
        ['Provider', 'Tokens', ...words],
        data.providers.flatMap((provider) =>
          series.lengths.flatMap((tokens) => {
            const own = counts.get(JSON.stringify([provider, tokens]));
            return own
              ? [[provider, labels.get(tokens), ...words.map((word) => own.get(word) ?? 0)]]
              : [];
          }),
        ),
      );
    }
  }
}

/** `1.00` as `1`: most cells of a heatmap are whole. */
function shortValue(value: string | undefined): string {
  return (value ?? '–').replace('.00', '');
}
