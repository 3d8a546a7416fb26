/** Every benchmark as a whole: how far each reader holds, its recall, and whose published score is next to it. */

import { say } from '../../../base/text/language.js';
import { html, sayHtml } from '../../document/markup.js';
import { type Column, column, inCsv, readerColumn, type Table } from '../../document/table.js';
import { confidenceText, thresholdText } from '../../document/words.js';
import { openText, reachCell } from '../../facts/effective-length.js';
import { figureName } from '../../facts/evaluation/series.js';
import { rankText } from '../../facts/tables/ranking.js';
import type { BenchmarkRow, ReportData } from '../../facts/tables/tables.js';
import { shorten } from '../charts/chart-text.js';
import { axisLabels, lengthAxis, reachPicture } from '../html/small-pictures.js';
import { neighboursOf, neighboursText } from '../published-neighbours.js';
import { rankOf } from './decision.js';
import { likelyFigures } from './summary.js';

/** Longer names are shortened where each reader has many lines. */
export const LONGEST_NAME = 22;

/** What the main figure of some benchmarks is called: a composite score is no recall. */
function calledIn(rows: readonly BenchmarkRow[], figure: string): string {
  const composite = rows.filter(({ isComposite }) => isComposite).length;
  if (composite === 0) return figure;
  return composite === rows.length ? say`score` : say`${figure} or score`;
}

/** @param rows - those of one benchmark alone, which then has no column */
export function benchmarksTable(
  data: ReportData,
  rows: readonly BenchmarkRow[] = data.benchmarks,
): Table<BenchmarkRow> {
  const { options } = data;
  const isAll = rows === data.benchmarks;
  const figure = figureName(data.series);
  const called = calledIn(rows, figure);
  const threshold = thresholdText(options);
  const measures = new Set(data.series.map(({ measure }) => measure));
  return {
    title: isAll
      ? say`Benchmarks: reliable length and recall`
      : say`${rows[0]!.name}: reliable length and recall`,
    look: 'lines',
    rows,
    notInCsv: ['byLength', 'rise', 'isComposite'],
    columns: [
      ...namesAndReach(data, isAll),
      column('interval', called, ({ recall }) => recall, {
        in: ['page', 'markdown'],
        phone: figure,
        foreign: measures.size === 1 && !measures.has(undefined),
        ...(rows.some(({ isComposite }) => isComposite) && {
          note: say`a composite score, of parts with weights`,
        }),
      }),
      column('interval', called, (row) => (isRead(data, row) ? row.recall : undefined), {
        in: ['terminal'],
        room: 14,
      }),
      column('reach', say`reliable length`, reachCell, {
        in: ['markdown'],
        field: 'effectiveLength',
        inMarkdown: say`reliable length at ${threshold}`,
      }),
      column('label', say`published neighbours`, (row) => neighboursText(row) || undefined, {
        in: hasNeighbours(rows) ? ['page', 'markdown'] : ['markdown'],
        cell: (row) => html`<small>${neighboursText(row) || '–'}</small>`,
        note: say`of the models that were measured under the same conditions, the next better and the next worse, and answers by chance where they were published`,
      }),
      inCsv('open', ({ open }) => open && openText(open)),
      inCsv('likely', likelyFigures),
      inCsv('published', neighboursText),
    ],
    note: sayHtml`All series of a benchmark together, without controls. Bars end at the longest
length at which ${figure} is shown to be ${threshold} or more (95 %), with an arrow where nothing longer was asked; dashes:
lengths that are open. Small figures: how likely it holds, and ${confidenceText(options)} intervals.`,
  };
}

/** Whose line it is, and how far the reader holds. */
function namesAndReach(data: ReportData, isAll: boolean): Column<BenchmarkRow>[] {
  const axis = lengthAxis(data.benchmarks);
  return [
    column('label', say`benchmark`, ({ name }) => name, { in: isAll ? ['page', 'markdown'] : [] }),
    readerColumn({ in: ['markdown', 'terminal'] }),
    column('reader', say`reader`, (row) => shortReader(data, row), {
      in: data.providers.length > 1 ? ['page'] : [],
    }),
    column('picture', say`tokens`, (row) => reachPicture(row, axis), {
      in: ['page'],
      head: sayHtml`Tokens ${axisLabels(axis)}`,
    }),
    column('reach', say`reliable up to`, reachCell, { in: ['page', 'terminal'] }),
  ];
}

export function hasNeighbours(rows: readonly BenchmarkRow[]): boolean {
  return rows.some(({ published }) => neighboursOf(published).length > 0);
}

function shortReader(data: ReportData, { provider }: BenchmarkRow) {
  return { provider: shorten(provider, LONGEST_NAME), rank: rankText(rankOf(data, provider)) };
}

function isRead(data: ReportData, { provider, recall }: BenchmarkRow): boolean {
  return Number.isFinite(recall.value) && rankOf(data, provider).unranked !== 'unread';
}
