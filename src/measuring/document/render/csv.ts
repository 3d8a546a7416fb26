/** Writes the tables of a Document as CSV, one line a cell, so that any number of tables is one file. */

import { stringify } from 'csv-stringify/sync';
import { visibleText } from '../../../base/safe-output.js';
import { type Document, tablesOf } from '../document.js';
import { plain } from '../foreign.js';

export function documentCsv({ blocks }: Document): string {
  const records = tablesOf(blocks).flatMap(({ title, heads, rows }) =>
    rows.flatMap(({ group = '', cells }) =>
      cells.slice(1).map(({ text, value, low, high }, i) => ({
        table: plain(title),
        group: plain(group),
        row: plain(cells[0]!.text),
        column: plain(heads[i + 1]!.text),
        text: plain(text),
        ...{ value, low, high },
      })),
    ),
  );
  return csvText(records);
}

export type CsvValue = string | number | boolean | null | undefined;

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
function cellText(value: CsvValue): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'string') return String(value ?? '');
  const plain = visibleText(value).replace(INNER_FORMULA, "'$1");
  return FORMULA.test(plain) ? `'${plain}` : plain;
}

export function csvText(rows: readonly Readonly<Record<string, CsvValue>>[]): string {
  if (rows.length === 0) return '';
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => cellText(row[column])));
  return stringify([columns, ...lines]);
}
