/** What a choice needs: a line for each reader, the best first; those that the data do not tell apart stand together. */
import { largest } from '../../../base/extremes.js';
import { sum } from '../../../base/numbers.js';
import { clauses, commas, say } from '../../../base/text/language.js';
import { capital } from '../../../base/text/texts.js';
import { figureName } from '../../evaluation/series.js';
import { saysCause } from '../../output/effective-length.js';
import { type Content, html, sayHtml } from '../../output/markup.js';
import { type Column, column, NOTHING, type Table } from '../../output/table.js';
import { shareText, thresholdText } from '../../output/words.js';
import { rankText } from '../../tables/ranking.js';
import { paidText, type Spent, together } from '../../tables/spent.js';
import type { ChangeRow, Ranked, ReportData, Since, SummaryRow } from '../../tables/tables.js';
import { failedBriefly } from '../../tables/troubles.js';
import { lossStrip } from '../html/small-pictures.js';
import { breakable } from '../html/table.js';
import { gapNote } from '../html/verdict.js';
import { recallByPlace } from '../recall-by-place.js';
import { heldByMeasure, heldText, lineOf } from './held.js';
import { holdsColumn, reachColumns } from './reach.js';

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
  const { series, since, providers } = data;
  const isOne = series.length === 1;
  const rows = providers.map((provider) => decisionOf(data, provider));
  const reader = ({ provider, rank, row }: Decision) => ({
    provider,
    rank: providers.length > 1 ? rankText(rank) : undefined,
    note: isOne ? noteOf(row) : '',
  });
  return {
    id: 'decision',
    title: say`Readers, the best first`,
    look: 'cards',
    rows,
    group: { of: ({ rank }) => rankText(rank) },
    columns: [
      column('reader', say`reader`, reader),
      ...(isOne ? seriesColumns(data) : allSeriesColumns(data)),
      ...(since ? [sinceColumn(data, since)] : []),
      ...callColumns(rows),
    ],
    ...(providers.length > 1 && {
      note: say`Ordered by length. A rank begins with a reader that is shown to be worse than one of the rank before, on the same prompts. “–”: most calls failed, or too few answers could be read.`,
    }),
  };
}

export function rankOf({ ranking }: Pick<ReportData, 'ranking'>, provider: string): Ranked {
  return ranking.find((one) => one.provider === provider)!;
}

function decisionOf(data: ReportData, provider: string): Decision {
  const { series, since } = data;
  const own = data.summary.filter((row) => row.provider === provider);
  // A call is there once for each measure.
  const counted = series.filter(({ measure }) => measure === series[0]!.measure);
  const isCounted = new Set(counted.map(({ id }) => id));
  const calls = own.filter((row) => isCounted.has(row.series));
  const errors = sum(calls.map((row) => row.errors));
  // Of series with more answers more.
  const timed = calls.filter((row) => row.latencyMs !== undefined);
  const answers = sum(timed.map((row) => row.answers));
  const waited = sum(timed.map((row) => row.latencyMs! * row.answers));
  const change = since?.changes.find((one) => one.provider === provider);
  return {
    provider,
    rank: rankOf(data, provider),
    ...(series.length === 1 && own[0] && { row: own[0] }),
    ...(change && { change }),
    spent: together(calls.map(({ spent }) => spent)),
    latency: answers > 0 ? waited / answers : undefined,
    errors,
    asked: errors + sum(calls.map(({ answers }) => answers)),
  };
}

/** What one should know of a reader beside its figures: why it loses, or where. */
function noteOf(row: SummaryRow | undefined): string {
  if (!row) return '';
  const { answers, cause, failedWhole } = row;
  if (answers === 0) return say`no answer that could be scored`;
  return clauses([
    ...(cause === undefined || saysCause(row) ? [] : [cause]),
    ...(failedWhole && failedWhole.answers > 0 ? [failedBriefly(failedWhole)] : []),
    gapNote(row),
  ]);
}

/** A strip has at most this many parts, on a page and in a terminal. */
const MOST_PLACES = 16;
const FEW_PLACES = 8;

/** Marks of a strip, from nothing lost to all lost. */
const LOSSES = '▁▂▃▄▅▆▇█';

/** Figures of the only series: for a page drawn, too. */
function seriesColumns(data: ReportData): Column<Decision>[] {
  const { series, cells, options } = data;
  const figure = figureName(series);
  const isRead = ({ row, rank }: Decision) =>
    row && Number.isFinite(row.recall.value) && rank.unranked !== 'unread';
  const places = largest(cells.map(({ place }) => place));
  const lossesOf = ({ provider }: Decision, most: number) => {
    const own = cells.filter((cell) => cell.provider === provider);
    return recallByPlace(own, places, most);
  };
  const strip = (one: Decision) =>
    html`${lossStrip(lossesOf(one, MOST_PLACES))}<small class="phone">${say`start → end`}</small>`;
  return [
    holdsColumn(({ row }) => row, { ...options, figure, threshold: thresholdText(options) }),
    ...reachColumns(data.summary, figure, drawnOf(data)),
    column('interval', figure, (one) => (isRead(one) ? one.row!.recall : undefined), {
      room: 14,
      phone: figure,
      cell: recallCell,
    }),
    column('words', say`lost where`, (one) => lossesOf(one, FEW_PLACES).map(lossMark).join(''), {
      in: ['terminal'],
    }),
    column('picture', say`where it loses`, (one) => one.row && strip(one), {
      in: cells.length > 0 ? ['page'] : [],
      head: sayHtml`Where it loses<br>start → end`,
      note: say`darker: more was lost here`,
    }),
  ];
}

