import type { ReportData, SummaryRow } from '../../analysis/tables.js';
import type { Series } from '../../evaluation/series.js';
import { largest, smallest } from '../../extremes.js';
import { sum } from '../../numbers.js';
import {
  briefShareText,
  costText,
  differenceText,
  effectiveLengthBounds,
  effectiveLengthEstimate,
  latencyText,
  lengthText,
  percentText,
  type Reached,
  riseText,
  shareText,
  thresholdText,
} from '../../output/words.js';
import type { Interval } from '../../statistics/interval.js';
import { type Content, html, type Markup } from './markup.js';
import { type Cell, type Column, table, text, whole } from './table.js';

/** One row for each provider and series. */
export function summaryTable(data: ReportData): Markup {
  const series = data.series.length > 1;
  const latency = data.summary.some(({ latencyMs }) => latencyMs !== undefined);
  const cost = data.summary.some(({ totalCost }) => totalCost !== undefined);
  const percent = Number((data.options.confidence * 100).toFixed(2));
  const rows = data.summary.map((row) => [
    html`<bdi>${row.provider}</bdi>`,
    ...(series ? [titleOf(data.series, row.series)] : []),
    ...figures(row),
    ...(latency ? [latencyText(row.latencyMs)] : []),
    ...(cost ? [costText(row.totalCost)] : []),
  ]);
  const columns: Column[] = [
    text('Provider'),
    ...(series ? [text('Series')] : []),
    html`Recall<br><small>${percent}% interval</small>`,
    html`Effective length<br><small>${percent}% interval</small>`,
    html`Middle<br>dip`,
    html`Tail<br>loss`,
    text(html`Rise with<br>length`),
    'Precision',
    'Format',
    whole('Passed'),
    'Errors',
    ...(latency ? [whole(html`Mean<br>latency`)] : []),
    ...(cost ? [html`Total<br>cost`] : []),
  ];
  return html`${table({ name: 'Summary', id: 'summary', columns, rows })}
<p class="note"><b>Recall</b>: share of the evidence that was found.
<b>Effective length</b>: the context length at which recall, as a curve that does not rise with length,
falls below ${thresholdText(data.options)}; ≥ and &lt; stand for more than the longest length, and less
than the shortest, that was asked.
<b>Middle dip</b>: recall at both ends of the context minus recall in its middle.
<b>Tail loss</b>: recall before the last fifth of the context minus recall in it.
<b>Rise with length</b>: whether recall over some longer lengths is plainly higher than over the shorter
ones before, which it should not be; such a reader has no effective length.
<b>Precision</b>: share of what was answered that is right. <b>Format</b>: share of the answers in the
form that was asked for. <b>Errors</b> are calls without an answer; they count in nothing else.${
    cost && html` <b>Cost</b> is in the currency of the provider.`
  }</p>`;
}

/** What every report says of a reader's series. */
function figures(row: SummaryRow): Content[] {
  const { recall, precision, format, passed, answers, errors } = row;
  const measured = Number.isFinite(recall.value);
  const interval = html` <small>${shareText(recall.low)}–${shareText(recall.high)}</small>`;
  return [
    html`<strong>${shareText(recall.value)}</strong>${measured && interval}`,
    effectiveLengthCell(row),
    loss(row.middleDip),
    loss(row.tailLoss),
    measured ? riseText(row.rise) : '–',
    shareText(precision),
    percentText(format),
    `${passed} of ${answers}`,
    errors > 0 ? html`<span class="some">${errors}</span>` : '0',
  ];
}

export function lengthAndBounds(row: Reached): Markup {
  const bounds = effectiveLengthBounds(row);
  return html`<strong>${effectiveLengthEstimate(row)}</strong>${
    bounds !== '' && html`<br><small>${bounds}</small>`
  }`;
}

function effectiveLengthCell(row: SummaryRow): Content {
  return html`${lengthAndBounds(row)}${row.base && html`<br><small>base score ${shareText(row.base.value)}</small>`}`;
}

export function titleOf(series: readonly Series[], wanted: string): string {
  return series.find(({ id }) => id === wanted)?.title ?? wanted;
}

/** A loss with its interval, which may reach below 0. */
function loss(interval: Interval | undefined): Content {
  if (!interval || !Number.isFinite(interval.value)) return '–';
  const { value, low, high } = interval;
  return html`${differenceText(value)}<br><small>${differenceText(low)} to ${differenceText(
    high,
  )}</small>`;
}

interface Band {
  name: string;
  holds: (tokens: number) => boolean;
}

/** Bands that suit all series: each doubles the one before, those without a length left out. */
function commonBands(series: readonly Series[]): Band[] {
  const lengths = series.flatMap((one) => one.lengths);
  const edges = [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].map((kilo) => kilo * 1024);
  return [0, ...edges].flatMap((from, i) => {
    const to = edges[i] ?? Number.POSITIVE_INFINITY;
    const holds = (tokens: number) => tokens > from && tokens <= to;
    const own = lengths.filter(holds);
    if (own.length === 0) return [];
    const [least, most] = [smallest(own), largest(own)].map(lengthText);
    return [{ name: least === most ? `${least}` : `${least}–${most}`, holds }];
  });
}

/** Recall of every series in bands of length, its providers below its title; nothing for one series. */
export function matrixTable(data: ReportData): Markup | undefined {
  if (data.series.length < 2) return undefined;
  const bands = commonBands(data.series);
  const only = data.providers.length === 1;
  const groups = data.series.map(({ id, title }) => ({
    heading: title,
    rows: data.summary
      .filter(({ series }) => series === id)
      .map((row) => [
        only ? title : html`<bdi>${row.provider}</bdi>`,
        ...[...bandMeans(data, row, bands), row.recall.value].map((value) =>
          matrixCell(value, data.options.threshold),
        ),
      ]),
  }));
  return html`${table({
    name: 'Recall by series and length, in tokens',
    id: 'matrix',
    columns: [text(only ? 'Series' : 'Provider'), ...bands.map(({ name }) => name), 'all'],
    ...(only ? { rows: groups.flatMap(({ rows }) => rows) } : { groups }),
  })}
<p class="note">The stronger the colour, the higher the recall; what is below ${data.options.threshold} is underlined.</p>`;
}

/** Mean recall in each band; not finite where nothing was answered. */
function bandMeans(data: ReportData, row: SummaryRow, bands: readonly Band[]): number[] {
  const lengths = data.lengths.filter(
    ({ provider, series, recall }) =>
      provider === row.provider && series === row.series && Number.isFinite(recall.value),
  );
  return bands.map(({ holds }) => {
    const own = lengths.filter(({ tokens }) => holds(tokens));
    const answers = sum(own.map((one) => one.answers));
    return sum(own.map((one) => one.recall.value * one.answers)) / answers;
  });
}

function matrixCell(value: number, threshold: number): Cell {
  if (!Number.isFinite(value)) return '–';
  const text = briefShareText(value);
  return {
    content: value < threshold ? html`<span class="below">${text}</span>` : text,
    shade: Math.min(4, Math.floor(value * 5)),
  };
}
