/** Every benchmark as a whole: how far each reader holds, its recall, and whose published score is next to it. */
import { figureName } from '../../evaluation/series.js';
import { unknownText } from '../../output/effective-length.js';
import { html } from '../../output/markup.js';
import { type Column, inCsv, readerColumn, type Table } from '../../output/table.js';
import { briefShareText, confidenceText, thresholdText } from '../../output/words.js';
import type { BenchmarkRow, ReportData } from '../../tables/tables.js';
import { LONGEST_NAME, lengthAndBounds, rankOf, readerName } from '../html/cells.js';
import { axisLabels, lengthAxis, reachPicture } from '../html/small-pictures.js';
import { neighboursOf, neighboursText } from '../published-neighbours.js';

/** @param rows - those of one benchmark alone, which then has no column */
export function benchmarksTable(
  data: ReportData,
  rows: readonly BenchmarkRow[] = data.benchmarks,
): Table<BenchmarkRow> {
  const { series, providers, options } = data;
  const axis = lengthAxis(data.benchmarks);
  const figure = figureName(series);
  const recall: Column<BenchmarkRow> = {
    heading: figure,
    kind: 'interval',
    of: (row) => row.recall,
    note: 'the composite score where the benchmark has one',
    onPage: { cell: briefRecall },
  };
  return {
    title: `${rows === data.benchmarks ? 'Benchmarks' : rows[0]!.name}: effective length and recall`,
    rows,
    notInCsv: ['byLength', 'rise'],
    columns: [
      {
        heading: 'benchmark',
        kind: 'label',
        of: ({ name }) => name,
        in: rows === data.benchmarks ? ['page', 'markdown'] : [],
      },
      {
        ...readerColumn<BenchmarkRow>(),
        in: providers.length === 1 ? ['markdown', 'terminal'] : ['page', 'markdown', 'terminal'],
        onPage: { cell: ({ provider }) => readerName(data, provider, '', LONGEST_NAME) },
      },
      {
        heading: 'tokens',
        kind: 'picture',
        of: (row) => reachPicture(row, axis),
        in: ['page'],
        onPage: { heading: html`Tokens ${axisLabels(axis)}` },
      },
      {
        heading: 'holds up to',
        kind: 'reach',
        of: (row) => row,
        in: ['page', 'terminal'],
        onPage: { cell: (row) => lengthAndBounds(row, ' ') },
      },
      { ...recall, in: ['page', 'markdown'] },
      {
        ...recall,
        room: 14,
        of: (row) => (isRead(data, row) ? row.recall : undefined),
        in: ['terminal'],
      },
      {
        heading: 'effective length',
        kind: 'reach',
        of: (row) => row,
        field: 'effectiveLength',
        in: ['markdown'],
        at: `at ${thresholdText(options)}`,
      },
      {
        heading: 'published neighbours',
        kind: 'label',
        of: (row) => neighboursText(row) || undefined,
        in: hasNeighbours(rows) ? ['page', 'markdown'] : ['markdown'],
        onPage: { cell: (row) => html`<small>${neighboursText(row) || '–'}</small>` },
        note: `of the models that were measured under the same conditions, the next better and the next worse`,
      },
      inCsv('unknown', ({ unknown }) => unknown && unknownText(unknown)),
      inCsv('published', neighboursText),
    ],
    note: html`All series of a benchmark together, without controls. Dots: the effective length, where ${figure} falls
below ${thresholdText(options)}; arrows: it lies beyond what was asked; bars and small figures: ${confidenceText(options)}
intervals; dashes: it may be any length.`,
  };
}

export function hasNeighbours(rows: readonly BenchmarkRow[]): boolean {
  return rows.some(({ published }) => neighboursOf(published).length > 0);
}

function isRead(data: ReportData, { provider, recall }: BenchmarkRow): boolean {
  return Number.isFinite(recall.value) && rankOf(data, provider).unranked !== 'unread';
}

function briefRecall({ recall: { value, low, high } }: BenchmarkRow) {
  return html`${briefShareText(value)}${
    Number.isFinite(value) && html` <small>${briefShareText(low)}–${briefShareText(high)}</small>`
  }`;
}
