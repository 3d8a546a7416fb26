/**
 * A table, declared once: what each column is called, what kind of figure it holds, and how it is read off a row. Pages,
 * Markdown, terminals, CSV and JSON write any such table, each kind in its own way.
 */
import { commas, say } from '../../base/text/language.js';
import type { Interval } from '../statistics/interval.js';
import type { Content } from './markup.js';
import {
  costText,
  countText,
  differenceIntervalText,
  intervalText,
  latencyText,
  lengthText,
  percentText,
  shareText,
} from './words.js';

/** How far a reader got: the answer, what is said beside it, the answer in least room, and the figures of `plainRow`. */
export interface Reach {
  answer: string;
  below: string;
  shortest: string;
  figures: () => readonly (object | undefined)[];
}

/** What a cell of each kind is written from. */
export interface Values {
  /** The name of a reader, from outside. */
  name: string;
  /** The same, on a page with its rank and what is to be known of it. */
  reader: { provider: string; rank?: string | undefined; note?: string };
  /** Any other text from outside. */
  label: string;
  /** Words of ours. */
  words: string;
  count: number;
  share: number;
  percent: number;
  interval: Interval;
  /** A difference of shares, with its interval. */
  difference: Interval;
  reach: Reach;
  /** In tokens. */
  length: number;
  milliseconds: number;
  money: number;
  /** A share, tinted where it reaches the threshold. */
  shade: { share: number; threshold: number };
  /** Parts of a score, each with its weight. */
  parts: readonly { part: string; weight: number; score: Interval }[];
  /** What a page draws. */
  picture: Content;
}

export type Kind = keyof Values;

/** How a medium writes each kind. */
export type Formats<T> = { readonly [K in Kind]: (value: Values[K]) => T };

/** Media for people, and CSV, which has the fields of a row besides. */
type Medium = 'page' | 'markdown' | 'terminal' | 'csv';

/** What else is to be said of a column. */
interface Settings<Row> {
  /** Where the column is shown; unless given, in all media for people. */
  in?: readonly Medium[];
  /** The field of the row that CSV and JSON write in this way. */
  field?: string;
  /** The whole heading in Markdown, which has no notes; else the other one. */
  inMarkdown?: string;
  /** The heading comes from outside. */
  foreign?: boolean;
  /** Columns of a terminal that the heading has at most. */
  room?: number;
  /** What the figure is: a page says it below the table. */
  note?: Content;
  /** The heading on a page; else the other one, with a capital. */
  head?: Content;
  /** What a phone, which has no headings, shows before a cell. */
  phone?: string;
  /** A cell of a page that is unlike others of its kind. */
  cell?: (row: Row) => Content;
  /** The lengths it is of, by which filters of a page hide it. */
  lengths?: readonly number[];
  /** How a page sets it: a text from the left, a number, or without a break. */
  set?: 'text' | 'number' | 'whole';
}

interface ColumnOf<Row, K extends Kind> extends Settings<Row> {
  kind: K;
  /** For people. */
  heading: string;
  /** Nothing is written as a dash. */
  of: (row: Row) => Values[K] | undefined;
}

export type Column<Row> = { [K in Kind]: ColumnOf<Row, K> }[Kind];

/**
 * A column.
 *
 * @example
 * column('difference', 'tail loss', (row) => row.tailLoss, { note: 'recall before the last fifth minus recall in it' })
 */
export function column<Row, K extends Kind>(
  kind: K,
  heading: string,
  of: (row: Row) => Values[K] | undefined,
  settings: Settings<Row> = {},
): ColumnOf<Row, K> {
  return { ...settings, kind, heading, of };
}

export interface Table<Row> {
  /** Its id on a page. */
  id?: string;
  /** What it is, for those who do not see what stands above it. */
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Rows that stand together, with the name of their group; on a page it has a column where it has a heading. */
  group?: { of: (row: Row) => string; heading?: string };
  /**
   * How a page writes it. Unless given, a phone shows a card for each row, with its headings. `rows` stay rows there,
   * for many of them; `lines` are small, and `cards` are what the table of decisions has.
   */
  look?: 'lines' | 'cards' | 'rows';
  /** What a page says below the table, before the notes of its columns. */
  note?: Content;
  /** Fields of the rows that CSV leaves out. */
  notInCsv?: readonly (keyof Row)[];
}

const FOR_PEOPLE: readonly Medium[] = ['page', 'markdown', 'terminal'];

export function columnsIn<Row>({ columns }: Table<Row>, medium: Medium): Column<Row>[] {
  return columns.filter(({ in: media = FOR_PEOPLE }) => media.includes(medium));
}

/** A cell as a medium writes it; nothing where there is no value. */
export function cellOf<Row, K extends Kind, T>(
  column: ColumnOf<Row, K>,
  row: Row,
  formats: Formats<T>,
): T | undefined {
  const value = column.of(row);
  return value === undefined ? undefined : formats[column.kind](value);
}

/** What stands in a cell without a value. */
export const NOTHING = '–';

/** A heading; that of figures with an interval says so, where no note does. */
export function withInterval(heading: string, { kind }: Pick<Column<never>, 'kind'>): string {
  return kind === 'interval' ? say`${heading} (95 %)` : heading;
}

/** `S-RT 0.981 (0.4), M-RT 0.744 (0.3)`. */
export function partsText(parts: Values['parts'], written: (name: string) => string): string {
  return commas(
    parts.map(
      ({ part, weight, score }) => `${written(part)} ${shareText(score.value)} (${weight})`,
    ),
  );
}

/** Every kind in words, which most media share. */
export const IN_WORDS: Formats<string> = {
  name: String,
  reader: ({ provider }) => provider,
  label: String,
  words: String,
  count: countText,
  share: shareText,
  percent: percentText,
  interval: intervalText,
  difference: differenceIntervalText,
  reach: ({ answer, below }) => (below === '' ? answer : say`${answer} (${below})`),
  length: lengthText,
  milliseconds: latencyText,
  money: costText,
  shade: ({ share }) => shareText(share),
  parts: (parts) => partsText(parts, String),
  picture: () => '',
};

/** A row as JSON has it, and CSV: as it is, with words for lengths beyond those that were asked. */
export function plainRow<Row extends object>({ columns }: Table<Row>, row: Row): object {
  const reaches = columns.flatMap((column) => {
    if (column.kind !== 'reach' || column.field === undefined) return [];
    const figures = column.of(row)!.figures();
    return [column.field, 'reliableLength', 'effectiveSize'].flatMap((field, i) =>
      i > 0 && figures[i] === undefined ? [] : [[field, figures[i]] as const],
    );
  });
  const { sizes, reliable, ...fields }: Record<string, unknown> = {
    ...row,
    ...Object.fromEntries(reaches),
  };
  return fields;
}

/** What CSV writes in words for a field that is no figure. */
export function inCsv<Row>(
  field: string,
  of: (row: Row) => string | undefined,
): ColumnOf<Row, 'words'> {
  return column('words', field, of, { field, in: ['csv'] });
}
