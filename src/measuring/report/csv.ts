import { stringify } from 'csv-stringify/sync';
import { visibleText } from '../../base/doors.js';
import { effectiveLengthFigures, effectiveSizeFigures, unknownText } from '../output/words.js';
import type { ReportData } from '../tables/tables.js';
import { collapsedText } from '../tables/troubles.js';
import { whereText } from './comparison-words.js';
import { neighboursText } from './published-neighbours.js';

/**
 * The tables of a report as CSV, by the name of the file; intervals are spread over three columns. An
 * empty table is an empty file. What lies beyond the lengths that were asked is a word.
 */
export function csvTables(data: ReportData): Record<string, string> {
  const { lengths, curves, positions, cells, diagnoses, failures, errors } = data;
  const summary = data.summary.map((one) => {
    const { unanswered, troubles, unknown, collapsed, sizes, ...row } = one;
    const effectiveSize = effectiveSizeFigures(one);
    return {
      ...row,
      effectiveLength: effectiveLengthFigures(row),
      ...(effectiveSize && { effectiveSize }),
      ...(unanswered && { unanswered: unanswered.join(' ') }),
      ...(unknown && { unknown: unknownText(unknown) }),
      ...(troubles && {
        troubles: troubles.map(({ trouble, answers }) => `${answers} ${trouble}`).join(', '),
      }),
      ...(collapsed && { collapsed: collapsedText(collapsed) }),
    };
  });
  const composites = data.composites.flatMap(({ parts, ...whole }) =>
    parts.map(({ part, weight, score, answers, allRight }) => ({
      ...whole,
      part,
      weight,
      partScore: score,
      answers,
      ...(allRight !== undefined && { partAllRight: allRight }),
    })),
  );
  const compactions = (data.compactions ?? []).map(({ ages, ...row }) => ({
    ...row,
    lostByAge: ages.map((age) => age.lost ?? '').join(' '),
  }));
  const comparisons = data.comparisons.map((row) => ({ ...row, apart: whereText(row) }));
  const benchmarks = data.benchmarks.map(
    ({ byLength, published, rise, unknown, sizes, ...row }) => ({
      ...row,
      ...(unknown && { unknown: unknownText(unknown) }),
      effectiveLength: effectiveLengthFigures(row),
      published: neighboursText({ ...row, byLength, published }),
    }),
  );
  const tables = {
    benchmarks,
    summary,
    comparisons,
    composites,
    compactions,
    losses: data.losses ?? [],
    lengths,
    curves,
    positions,
    cells,
    diagnoses,
    failures,
    errors,
  };
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      `${name}.csv`,
      rows.length === 0 ? '' : toCsv(rows.map((row) => flatten(row))),
    ]),
  );
}

type Cell = string | number | boolean | undefined;

/** Rows under the names of their fields. */
export function toCsv(rows: readonly Record<string, Cell>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => cellText(row[column])));
  return stringify([columns, ...lines]);
}

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
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const plain = visibleText(value).replace(INNER_FORMULA, "'$1");
  return FORMULA.test(plain) ? `'${plain}` : plain;
}

/** `{ recall: { value, low, high } }` as `recall`, `recall_low` and `recall_high`. */
function flatten(row: object): Record<string, Cell> {
  const flat: Record<string, Cell> = {};
  for (const [name, value] of Object.entries(row) as [string, Cell | Record<string, Cell>][]) {
    if (typeof value !== 'object') {
      flat[name] = value;
      continue;
    }
    for (const [part, inner] of Object.entries(value)) {
      flat[part === 'value' ? name : `${name}_${part}`] = inner;
    }
  }
  return flat;
}
