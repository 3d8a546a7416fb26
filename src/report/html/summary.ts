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
  riseText,
  shareText,
  thresholdText,
} from '../../output/words.js';
import type { Interval } from '../../statistics/interval.js';
import { type Content, html, type Markup } from './markup.js';

/** A table that scrolls by itself where the page is too narrow for it. */
export function scrolling(name: string, table: Content): Markup {
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">${table}</div>`;
}

/** One row for each provider and series. */
export function summaryTable(data: ReportData): Markup {
  const shown: Shown = {
    series: data.series.length > 1,
    latency: data.summary.some(({ latencyMs }) => latencyMs !== undefined),
    cost: data.summary.some(({ totalCost }) => totalCost !== undefined),
  };
  const percent = Number((data.options.confidence * 100).toFixed(2));
  const table = html`<table id="summary"><caption>Summary</caption><thead><tr>
<th scope="col" class="text">Provider</th>${
    shown.series && html`<th scope="col" class="text">Series</th>`
  }
<th scope="col">Recall<br><small>${percent}% interval</small></th>
<th scope="col">Effective length<br><small>${percent}% interval</small></th>
<th scope="col">Middle<br>dip</th><th scope="col">Tail<br>loss</th>
<th scope="col" class="text">Rise with<br>length</th>
<th scope="col">Precision</th><th scope="col">Format</th>
<th scope="col">Passed</th><th scope="col">Errors</th>${
    shown.latency && html`<th scope="col">Mean<br>latency</th>`
  }${shown.cost && html`<th scope="col">Total<br>cost</th>`}
</tr></thead><tbody>${data.summary.map((row) => summaryRow(data, row, shown))}</tbody></table>`;
  return html`${scrolling('Summary', table)}
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
    shown.cost && html` <b>Cost</b> is in the currency of the provider.`
  }</p>`;
}

/** Columns that not every report has. */
interface Shown {
  series: boolean;
  latency: boolean;
  cost: boolean;
}

function summaryRow(data: ReportData, row: SummaryRow, shown: Shown): Markup {
  const { recall, precision, format, passed, answers, errors } = row;
  const measured = Number.isFinite(recall.value);
  const interval = html` <small>${shareText(recall.low)}–${shareText(recall.high)}</small>`;
  const cell = (content: Content) => html`<td>${content}</td>`;
  return html`<tr><th scope="row"><bdi>${row.provider}</bdi></th>${
    shown.series && html`<td class="text">${titleOf(data.series, row.series)}</td>`
  }${cell(html`<strong>${shareText(recall.value)}</strong>${measured && interval}`)}${cell(
    effectiveLengthCell(row),
  )}${cell(loss(row.middleDip))}${cell(
    loss(row.tailLoss),
  )}<td class="text">${measured ? riseText(row.rise) : '–'}</td>${cell(
    shareText(precision),
  )}${cell(percentText(format))}<td class="whole">${passed} of ${answers}</td>${cell(
    errors > 0 ? html`<span class="some">${errors}</span>` : '0',
  )}${shown.latency && html`<td class="whole">${latencyText(row.latencyMs)}</td>`}${
    shown.cost && cell(costText(row.totalCost))
  }</tr>`;
}

function effectiveLengthCell(row: SummaryRow): Content {
  const bounds = effectiveLengthBounds(row);
  return html`<strong>${effectiveLengthEstimate(row)}</strong>${
    bounds !== '' && html`<br><small>${bounds}</small>`
  }${row.base && html`<br><small>base score ${shareText(row.base.value)}</small>`}`;
}

function titleOf(series: readonly Series[], wanted: string): string {
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

/** Recall of every series in bands of length, providers below each other; nothing for one series. */
export function matrixTable(data: ReportData): Markup | undefined {
  if (data.series.length < 2) return undefined;
  const bands = commonBands(data.series);
  const table = html`<table class="matrix" id="matrix"><caption>Recall by series and length, in tokens</caption>
<thead><tr><th scope="col" class="text">Series</th><th scope="col" class="text">Provider</th>${bands.map(
    ({ name }) => html`<th scope="col">${name}</th>`,
  )}<th scope="col">all</th></tr></thead>${data.series.map((one) => seriesRows(data, one, bands))}</table>`;
  return html`${scrolling('Recall by series and length', table)}
<p class="note">The stronger the colour, the higher the recall; what is below ${data.options.threshold} is underlined.</p>`;
}

function seriesRows(data: ReportData, series: Series, bands: readonly Band[]): Markup {
  const { threshold } = data.options;
  const rows = data.summary.filter((row) => row.series === series.id);
  return html`<tbody>${rows.map((row, i) => {
    const lengths = data.lengths.filter(
      ({ provider, series: id }) => provider === row.provider && id === series.id,
    );
    const cells = bands.map(({ holds }) => {
      const own = lengths.filter(
        ({ tokens, recall }) => holds(tokens) && Number.isFinite(recall.value),
      );
      const answers = sum(own.map((one) => one.answers));
      return sum(own.map((one) => one.recall.value * one.answers)) / answers;
    });
    return html`<tr>${
      i === 0 && html`<th scope="rowgroup" rowspan="${rows.length}">${series.title}</th>`
    }<td class="text"><bdi>${row.provider}</bdi></td>${[...cells, row.recall.value].map((value) =>
      matrixCell(value, threshold),
    )}</tr>`;
  })}</tbody>`;
}

function matrixCell(value: number, threshold: number): Markup {
  if (!Number.isFinite(value)) return html`<td>–</td>`;
  const shade = Math.min(4, Math.floor(value * 5));
  const text = briefShareText(value);
  return html`<td class="h${shade}">${
    value < threshold ? html`<span class="below">${text}</span>` : text
  }</td>`;
}
