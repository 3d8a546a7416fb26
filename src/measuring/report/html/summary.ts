import { largest, smallest } from '../../../base/extremes.js';
import { sum } from '../../../base/numbers.js';
import { capital } from '../../../base/text/texts.js';
import { figureName, type Series, titleOf } from '../../evaluation/series.js';
import {
  briefShareText,
  differenceIntervalText,
  effectiveLengthText,
  intervalText,
  lengthText,
  percentText,
  riseText,
  shareText,
} from '../../output/words.js';
import type { ReportData, SummaryRow } from '../../tables/tables.js';
import { shorten } from '../charts/chart-text.js';
import { LONGEST_NAME } from './benchmarks-table.js';
import { percent } from './decision.js';
import { html, type Markup } from './markup.js';
import { type Cell, type Column, table, text, whole } from './table.js';

/** Every figure of each reader and series that the decision needs not. */
export function summaryTable(data: ReportData): Markup {
  const series = data.series.length > 1;
  const rises = data.summary.some(({ rise }) => rise?.clear);
  const based = data.summary.some(({ base }) => base);
  const rows = data.summary.map((row) => [
    html`<bdi>${row.provider}</bdi>`,
    ...(series ? [titleOf(data.series, row.series)] : []),
    intervalText(row.recall),
    effectiveLengthText(row),
    ...(based ? [intervalText(row.base ?? NOTHING)] : []),
    differenceIntervalText(row.middleDip),
    differenceIntervalText(row.tailLoss),
    ...(rises ? [row.rise?.clear ? riseText(row.rise) : 'no'] : []),
    shareText(row.precision),
    percentText(row.format),
    `${row.passed} of ${row.answers}`,
    row.errors,
  ]);
  const columns: Column[] = [
    text('Reader'),
    ...(series ? [text('Series')] : []),
    capital(figureName(data.series)),
    text('Effective length'),
    ...(based ? ['Base score'] : []),
    'Middle dip',
    'Tail loss',
    ...(rises ? [text('Rise with length')] : []),
    'Precision',
    'Format',
    whole('Passed'),
    'Errors',
  ];
  return html`${table({ name: 'All figures', id: 'summary', columns, rows })}
<p class="note">In brackets: ${percent(data)} intervals. <b>Recall</b>: share of the evidence that was found.
<b>Middle dip</b>: recall at both ends of the context minus recall in its middle.
<b>Tail loss</b>: recall before the last fifth of the context minus recall in it.${
    rises &&
    html` <b>Rise with length</b>: recall over some longer lengths is plainly higher than over the shorter
ones before, which it should not be; such a reader has no effective length.`
  } <b>Precision</b>: share of what was answered that is right. <b>Format</b>: share of the answers in the
form that was asked for. <b>Errors</b> are calls without an answer; they count in nothing else.</p>`;
}

const NOTHING = { value: Number.NaN, low: 0, high: 1 };

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

/** Recall of every series in bands of length, its readers beside its title; nothing for one series. */
export function matrixTable(data: ReportData): Markup | undefined {
  if (data.series.length < 2) return undefined;
  const bands = commonBands(data.series);
  const only = data.providers.length === 1;
  const groups = data.series.map(({ id, title }) => ({
    heading: title,
    rows: data.summary
      .filter(({ series }) => series === id)
      .map((row) => [
        only ? title : html`<bdi>${shorten(row.provider, LONGEST_NAME)}</bdi>`,
        ...[...bandMeans(data, row, bands), row.recall.value].map((value) =>
          matrixCell(value, data.options.threshold),
        ),
      ]),
  }));
  return html`${table({
    name: `${capital(figureName(data.series))} by series and length, in tokens`,
    id: 'matrix',
    columns: [
      text('Series'),
      ...(only ? [] : [text('Reader')]),
      ...bands.map(({ name }) => name),
      'all',
    ],
    ...(only ? { rows: groups.flatMap(({ rows }) => rows) } : { groups }),
  })}
<p class="note">${data.series.some(({ measure }) => measure) ? 'Means' : 'Mean recall'}. The stronger the colour, the higher; what is below ${data.options.threshold} is underlined.</p>`;
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
