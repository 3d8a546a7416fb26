/** A declared table as text of aligned columns. */

import type { Interval } from '../statistics/interval.js';
import {
  type Column,
  cellOf,
  columnsIn,
  type Formats,
  IN_WORDS,
  NOTHING,
  type Table,
  withInterval,
} from './table.js';
import { aligned, clip, WIDEST } from './terminal.js';
import { withShortNames } from './terminal-names.js';
import { briefShareText, shareText } from './words.js';

export interface TerminalTable {
  /** Columns that there are for all; then the first column of names gives way, and they stay different. */
  width?: number;
  /** Columns of a name at most. */
  longest?: number;
  /** Which columns are aligned on the left. */
  left?: 'first' | 'all';
  /** How figures are written, to make room for others. */
  figures?: 'whole' | 'brief' | 'briefest';
}

const FORMATS: Readonly<Record<NonNullable<TerminalTable['figures']>, Formats<string>>> = {
  whole: IN_WORDS,
  brief: { ...IN_WORDS, reach: ({ answer }) => answer },
  briefest: {
    ...IN_WORDS,
    interval: briefIntervalText,
    reach: ({ shortest }) => shortest,
  },
};

export function terminalTable<Row>(
  table: Table<Row>,
  { width, longest, left = 'first', figures = 'whole' }: TerminalTable = {},
): string {
  const { group } = table;
  const columns = columnsIn(table, 'terminal');
  const cellsOf = (row: Row) =>
    columns.map((column) => {
      const cell = cellOf(column, row, FORMATS[figures]) ?? NOTHING;
      return isText(column) && width === undefined && longest !== undefined
        ? clip(cell, longest)
        : cell;
    });
  const groups = table.rows.map((row) => group?.of(row) ?? '');
  const before = (i: number) => (group ? [groups[i] === groups[i - 1] ? '' : groups[i]!] : []);
  const lines = [
    [
      ...(group ? [''] : []),
      ...columns.map((column) => headingText(column, figures === 'briefest', width)),
    ],
    ...table.rows.map((row, i) => [...before(i), ...cellsOf(row)]),
  ];
  if (width === undefined) return aligned(lines, left);
  const names = columns.findIndex(isText) + (group ? 1 : 0);
  return aligned(withShortNames(lines, names, width, longest), left);
}

function isText<Row>({ kind }: Column<Row>): boolean {
  return kind === 'name' || kind === 'label' || kind === 'reader';
}

function headingText<Row>(column: Column<Row>, isBrief: boolean, width = WIDEST): string {
  const { heading, room, kind } = column;
  const shown = room === undefined ? heading : clip(heading, room + width - WIDEST);
  return isBrief && kind === 'reach' ? shown : withInterval(shown, column);
}

function briefIntervalText({ value, low, high }: Interval): string {
  if (!Number.isFinite(value)) return NOTHING;
  return `${shareText(value)} (${briefShareText(low)}–${briefShareText(high)})`;
}
