/** The tables of a search: what was found of each reader and what it took, and every prompt. */
import { effectiveLengthBounds, effectiveLengthEstimate } from '../output/effective-length.js';
import { html } from '../output/markup.js';
import { type Column, NOTHING, readerColumn, type Table } from '../output/table.js';
import { countText, lengthText, percentText, rangeText } from '../output/words.js';
import { lengthAndBounds } from '../report/html/cells.js';
import { axisLabels, lengthAxis, reachPicture, sparkline } from '../report/html/small-pictures.js';
import type { ReaderResult, SearchResult } from './search-result.js';
import { otherMarksText, remarkText } from './search-words.js';

/** One line a reader, the farthest first. */
export function readersTable(result: SearchResult): Table<ReaderResult> {
  const { readers, threshold, confidence, gridTokens } = result;
  const shareOfGrid = ({ tokens }: ReaderResult) => tokens / gridTokens;
  return {
    name: 'decision',
    title: 'Readers, the farthest first',
    rows: readers,
    columns: [
      {
        ...readerColumn<ReaderResult>(),
        in: ['page'],
        onPage: {
          cell: (reader) =>
            html`<span class="reader"><bdi>${reader.provider}</bdi><small>${remarkText(reader)}</small></span>`,
        },
      },
      { ...readerColumn<ReaderResult>(), heading: '', in: ['terminal'] },
      ...lengthColumns(result),
      {
        heading: 'prompts',
        kind: 'count',
        of: ({ points }) => points.length,
        onPage: {
          cell: ({ points }) =>
            html`${countText(points.length)}<span class="phone"> prompts</span>`,
        },
      },
      {
        heading: 'tokens',
        kind: 'count',
        of: ({ tokens }) => tokens,
        onPage: {
          cell: (reader) =>
            html`${lengthText(reader.tokens)}<span class="phone"> tokens</span><br><small>${percentText(shareOfGrid(reader))} of a grid</small>`,
        },
      },
      { heading: 'of a grid', kind: 'percent', of: shareOfGrid, in: ['terminal'] },
      { heading: 'cost', kind: 'money', of: ({ cost }) => cost },
    ],
    note: html`<b>Holds up to</b>: the effective length, where recall as a curve over length falls below ${threshold}; an arrow
says that it lies beyond what was asked, dashes that it may be any. Bars and small figures: ${100 * confidence} %
intervals. <b>Of a grid</b>: 32 lengths in equal steps, one prompt each, are ${countText(gridTokens)} tokens.
${otherMarksText(result)}`,
  };
}

/** How far each reader holds: in words for a terminal, drawn for a page. */
function lengthColumns({ readers, threshold }: SearchResult): Column<ReaderResult>[] {
  const axis = lengthAxis(readers);
  const labels = axisLabels(axis);
  const range = html`<small class="phone">${rangeText(axis.from, axis.to)} tokens</small>`;
  return [
    { heading: 'effective length', kind: 'words', of: effectiveLengthEstimate, in: ['terminal'] },
    {
      heading: '95 %',
      kind: 'words',
      of: (reader) => effectiveLengthBounds(reader) || NOTHING,
      in: ['terminal'],
    },
    {
      heading: 'holds up to',
      kind: 'reach',
      of: (reader) => reader,
      in: ['page'],
      onPage: {
        heading: html`Holds<br>up to`,
        set: 'number',
        cell: (reader) => html`<span class="phone">holds up to </span>${lengthAndBounds(reader)}`,
      },
    },
    {
      heading: 'effective length',
      kind: 'picture',
      of: (reader) => html`${reachPicture(reader, axis)}${range}`,
      in: ['page'],
      onPage: { heading: html`Effective length,<br>tokens ${labels}` },
    },
    {
      heading: 'recall over length',
      kind: 'picture',
      of: ({ curve, points }) => {
        const drawn = points.map(({ tokens, recall }) => ({ tokens, recall: { value: recall } }));
        return html`${sparkline(curve, drawn, threshold, axis)}${points.length > 0 && range}`;
      },
      in: ['page'],
      onPage: { heading: html`Recall over length,<br>0 to 1, and threshold ${labels}` },
    },
  ];
}

type Point = ReaderResult['points'][number];

export function promptsTable({ provider, points }: ReaderResult): Table<Point> {
  return {
    title: `Prompts of ${provider}`,
    rows: points,
    columns: [
      { heading: 'round', kind: 'count', of: ({ round }) => round },
      { heading: 'length, tokens', kind: 'length', of: ({ tokens }) => tokens },
      { heading: 'recall', kind: 'share', of: ({ recall }) => recall },
      { heading: 'seed', kind: 'words', of: ({ seed }) => String(seed), onPage: { set: 'number' } },
    ],
  };
}
