/** Writes rows for files: as CSV, and their fields as JSON, with bounds for reliable lengths. */
import { type CsvValue, csvText } from '../document/render/csv.js';
import { effectiveLengthFigures, effectiveSizeFigures } from './length-figures.js';
import { type Reached, reliableFigures } from './length-verdict.js';

/** Writes every field under its own name, intervals over three columns, words last. */
export function csvTable<Row extends object>(table: FigureTable<Row>): string {
  return csvText(table.rows.map((row) => flatten(recordOf(table, row))));
}

function recordOf<Row extends object>(table: FigureTable<Row>, row: Row): Record<string, unknown> {
  const { notInCsv = [], words = {} } = table;
  const left = new Set<unknown>([...notInCsv, ...Object.keys(words)]);
  const fields = Object.entries(plainRow(table, row)).filter(([field]) => !left.has(field));
  const said = Object.entries(words).flatMap(([field, of]) => {
    const text = of(row);
    return text === undefined ? [] : [[field, text] as const];
  });
  return Object.fromEntries([...fields, ...said]);
}

/** `{ recall: { value, low, high } }` as `recall`, `recall_low` and `recall_high`. */
function flatten(row: Record<string, unknown>): Record<string, CsvValue> {
  const flat: Record<string, CsvValue> = {};
  for (const [name, value] of Object.entries(row) as [
    string,
    CsvValue | Record<string, CsvValue>,
  ][]) {
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

export interface FigureTable<Row> {
  rows: readonly Row[];
  /** How far a row's model is reliable. */
  reached?: (row: Row) => Reached;
  /** What CSV writes in words, by field. Nothing leaves the field out. */
  words?: Readonly<Record<string, (row: Row) => string | undefined>>;
  notInCsv?: readonly (keyof Row)[];
}

/** Writes a row for JSON and CSV, with bounds for lengths beyond those tested. */
export function plainRow<Row extends object>({ reached }: FigureTable<Row>, row: Row): object {
  const { sizes, reliable, ...fields }: object & Partial<Reached> = {
    ...row,
    ...(reached && reachFields(reached(row))),
  };
  return fields;
}

function reachFields(reached: Reached): object {
  const effectiveSize = effectiveSizeFigures(reached);
  return {
    effectiveLength: effectiveLengthFigures(reached),
    ...(reached.reliable && { reliableLength: reliableFigures(reached) }),
    ...(effectiveSize && { effectiveSize }),
  };
}
