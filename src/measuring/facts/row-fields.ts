/** Writes rows for files: their fields, reliable lengths with their bounds, and in CSV words. */
import { effectiveLengthFigures, effectiveSizeFigures } from './length-figures.js';
import { type Reached, reliableFigures } from './length-verdict.js';

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
