import { stringify } from 'csv-stringify/sync';
import type { ReportData } from '../results/tables.js';

/**
 * The tables of a report as CSV, by the name of the file; intervals are spread over three columns. An
 * empty table is an empty file, so that none of an earlier report is left behind.
 */
export function csvTables(data: ReportData): Record<string, string> {
  const { summary, lengths, positions, cells, diagnoses, failures, errors } = data;
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
  const tables = { summary, composites, lengths, positions, cells, diagnoses, failures, errors };
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      `${name}.csv`,
      rows.length === 0 ? '' : toCsv(rows.map((row) => flatten(row))),
    ]),
  );
}

function toCsv(rows: readonly Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  // Answers of models must not become formulas in a spreadsheet.
  return stringify(rows as Record<string, unknown>[], {
    header: true,
    columns,
    escape_formulas: true,
    cast: { number: String },
  });
}

/** `{ recall: { value, low, high } }` as `recall`, `recall_low` and `recall_high`. */
function flatten(row: object): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'object' || value === null) {
      flat[name] = value;
      continue;
    }
    for (const [part, inner] of Object.entries(value)) {
      flat[part === 'value' ? name : `${name}_${part}`] = String(inner);
    }
  }
  return flat;
}
