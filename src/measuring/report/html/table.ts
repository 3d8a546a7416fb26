/** A declared table on a page: it scrolls by itself, its rows and columns have headings, and its groups too. */

import { groupBy } from '../../../base/group-by.js';
import { capital } from '../../../base/text/texts.js';
import { type Content, html, type Markup } from '../../output/markup.js';
import {
  type Column,
  cellOf,
  columnsIn,
  type Formats,
  IN_WORDS,
  type Kind,
  NOTHING,
  type Table,
} from '../../output/table.js';
import { briefShareText, intervalText } from '../../output/words.js';

/** How a column is set: its text from the left, or without a break. */
const SET: Partial<Record<Kind, string>> = {
  name: 'text',
  label: 'text',
  words: 'text',
  reach: 'text',
  parts: 'text',
  picture: 'text',
};

const ON_PAGE: Formats<Content> = {
  ...IN_WORDS,
  name: (name) => html`<bdi>${name}</bdi>`,
  shade: ({ share, threshold }) => {
    const text = briefShareText(share);
    return share < threshold ? html`<span class="below">${text}</span>` : text;
  },
  parts: (parts) =>
    parts.map(
      ({ part, score, weight }, i) =>
        html`${i > 0 && ', '}<span class="whole">${part} ${intervalText(score)} <small>× ${weight}</small></span>`,
    ),
  picture: (drawn) => drawn,
};

/** Write a table with what is to be known of it below. */
export function pageTable<Row>(table: Table<Row>): Markup {
  const notes = notesOf(table);
  return html`${bareTable(table)}${notes && html`\n${notes}`}`;
}

/** What the figures of a table are. */
export function notesOf<Row>(table: Table<Row>): Markup | undefined {
  const said = columnsIn(table, 'page').flatMap(({ heading, note }) =>
    note === undefined ? [] : [html`<b>${capital(heading)}</b>: ${note}.`],
  );
  const all = [...(table.note === undefined ? [] : [table.note]), ...said];
  if (all.length === 0) return undefined;
  return html`<p class="note">${all.map((one, i) => html`${i > 0 && ' '}${one}`)}</p>`;
}

/** Write a table alone, in a group that scrolls where the page is too narrow for it. */
export function bareTable<Row>(table: Table<Row>): Markup {
  const { name, title, rows, group } = table;
  const columns = columnsIn(table, 'page');
  const headings = [
    ...(group?.heading === undefined ? [] : [headingCell(capital(group.heading), 'text')]),
    ...columns.map((column) =>
      headingCell(column.onPage?.heading ?? capital(column.heading), setOf(column)),
    ),
  ];
  const groups = group ? [...groupBy(rows, group.of)] : [['', rows] as const];
  return html`<div class="scroll" role="group" aria-label="${title}" tabindex="0"><table${
    name !== undefined && html` id="${name}"`
  }><thead><tr>${headings}</tr></thead>${groups.map(
    ([heading, own]) =>
      html`<tbody>${own.map((row, i) => {
        const first = i === 0 && group?.heading !== undefined;
        return html`<tr>${
          first && html`<th scope="rowgroup" rowspan="${own.length}">${heading}</th>`
        }${columns.map((column, at) => cell(column, row, at === 0))}</tr>`;
      })}</tbody>`,
  )}</table></div>`;
}

function headingCell(content: Content, set: string | undefined): Markup {
  return html`<th scope="col"${set === 'text' && html` class="text"`}>${content}</th>`;
}

function cell<Row>(column: Column<Row>, row: Row, isFirst: boolean): Markup {
  const content = column.onPage?.cell?.(row) ?? cellOf(column, row, ON_PAGE) ?? NOTHING;
  if (isFirst) return html`<th scope="row">${content}</th>`;
  const set = shadeOf(column, row) ?? setOf(column);
  return html`<td${set !== undefined && html` class="${set}"`}>${content}</td>`;
}

function setOf<Row>({ kind, onPage }: Column<Row>): string | undefined {
  const set = onPage?.set ?? SET[kind];
  return set === 'number' ? undefined : set;
}

/** A colour from 0 to 4, the stronger the more. */
function shadeOf<Row>(column: Column<Row>, row: Row): string | undefined {
  if (column.kind !== 'shade') return undefined;
  const { share = Number.NaN } = column.of(row) ?? {};
  return Number.isFinite(share) ? `h${Math.min(4, Math.floor(share * 5))}` : undefined;
}
