/** What a choice needs: a line for each reader, the best first; those that the data do not tell apart stand together. */
import { largest } from '../../../base/extremes.js';
import { mean, sum } from '../../../base/numbers.js';
import { capital, counted } from '../../../base/text/texts.js';
import { figureName } from '../../evaluation/series.js';
import { effectiveLengthEstimate, holdsLongest } from '../../output/effective-length.js';
import { type Content, html } from '../../output/markup.js';
import { type Column, NOTHING, readerColumn, type Table } from '../../output/table.js';
import {
  confidenceText,
  latencyText,
  rangeText,
  shareText,
  thresholdText,
} from '../../output/words.js';
import { paidText, type Spent, together } from '../../tables/spent.js';
import type { ChangeRow, Ranked, ReportData, Since, SummaryRow } from '../../tables/tables.js';
import { collapsedText } from '../../tables/troubles.js';
import { breakable, lengthAndBounds, rankOf, readerName } from '../html/cells.js';
import {
  axisLabels,
  lengthAxis,
  lossStrip,
  reachPicture,
  sparkline,
} from '../html/small-pictures.js';
import { gapNote, weakSpot } from '../html/verdict.js';
import { recallByPlace } from '../recall-by-place.js';

/** One reader. */
interface Decision {
  provider: string;
  rank: Ranked;
  /** Of the only series. */
  row?: SummaryRow;
  change?: ChangeRow;
  spent: Spent;
  latency: number | undefined;
  errors: number;
  /** Calls, those that failed among them. */
  asked: number;
}

export function decisionTable(data: ReportData): Table<Decision> {
  const { series, since } = data;
  const isOne = series.length === 1;
  const rows = data.providers.map((provider) => decisionOf(data, provider));
  return {
    name: 'decision',
    title: 'Readers, the best first',
    rows,
    group: { of: ({ rank }) => rank.rank },
    columns: [
      {
        ...readerColumn<Decision>(),
        onPage: {
          cell: ({ provider, row }) => readerName(data, provider, isOne ? noteOf(row) : ''),
        },
      },
      ...(isOne ? seriesColumns(data) : allSeriesColumns(data)),
      ...(since ? [sinceColumn(data, since)] : []),
      ...callColumns(rows),
    ],
    ...(data.providers.length > 1 && {
      note: 'Readers with the same letter: none is plainly better than another on these prompts. “–”: most calls failed, or too few answers could be read.',
    }),
  };
}

function decisionOf(data: ReportData, provider: string): Decision {
  const { series, since } = data;
  const own = data.summary.filter((row) => row.provider === provider);
  // A call is there once for each measure.
  const counted = series.filter(({ measure }) => measure === series[0]!.measure);
  const isCounted = new Set(counted.map(({ id }) => id));
  const calls = own.filter((row) => isCounted.has(row.series));
  const errors = sum(calls.map((row) => row.errors));
  const latencies = own.flatMap(({ latencyMs }) => latencyMs ?? []);
  const change = since?.changes.find((one) => one.provider === provider);
  return {
    provider,
    rank: rankOf(data, provider),
    ...(series.length === 1 && own[0] && { row: own[0] }),
    ...(change && { change }),
    spent: together(own.map(({ spent }) => spent)),
    latency: latencies.length > 0 ? mean(latencies) : undefined,
    errors,
    asked: errors + sum(calls.map(({ answers }) => answers)),
  };
}

