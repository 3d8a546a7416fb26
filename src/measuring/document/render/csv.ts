/** Writes the tables of a Document as CSV, one line a cell, so that any number of tables is one file. */
import { csvText } from '../csv-text.js';
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
