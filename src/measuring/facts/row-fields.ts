/** Rows as files have them: their fields, reliable lengths with their signs, and in CSV words for what is no figure. */
import { effectiveLengthFigures, effectiveSizeFigures } from './effective-length.js';
import { type Reached, reliableFigures } from './length-verdict.js';

export interface Table<Row> {
  rows: readonly Row[];
  /** How far a row's model is reliable, where rows have that. */
  reached?: (row: Row) => Reached;
  /** What CSV writes in words, by field; nothing leaves the field out. */
  words?: Readonly<Record<string, (row: Row) => string | undefined>>;
  /** Fields that CSV leaves out. */
  notInCsv?: readonly (keyof Row)[];
}

/** A row as JSON has it, and CSV: as it is, with signs for lengths beyond those that were tested. */
export function plainRow<Row extends object>({ reached }: Table<Row>, row: Row): object {
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
