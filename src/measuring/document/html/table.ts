/** A declared table on a page: it scrolls by itself, its rows and columns have headings, and its groups too. */
import { groupBy } from '../../../base/group-by.js';
import { capital } from '../../../base/text/texts.js';
import { type Content, html, type Markup, sayHtml, trusted } from '../markup.js';
import {
  type Column,
  cellOf,
  columnsIn,
  type Formats,
  IN_WORDS,
  type Kind,
  NOTHING,
  type Table,
  type Values,
} from '../table.js';
import { briefShareText, intervalText, shareText } from '../words.js';

/** Kinds that are set as text, from the left. */
const TEXTS = new Set<Kind>(['name', 'reader', 'label', 'words', 'reach', 'parts', 'picture']);

const FIGURES: Formats<Content> = {
  ...IN_WORDS,
  name: (name) => html`<bdi>${name}</bdi>`,
  reader: ({ provider, rank, note = '' }) =>
    html`${rank !== undefined && html`<span class="rank">${rank}</span>`}<span class="reader"><bdi>${breakable(provider)}</bdi>${note !== '' && html`<small>${note}</small>`}</span>`,
  shade: ({ share, threshold }) => {
    const text = briefShareText(share);
    return share < threshold ? html`<span class="below">${text}</span>` : text;
  },
  parts: (parts) =>
    parts
      .map(
        ({ part, score, weight }) =>
          html`<span class="whole">${part} ${intervalText(score)} <small>×\u00a0${weight}</small></span>`,
      )
      .reduce((all, part) => sayHtml`${all}, ${part}`),
  picture: (drawn) => drawn,
};

/** Figures with what is known of them in small letters: beside them, or below them. */
const LOOKS: Readonly<Record<NonNullable<Table<never>['look']> | 'records', Formats<Content>>> = {
  records: FIGURES,
  rows: FIGURES,
  lines: withBounds(' ', briefShareText),
  cards: withBounds(trusted('<br>'), shareText),
};

/** Lengths and percentages that no line breaks. */
export function whole(words: string): string {
  return words.replace(/(?<![;,]) (?=%|[\d.]+[KM]?\b)/g, '\u00a0');
}

function withBounds(between: Content, share: (value: number) => string): Formats<Content> {
  const small = (below: string) => below !== '' && html`${between}<small>${below}</small>`;
  return {
    ...FIGURES,
    reach: ({ answer, below }) => html`<strong>${whole(answer)}</strong>${small(whole(below))}`,
    interval: ({ value, low, high }) =>
      html`${share(value)}${small(Number.isFinite(value) ? `${share(low)}–${share(high)}` : '')}`,
  };
}

/** A name that may be broken behind what joins its parts. */
export function breakable(name: string): Content {
  return name.split(/(?<=[/:_.-])/).map((part, i) => html`${i > 0 && trusted('<wbr>')}${part}`);
}

/**
 * Write a table with what is to be known of it below.
 *
 * @param attributesOf - of a row, where filters are to hide some
 */
export function pageTable<Row>(table: Table<Row>, attributesOf?: (row: Row) => Content): Markup {
  const notes = notesOf(table);
  return html`${bareTable(table, attributesOf)}${notes && html`\n${notes}`}`;
}

/** What the figures of a table are. */
export function notesOf<Row>(table: Table<Row>): Markup | undefined {
  const said = columnsIn(table, 'page').flatMap(({ heading, note }) =>
    note === undefined ? [] : [sayHtml`<b>${capital(heading)}</b>: ${note}.`],
  );
  const all: Content[] = [...(table.note === undefined ? [] : [table.note]), ...said];
  if (all.length === 0) return undefined;
  return html`<p class="note">${all.reduce((before, one) => sayHtml`${before} ${one}`)}</p>`;
}

/** Write a table alone, in a group that scrolls where the page is too narrow for it. */
export function bareTable<Row>(
  { id, title, rows, group, ...table }: Table<Row>,
  attributesOf: (row: Row) => Content = () => undefined,
): Markup {
  const columns = columnsIn({ ...table, title, rows }, 'page');
  const { look = 'records' } = table;
  const formats = LOOKS[look];
  const isNamed = group?.heading !== undefined;
  const headings = columns.map((column) =>
    headingCell(column.head ?? capital(column.heading), setOf(column) === 'text', column.lengths),
  );
  const rowOf = (row: Row, before: Content) => {
    const cells = columns.map((column) => ({ column, content: contentOf(column, row, formats) }));
    return html`<tr${attributesOf(row)}>${before}${cells.map(({ column, content }, i) =>
      i === 0
        ? html`<th scope="row">${content}</th>`
        : cell(content, shadeOf(column, row), look === 'records' && capital(column.heading)),
    )}</tr>`;
  };
  const groups = group ? [...groupBy(rows, group.of)] : [['', rows] as const];
  return html`<div class="scroll" role="group" aria-label="${title}" tabindex="0"><table${id !== undefined && html` id="${id}"`}${look === 'records' && html` class="records"`}><thead><tr>${isNamed && headingCell(capital(group.heading!), true)}${headings}</tr></thead>${groups.map(
    ([name, own]) =>
      html`<tbody>${own.map((row, i) =>
        rowOf(
          row,
          isNamed && i === 0 && html`<th scope="rowgroup" rowspan="${own.length}">${name}</th>`,
        ),
      )}</tbody>`,
  )}</table></div>`;
}

/** @param lengths - those by which filters hide the column */
export function headingCell(
  content: Content,
  isText: boolean,
  lengths?: readonly number[],
): Markup {
  return html`<th scope="col"${isText && html` class="text"`}${lengths && html` data-at="${lengths.join(' ')}"`}>${content}</th>`;
}

function cell(content: Content, set: string | undefined, head: string | false): Markup {
  return html`<td${set !== undefined && html` class="${set}"`}${head !== false && html` data-head="${head}"`}>${content}</td>`;
}

function contentOf<Row>(column: Column<Row>, row: Row, formats: Formats<Content>): Content {
  const { phone, cell } = column;
  const content = (cell ? cell(row) : cellOf(column, row, formats)) ?? NOTHING;
  return phone === undefined ? content : html`<span class="phone">${phone} </span>${content}`;
}

function setOf<Row>({ kind, set }: Column<Row>): string | undefined {
  if (set !== undefined) return set === 'number' ? undefined : set;
  return TEXTS.has(kind) ? 'text' : undefined;
}

/** How a cell is set; what reaches the threshold is tinted. */
function shadeOf<Row>(column: Column<Row>, row: Row): string | undefined {
  if (column.kind !== 'shade') return setOf(column);
  const shade: Values['shade'] | undefined = column.of(row);
  return shade && shade.share >= shade.threshold ? 'held' : undefined;
}
