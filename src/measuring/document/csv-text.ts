/** Writes records as CSV that no spreadsheet runs as formulas. */
import { stringify } from 'csv-stringify/sync';
import { visibleText } from '../../base/safe-output.js';

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