/** What one should know of a reader beside its figures: why it loses, or where. */
function noteOf(row: SummaryRow | undefined): string {
  if (!row) return '';
  const { answers, cause, collapsed } = row;
  if (answers === 0) return 'no answer that could be scored';
  const isSaid = cause !== undefined && effectiveLengthEstimate(row).includes(cause);
  return [
    ...(isSaid ? [] : [cause ?? weakSpot(row, true)]),
    ...(collapsed ? [collapsedText(collapsed).replace(/:.*/, '')] : []),
    gapNote(row),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** A strip has at most this many parts, on a page and in a terminal. */
const MOST_PLACES = 16;
const FEW_PLACES = 8;

/** Marks of a strip, from nothing lost to all lost. */
const LOSSES = '▁▂▃▄▅▆▇█';

/** Figures of the only series. */
function seriesColumns(data: ReportData): Column<Decision>[] {
  const { series, cells, options } = data;
  const figure = figureName(series);
  const places = largest(cells.map(({ place }) => place));
  const lossesOf = (provider: string, most: number) =>
    recallByPlace(
      cells.filter((cell) => cell.provider === provider),
      places,
      most,
    );
  const threshold = thresholdText(options);
  return [
    {
      heading: 'holds up to',
      kind: 'reach',
      of: ({ row }) => row,
      onPage: {
        heading: html`Holds<br>up to`,
        set: 'number',
        cell: ({ row }) =>
          row && html`<span class="phone">holds up to </span>${lengthAndBounds(row)}`,
      },
      note: html`the effective length, where ${figure} as a curve over length falls below ${threshold}; an arrow
says that it lies beyond what was asked, dashes that it may be any. Bars and small figures: ${confidenceText(options)} intervals`,
    },
    ...drawnColumns(data, figure),
    {
      heading: figure,
      kind: 'interval',
      of: ({ row, rank }) =>
        row && Number.isFinite(row.recall.value) && rank.unranked !== 'unread'
          ? row.recall
          : undefined,
      room: 14,
      onPage: { cell: (one) => recallCell(one, figure) },
    },
    {
      heading: 'lost where',
      kind: 'words',
      of: ({ provider }) => lossesOf(provider, FEW_PLACES).map(lossMark).join(''),
      in: ['terminal'],
    },
    {
      heading: 'where it loses',
      kind: 'picture',
      of: ({ row, provider }) =>
        row &&
        html`${lossStrip(lossesOf(provider, MOST_PLACES))}<small class="phone">start → end</small>`,
      in: cells.length > 0 ? ['page'] : [],
      onPage: { heading: html`Where it loses<br>start → end` },
      note: 'the stronger the colour, the more of what stands there is lost',
    },
  ];
}

/** Effective lengths and curves on one axis. */
function drawnColumns({ summary, lengths, curves, options }: ReportData, figure: string) {
  const axis = lengthAxis(summary);
  const labels = axisLabels(axis);
  const range = html`<small class="phone">${rangeText(axis.from, axis.to)} tokens</small>`;
  const curveOf = (row: SummaryRow) => {
    const ofReader = ({ provider }: { provider: string }) => provider === row.provider;
    const threshold = options.threshold * (row.base?.value ?? 1);
    return sparkline(curves.filter(ofReader), lengths.filter(ofReader), threshold, axis);
  };
  const columns: Column<Decision>[] = [
    {
      heading: 'effective length',
      kind: 'picture',
      of: ({ row }) => row && html`${reachPicture(row, axis)}${range}`,
      in: ['page'],
      onPage: { heading: html`Effective length,<br>tokens ${labels}` },
    },
    {
      heading: `${figure} over length`,
      kind: 'picture',
      of: ({ row, rank }) =>
        row && rank.unranked !== 'unread' ? html`${curveOf(row)}${range}` : undefined,
      in: ['page'],
      onPage: {
        heading: html`${capital(figure)} over length,<br>0 to 1, and threshold ${labels}`,
      },
    },
  ];
  return columns;
}

function recallCell({ row, rank }: Decision, figure: string): Content {
  if (!row) return undefined;
  const { value, low, high } = row.recall;
  return html`<span class="phone">${figure} </span>${rank.unranked === 'unread' ? NOTHING : shareText(value)}${
    Number.isFinite(value) && html`<br><small>${shareText(low)}–${shareText(high)}</small>`
  }`;
}

function lossMark(recall: number | undefined): string {
  if (recall === undefined) return ' ';
  return LOSSES[Math.min(LOSSES.length - 1, Math.floor((1 - recall) * LOSSES.length))]!;
}

/** Figures of all series together. */
function allSeriesColumns(data: ReportData): Column<Decision>[] {
  const figure = figureName(data.series);
  return [
    {
      heading: 'holds to the longest length in',
      kind: 'words',
      of: ({ provider }) => heldText(data, provider),
      onPage: {
        set: 'number',
        cell: ({ provider }) =>
          html`<span class="phone">holds to the longest length in </span>${heldText(data, provider)}`,
      },
    },
    {
      heading: figure,
      kind: 'share',
      of: ({ rank }) => rank.recall,
      onPage: {
        heading: html`${capital(figure)},<br>all answers`,
        cell: ({ rank }) => html`<span class="phone">${figure} </span>${shareText(rank.recall)}`,
      },
    },
  ];
}

/** Of how many benchmarks a reader holds the longest length. */
function heldText({ benchmarks, series }: ReportData, provider: string): string {
  const own = benchmarks.filter((row) => row.provider === provider);
  const held = own.filter(holdsLongest).length;
  const unknown = own.filter((row) => effectiveLengthEstimate(row).startsWith('unknown')).length;
  const of =
    new Set(own.map(({ measure }) => measure)).size > 1
      ? new Set(series.map(({ benchmark }) => benchmark)).size > 1
        ? 'line'
        : 'measure'
      : 'benchmark';
  return `${held} of ${counted(own.length, of)}${unknown === 0 ? '' : `, unknown in ${unknown}`}`;
}

/** What became of each reader since the baseline; figures stay with the words before them. */
function sinceColumn({ providers }: ReportData, { baseline, changes }: Since): Column<Decision> {
  const lost = changes.flatMap(({ provider }) => (providers.includes(provider) ? [] : [provider]));
  const whole = (words: string) => words.replace(/ (?=[>\d])/g, '\u00a0');
  return {
    heading: `since ${baseline.replace(/\.jsonl?$/, '')}`,
    kind: 'words',
    of: ({ change }) => change?.change,
    room: 16,
    onPage: {
      heading: html`Since<br>${breakable(baseline)}`,
      cell: ({ change }) =>
        change &&
        html`<span class="phone">since ${baseline} </span><b class="since${change.verdict === 'worse' && ' some'}">${whole(change.change)}</b>${
          change.note !== '' && html`<br><small>${whole(change.note)}</small>`
        }`,
    },
    note: html`the change of the mean over all prompts, as the gate decides it. ▼: a drop, with its 95 % interval; “no drop >”:
a drop, if there is one, is at most that (95 % confidence); undecided: these prompts do not tell; “—”: not compared${
      lost.length > 0 && html`. Only in the baseline: <bdi>${lost.join(', ')}</bdi>`
    }`,
  };
}

/** What calls cost, how long they took, and how many failed. */
function callColumns(rows: readonly Decision[]): Column<Decision>[] {
  const onPage = (isKnown: boolean) => (isKnown ? (['page'] as const) : []);
  return [
    {
      heading: 'cost',
      kind: 'words',
      of: ({ spent }) => paidText(spent),
      in: onPage(rows.some(({ spent }) => spent.cost !== undefined)),
      onPage: { set: 'number' },
    },
    {
      heading: 'mean latency',
      kind: 'milliseconds',
      of: ({ latency }) => latency,
      in: onPage(rows.some(({ latency }) => latency !== undefined)),
      onPage: { heading: html`Mean<br>latency`, cell: ({ latency }) => latencyText(latency) },
    },
    {
      heading: 'errors',
      kind: 'count',
      of: ({ errors }) => errors,
      in: ['page'],
      onPage: {
        cell: ({ errors, asked }) =>
          errors > 0
            ? html`<b class="some">${errors}</b><small> of ${asked}</small>`
            : html`0<span class="phone"> errors</span>`,
      },
    },
  ];
}
