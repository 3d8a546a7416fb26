/** What stands on top: what was asked, and one line a reader with all that a choice needs. */

import { largest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { mean, sum } from '../../../base/numbers.js';
import { capital, counted } from '../../../base/text/texts.js';
import { RECALL } from '../../../contract/measure.js';
import { cachedText } from '../../evaluation/copies.js';
import { figureName } from '../../evaluation/series.js';
import {
  effectiveLengthBounds,
  effectiveLengthEstimate,
  latencyText,
  type Reached,
  rangeText,
  shareText,
  thresholdText,
} from '../../output/words.js';
import { paidText, spentText, together } from '../../tables/spent.js';
import type { Ranked, ReportData, Since, SummaryRow } from '../../tables/tables.js';
import { failedText } from '../../tables/troubles.js';
import { shorten } from '../charts/chart-text.js';
import { recallByPlace } from '../recall-by-place.js';
import { type Content, html, type Markup, trusted } from './markup.js';
import { facts } from './shell.js';
import { axisLabels, lengthAxis, lossStrip, reachPicture, sparkline } from './small-pictures.js';
import { type Column, table, text } from './table.js';
import { gapNote, weakSpot } from './verdict.js';

/** A strip has at most this many cells. */
const MOST_PLACES = 16;

/** What was asked, of whom, when, how and at what cost. */
export function aboutLine({ about, series, benchmarks }: ReportData): Markup {
  const { readers, prompts, lengths, began, evalId, cached, spent, settings } = about;
  const [only] = series;
  const names = new Set(
    benchmarks.map(({ name, measure = RECALL }) => name.replace(` · ${measure}`, '')),
  ).size;
  const measures = new Set(series.map(({ measure }) => measure)).size;
  const asked =
    series.length === 1
      ? [only!.title, only!.language, only!.haystack].filter((part) => part !== '').join(', ')
      : `${counted(names, 'benchmark')} in ${series.length} series${measures > 1 ? ` by ${measures} measures` : ''}`;
  return facts([
    `${counted(readers, 'reader')} × ${counted(prompts, 'prompt')}`,
    asked,
    `${rangeText(...lengths)} tokens`,
    ...settings,
    ...(cached ? [cachedText(cached)] : []),
    spentText(spent),
    ...(began === undefined ? [] : [`${began} UTC`]),
    ...(evalId === undefined ? [] : [`evaluation ${evalId}`]),
  ]);
}

/** One line a reader, the best first; those that the data do not tell apart have one letter. */
export function decisionTable(data: ReportData): Markup {
  const one = data.series.length === 1;
  const costs = data.summary.some(({ spent }) => spent.cost !== undefined);
  const latencies = data.summary.some(({ latencyMs }) => latencyMs !== undefined);
  const figures = one ? readerFigures(data) : undefined;
  const counted = data.series.filter(({ measure }) => measure === data.series[0]!.measure);
  const isCounted = new Set(counted.map(({ id }) => id));
  const rows = new Map(
    data.providers.map((provider) => {
      const own = data.summary.filter((row) => row.provider === provider);
      // A call is there once for each measure.
      const calls = own.filter(({ series }) => isCounted.has(series));
      const errors = sum(calls.map((row) => row.errors));
      const asked = errors + sum(calls.map(({ answers }) => answers));
      const paid = together(own.map(({ spent }) => spent));
      const latency = own.flatMap(({ latencyMs }) => latencyMs ?? []);
      return [
        provider,
        [
          readerName(data, provider, one ? noteOf(own[0]) : ''),
          ...(figures
            ? figures.cells(own[0])
            : [
                html`<span class="phone">holds to the longest length in </span>${heldText(data, provider)}`,
                html`<span class="phone">${figureName(data.series)} </span>${shareText(rankOf(data, provider)?.recall)}`,
              ]),
          ...(data.since ? [changeCell(data.since, provider)] : []),
          ...(costs ? [paidText(paid)] : []),
          ...(latencies ? [latencyText(latency.length > 0 ? mean(latency) : undefined)] : []),
          errors > 0
            ? html`<b class="some">${errors}</b><small> of ${asked}</small>`
            : html`0<span class="phone"> errors</span>`,
        ],
      ];
    }),
  );
  const columns: Column[] = [
    text('Reader'),
    ...(figures
      ? figures.columns
      : [
          'Holds to the longest length in',
          html`${capital(figureName(data.series))},<br>all answers`,
        ]),
    ...(data.since ? [text(html`Since<br>${breakable(data.since.baseline)}`)] : []),
    ...(costs ? ['Cost'] : []),
    ...(latencies ? [html`Mean<br>latency`] : []),
    'Errors',
  ];
  const ranks = groupBy(data.ranking, ({ rank }) => rank);
  return html`${table({
    name: 'Readers, the best first',
    id: 'decision',
    columns,
    groups: [...ranks.values()].map((ranked) => ({
      rows: ranked.flatMap(({ provider }) => [rows.get(provider) ?? []]),
    })),
  })}
<p class="note">${
    data.providers.length > 1 &&
    'Readers with the same letter: none is plainly better than another on these prompts. “–”: most calls failed, or too few answers could be read. '
  }${
    one &&
    html`<b>Holds up to</b>: the effective length, where ${figureName(data.series)} as a curve over length falls below ${thresholdText(data.options)}; an arrow
says that it lies beyond what was asked, dashes that it may be any. Bars and small figures: ${percent(data)} intervals.${
      data.cells.length > 0 &&
      html` <b>Where it loses</b>: the stronger the colour, the more of what stands there is lost.`
    }`
  }${data.since && sinceNote(data, data.since)}</p>`;
}

/** What became of a reader since the baseline; figures stay with the words before them. */
function changeCell({ baseline, changes }: Since, reader: string): Markup {
  const { change, verdict, note } = changes.find(({ provider }) => provider === reader)!;
  const whole = (words: string) => words.replace(/ (?=[>\d])/g, '\u00a0');
  return html`<span class="phone">since ${baseline} </span><b class="since${verdict === 'worse' && ' some'}">${whole(change)}</b>${
    note !== '' && html`<br><small>${whole(note)}</small>`
  }`;
}

function sinceNote({ providers }: ReportData, { changes }: Since): Markup {
  const lost = changes.flatMap(({ provider }) => (providers.includes(provider) ? [] : [provider]));
  return html` <b>Since</b>: the change of the mean over all prompts, as the gate decides it. ▼: a drop, with its 95 % interval; “no drop >”:
a drop, if there is one, is at most that (95 % confidence); undecided: these prompts do not tell; “—”: not compared.${
    lost.length > 0 && html` Only in the baseline: <bdi>${lost.join(', ')}</bdi>.`
  }`;
}

export function percent({ options }: ReportData): string {
  return `${Number((options.confidence * 100).toFixed(2))} %`;
}

/** A reader's name behind the letter of its rank, broken only between its parts. */
export function readerName(
  data: ReportData,
  provider: string,
  note: Content = '',
  longest = Number.POSITIVE_INFINITY,
): Markup {
  return html`${
    data.providers.length > 1 && html`<span class="rank">${rankOf(data, provider)?.rank}</span>`
  }<span class="reader"><bdi>${breakable(shorten(provider, longest))}</bdi>${note !== '' && html`<small>${note}</small>`}</span>`;
}

function rankOf({ ranking }: ReportData, provider: string): Ranked | undefined {
  return ranking.find((one) => one.provider === provider);
}

/** A name that may be broken behind what joins its parts. */
function breakable(name: string): Content {
  return name.split(/(?<=[/:_.-])/).map((part, i) => html`${i > 0 && trusted('<wbr>')}${part}`);
}

/** An effective length with its bounds, below it or `between` apart, or why it is not known. */
export function lengthAndBounds(row: Reached, between: Content = trusted('<br>')): Markup {
  const { more } = row.unknown ?? {};
  const [estimate, why] = effectiveLengthEstimate(row).split(': ');
  const below = more
    ? `${counted(more.prompts, 'more prompt')} at each length may tell`
    : (why ?? effectiveLengthBounds(row));
  return html`<strong>${estimate}</strong>${below !== '' && html`${between}<small>${below}</small>`}`;
}

/** What one should know of a reader beside its figures: why it loses, or where. */
function noteOf(row: SummaryRow | undefined): string {
  if (!row) return '';
  const { answers, cause, failedWhole } = row;
  if (answers === 0) return 'no answer that could be scored';
  const isSaid = cause !== undefined && effectiveLengthEstimate(row).includes(cause);
  return [
    ...(isSaid ? [] : [cause ?? weakSpot(row, true)]),
    ...(failedWhole && failedWhole.answers > 0 ? [failedText(failedWhole).replace(/:.*/, '')] : []),
    gapNote(row),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** Of how many benchmarks a reader holds the longest length. */
function heldText(data: ReportData, provider: string): string {
  const own = data.benchmarks.filter((row) => row.provider === provider);
  const estimates = own.map((row) => effectiveLengthEstimate(row));
  const held = estimates.filter((estimate) => estimate.startsWith('at least'));
  const unknown = estimates.filter((estimate) => estimate.startsWith('unknown'));
  const rest = unknown.length === 0 ? '' : `, unknown in ${unknown.length}`;
  const of =
    new Set(own.map(({ measure }) => measure)).size > 1
      ? new Set(data.series.map(({ benchmark }) => benchmark)).size > 1
        ? 'line'
        : 'measure'
      : 'benchmark';
  return `${held.length} of ${counted(own.length, of)}${rest}`;
}

/** The columns that a report of one series has. */
function readerFigures(data: ReportData) {
  const { summary, lengths, curves, options, cells } = data;
  const figure = figureName(data.series);
  const axis = lengthAxis(summary);
  const labels = axisLabels(axis);
  const range = html`<small class="phone">${rangeText(axis.from, axis.to)} tokens</small>`;
  const places = largest(cells.map(({ place }) => place));
  const columns: Column[] = [
    html`Holds<br>up to`,
    text(html`Effective length,<br>tokens ${labels}`),
    text(html`${capital(figure)} over length,<br>0 to 1, and threshold ${labels}`),
    capital(figure),
    ...(cells.length > 0 ? [text(html`Where it loses<br>start → end`)] : []),
  ];
  const figures = (row: SummaryRow | undefined): Content[] => {
    if (!row) return columns.map(() => '–');
    const ofReader = ({ provider }: { provider: string }) => provider === row.provider;
    const { recall } = row;
    const isUnread = rankOf(data, row.provider)?.unranked === 'unread';
    return [
      html`<span class="phone">holds up to </span>${lengthAndBounds(row)}`,
      html`${reachPicture(row, axis)}${range}`,
      isUnread
        ? '–'
        : html`${sparkline(curves.filter(ofReader), lengths.filter(ofReader), options.threshold * (row.base?.value ?? 1), axis)}${range}`,
      html`<span class="phone">${figure} </span>${isUnread ? '–' : shareText(recall.value)}${
        Number.isFinite(recall.value) &&
        html`<br><small>${shareText(recall.low)}–${shareText(recall.high)}</small>`
      }`,
      ...(cells.length > 0
        ? [
            html`${lossStrip(recallByPlace(cells.filter(ofReader), places, MOST_PLACES))}<small class="phone">start → end</small>`,
          ]
        : []),
    ];
  };
  return { columns, cells: figures };
}
