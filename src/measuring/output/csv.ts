/** CSV of tables. */
import { type Cell, csvText } from './csv-text.js';
import { cellOf, columnsIn, IN_WORDS, plainRow, type Table } from './table.js';

/**
 * A declared table: every field of its rows under its own name, intervals spread over three columns. What a column
 * writes for CSV in words comes last; the signs of an effective length too. No rows are no text.
 */
export function csvTable<Row extends object>(table: Table<Row>): string {
  return csvText(table.rows.map((row) => flatten(recordOf(table, row))));
}

function recordOf<Row extends object>(table: Table<Row>, row: Row): Record<string, unknown> {
  const { notInCsv = [] } = table;
  const written = columnsIn(table, 'csv').flatMap((column) =>
    column.field === undefined ? [] : [[column.field, cellOf(column, row, IN_WORDS)] as const],
  );
  const left = new Set<unknown>([...notInCsv, ...written.map(([field]) => field)]);
  const fields = Object.entries(plainRow(table, row));
  const said = written.filter(([, text]) => text !== undefined);
  return Object.fromEntries([...fields.filter(([field]) => !left.has(field)), ...said]);
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
