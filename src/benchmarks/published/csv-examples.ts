/** Reads examples of a CSV file row by row, since one may have 8M tokens. */
import { statSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { ExampleSource, Span } from './json-examples.js';
import { endsInside, examplesAt, forEachByte, textAt } from './json-examples.js';

const QUOTE = 0x22;
const LINE_END = 0x0a;

/** @throws {UserError} for a file that ends inside a row */
export function openCsvExamples(file: string): ExampleSource {
  const spans: Span[] = [];
  let start = 0;
  let inQuotes = false;
  forEachByte(file, (byte, at) => {
    if (byte === QUOTE) inQuotes = !inQuotes;
    if (byte !== LINE_END || inQuotes) return;
    spans.push({ start, end: at });
    start = at + 1;
  });
  if (inQuotes) throw endsInside(file);
  const { size } = statSync(file);
  if (size > start) spans.push({ start, end: size });
  const [head, ...rows] = spans;
  const columns = head ? `${textAt(file, head)}\n` : '';
  return examplesAt(
    file,
    rows,
    'CSV',
    (row) => parse(columns + row, { bom: true, columns: true })[0],
  );
}