/** What is drawn of a reader; no curve of answers that could not be read. */
function drawnOf({ lengths, curves, options }: ReportData) {
  return ({ provider, row, rank }: Decision) => {
    const own = <T extends { provider: string }>(rows: readonly T[]) =>
      rows.filter((one) => one.provider === provider);
    return {
      reached: row,
      ...(row && rank.unranked !== 'unread' && { curve: own(curves), found: own(lengths) }),
      threshold: options.threshold * (row?.base?.value ?? 1),
    };
  };
}

/** Of answers that could not be read, only the bounds. */
function recallCell({ row, rank }: Decision): Content {
  if (!row) return undefined;
  const { value, low, high } = row.recall;
  return html`${rank.unranked === 'unread' ? NOTHING : shareText(value)}${
    Number.isFinite(value) && html`<br><small>${shareText(low)}–${shareText(high)}</small>`
  }`;
}

function lossMark(recall: number | undefined): string {
  if (recall === undefined) return ' ';
  return LOSSES[Math.min(LOSSES.length - 1, Math.floor((1 - recall) * LOSSES.length))]!;
}

/** Figures of all series together. */
function allSeriesColumns(data: ReportData): Column<Decision>[] {
  const { providers, options, series } = data;
  const figure = figureName(series);
  const lines = providers.flatMap((provider) => lineOf(data, provider) ?? []);
  if (lines.length === providers.length) {
    const of = ({ provider }: Decision) => lineOf(data, provider);
    const drawn = (one: Decision) => ({ reached: of(one), threshold: options.threshold });
    const [reach] = reachColumns(lines, figure, drawn);
    const holds = holdsColumn(of, { ...options, figure, threshold: thresholdText(options) });
    const recall = column<Decision, 'interval'>('interval', figure, (one) => of(one)?.recall, {
      phone: figure,
    });
    return [holds, reach!, recall];
  }
  const isByMeasure = providers.every((provider) => heldByMeasure(data, provider) !== undefined);
  const holds = isByMeasure ? say`reliable up to` : say`reliable at every length in`;
  const held = isByMeasure ? heldByMeasure : heldText;
  return [
    column('words', holds, ({ provider }) => held(data, provider), {
      set: 'number',
      phone: holds,
    }),
    column('share', figure, ({ rank }) => rank.recall, {
      head: sayHtml`${capital(figure)},<br>all answers`,
      phone: figure,
    }),
  ];
}

/** What became of each reader since the baseline; figures stay with the words before them. */
function sinceColumn({ providers }: ReportData, { baseline, changes }: Since): Column<Decision> {
  const lost = changes.flatMap(({ provider }) => (providers.includes(provider) ? [] : [provider]));
  const whole = (words: string) => words.replace(/ (?=[>\d])/g, '\u00a0');
  const cell = ({ change, verdict, note }: ChangeRow) =>
    html`<b class="since${verdict === 'worse' && ' some'}">${whole(change)}</b>${
      note !== '' && html`<br><small>${whole(note)}</small>`
    }`;
  const decided = say`the change of the mean over all prompts, as the gate decides it. ▼: a drop, with its 95 % interval; “no drop >”: a drop, if there is one, is at most that (95 % confidence); inconclusive: these answers cannot show which; “—”: not compared`;
  return column(
    'words',
    say`since ${baseline.replace(/\.jsonl?$/, '')}`,
    (one) => one.change?.change,
    {
      room: 16,
      head: sayHtml`Since<br>${breakable(baseline)}`,
      phone: say`since ${baseline}`,
      cell: ({ change }) => change && cell(change),
      note:
        lost.length === 0
          ? decided
          : sayHtml`${decided}. Only in the baseline: <bdi>${commas(lost)}</bdi>`,
    },
  );
}

/** What calls cost, how long they took, and how many failed. */
function callColumns(rows: readonly Decision[]): Column<Decision>[] {
  const onPageIf = (isKnown: boolean) => (isKnown ? (['page'] as const) : []);
  return [
    column('words', say`cost`, ({ spent }) => paidText(spent), {
      in: onPageIf(rows.some(({ spent }) => spent.cost !== undefined)),
      set: 'number',
    }),
    column('milliseconds', say`mean latency`, ({ latency }) => latency, {
      in: onPageIf(rows.some(({ latency }) => latency !== undefined)),
      head: sayHtml`Mean<br>latency`,
    }),
    column('count', say`errors`, ({ errors }) => errors, { in: ['page'], cell: errorsCell }),
  ];
}

function errorsCell({ errors, asked }: Decision): Content {
  return errors > 0
    ? sayHtml`<b class="some">${errors}</b><small> of ${asked}</small>`
    : sayHtml`0<span class="phone"> errors</span>`;
}
