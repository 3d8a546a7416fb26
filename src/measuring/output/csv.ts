/** CSV of tables. */
import { stringify } from 'csv-stringify/sync';
import { visibleText } from '../../base/doors.js';
import { plainRow, type Table } from './table.js';

/** Every field of the rows under its own name, intervals spread over three columns; words come last. No rows are no text. */
export function csvTable<Row extends object>(table: Table<Row>): string {
  return csvText(table.rows.map((row) => flatten(recordOf(table, row))));
}

/** Records with a heading; no records are no text. */
export function csvText(rows: readonly Readonly<Record<string, Cell>>[]): string {
  if (rows.length === 0) return '';
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => cellText(row[column])));
  return stringify([columns, ...lines]);
}

function recordOf<Row extends object>(table: Table<Row>, row: Row): Record<string, unknown> {
  const { notInCsv = [], words = {} } = table;
  const left = new Set<unknown>([...notInCsv, ...Object.keys(words)]);
  const fields = Object.entries(plainRow(table, row)).filter(([field]) => !left.has(field));
  const said = Object.entries(words).flatMap(([field, of]) => {
    const text = of(row);
    return text === undefined ? [] : [[field, text] as const];
  });
  return Object.fromEntries([...fields, ...said]);
}

type Cell = string | number | boolean | null | undefined;

/**
 * Signs that start a formula in a spreadsheet, also behind white space and quotation marks, and in their
 * full-width forms: https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s"'`\u00a0\u200b-\u200f\u2060\ufeff]*[=+\-@\t\r＝＋－＠−]/;

/**
 * The same within a text: where a spreadsheet divides by semicolons, or does not know the quotation
 * marks, a cell may start there. `- ` is left, with which lists begin.
 */
const INNER_FORMULA = /(?<=[;\t\r\n])([=@＝＠]|[+\-＋－−](?! ))/g;

/** A number as it is; a text that a spreadsheet would run gets a quotation mark in front. */
function cellText(value: Cell): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'string') return String(value ?? '');
  const plain = visibleText(value).replace(INNER_FORMULA, "'$1");
  return FORMULA.test(plain) ? `'${plain}` : plain;
}

/** `{ recall: { value, low, high } }` as `recall`, `recall_low` and `recall_high`. */
function flatten(row: Record<string, unknown>): Record<string, Cell> {
  const flat: Record<string, Cell> = {};
  for (const [name, value] of Object.entries(row) as [string, Cell | Record<string, Cell>][]) {
    if (typeof value !== 'object' || value === null) {
      flat[name] = value;
      continue;
    }
    for (const [part, inner] of Object.entries(value)) {
      flat[part === 'value' ? name : `${name}_${part}`] = inner;
    }
  }
  return flat;
}
