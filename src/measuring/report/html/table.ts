/** The table of every page: it scrolls by itself, its rows and columns have headings, and its groups too. */
import { type Content, html, type Markup } from './markup.js';

/** A column by its heading, with how its cells are set: numbers by default, text, or numbers without a break. */
export type Column = Content | { head: Content; set: 'text' | 'whole' };

export function text(head: Content): Column {
  return { head, set: 'text' };
}

export function whole(head: Content): Column {
  return { head, set: 'whole' };
}

/** What stands in a cell; a shade from 0 to 4 colours it, the stronger the more. */
export type Cell = Content | { content: Content; shade: number };

/** Rows beside a heading of their own, which has a column; the first cell of a row is its heading. */
interface RowGroup {
  heading?: Content;
  rows: readonly (readonly Cell[])[];
}

export interface Table {
  /** What the table is, for those who do not see what stands above it. */
  name: string;
  /** By which the contents and the style sheet know it. */
  id?: string;
  columns: readonly Column[];
  rows?: RowGroup['rows'];
  groups?: readonly RowGroup[];
}

/** Write a table, in a group that scrolls where the page is too narrow for it. */
export function table({ name, id, columns, rows = [], groups = [{ rows }] }: Table): Markup {
  const settings = columns.map((column) =>
    isSet(column) ? column : { head: column, set: undefined },
  );
  const head = settings.map(
    ({ head, set }) => html`<th scope="col"${set === 'text' && html` class="text"`}>${head}</th>`,
  );
  const cell = (content: Cell, column: number) => {
    const shown = isShaded(content) ? content.content : content;
    const classes = isShaded(content) ? `h${content.shade}` : settings[column]?.set;
    return html`<td${classes !== undefined && html` class="${classes}"`}>${shown}</td>`;
  };
  const row = ([first, ...cells]: readonly Cell[], heading: Content) => {
    const before = settings.length - cells.length;
    return html`<tr>${heading}<th scope="row">${first as Content}</th>${cells.map((one, i) => cell(one, i + before))}</tr>`;
  };
  return html`<div class="scroll" role="group" aria-label="${name}" tabindex="0"><table${
    id !== undefined && html` id="${id}"`
  }><thead><tr>${head}</tr></thead>${groups.map(
    ({ heading, rows }) =>
      html`<tbody>${rows.map((one, i) =>
        row(
          one,
          i === 0 &&
            heading !== undefined &&
            html`<th scope="rowgroup" rowspan="${rows.length}">${heading}</th>`,
        ),
      )}</tbody>`,
  )}</table></div>`;
}

function isSet(column: Column): column is Exclude<Column, Content> {
  return typeof column === 'object' && 'head' in column;
}

function isShaded(cell: Cell): cell is Exclude<Cell, Content> {
  return typeof cell === 'object' && 'shade' in cell;
}
