/** The objects of a file of JSON: of one value, or one on each line, of which no more than a piece is held as text. */

import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { statAt } from '../../../../base/files/files.js';
import { LARGEST_TEXT } from '../../../../base/limits.js';
import { parseJson } from '../../../../base/text/from-json.js';
import { UserError } from '../../../../base/user-error.js';
import { jsonTextOf } from '../../../../benchmarks/published/published-records.js';
import type { Line } from './recording.js';

/** What a file holds. */
export interface FileLines {
  lines: readonly Line[];
  /** Lines that were cut off when the program ended. */
  cutOff: number;
  /** Where one of them stands in the file: `line 3`, and in a list `entry 3`. */
  placeOf(i: number): string;
}

/** Bytes that are read at once. */
const PIECE = 1 << 20;

const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The objects of a file.
 *
 * @param option - the option that names the file, for error messages
 * @throws {UserError} naming the file, and the line that is no JSON
 */
export function fileLines(option: string, file: string): FileLines {
  const isPlain = (statAt(file)?.size ?? 0) <= LARGEST_TEXT;
  if (isPlain && isJsonLines(file)) return ofRows(option, file, rowsOf(file));
  const text = jsonTextOf(option, file).replace(/^\uFEFF/, '');
  const value = parseJson(text);
  if (value === undefined) return ofRows(option, file, text.split('\n'));
  const list = (Array.isArray(value) ? value.flat() : [value]).filter(isObject);
  return {
    lines: list,
    cutOff: 0,
    placeOf: (i) => (list.length > 1 ? `entry ${i + 1}` : 'line 1'),
  };
}

/** Tells whether a file has JSON on its first line, and another line. */
function isJsonLines(file: string): boolean {
  let first: string | undefined;
  for (const row of rowsOf(file)) {
    if (row.trim() === '') continue;
    if (first === undefined) {
      first = row;
      if (parseJson(row) === undefined) return false;
    } else return true;
  }
  return false;
}

function ofRows(option: string, file: string, rows: Iterable<string>): FileLines {
  const lines: Line[] = [];
  const numbers: number[] = [];
  // A line that is no JSON is cut off where it is the last one.
  let broken: number | undefined;
  let isLast = true;
  let number = 0;
  for (const row of rows) {
    number++;
    if (row.trim() === '') continue;
    if (broken !== undefined) {
      isLast = false;
      break;
    }
    const value = parseJson(row);
    if (value === undefined) broken = number;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (!isObject(item)) continue;
      lines.push(item);
      numbers.push(number);
    }
  }
  if (broken !== undefined && (!isLast || lines.length === 0)) {
    throw new UserError(
      `${option}: ${file}, line ${broken}: is not JSON. Mend the line, or take it out; of JSON lines, each is one object.`,
    );
  }
  return {
    lines,
    cutOff: broken === undefined ? 0 : 1,
    placeOf: (i) => `line ${numbers[i] ?? 1}`,
  };
}

/** Yields the lines of a file, read piece by piece. */
function* rowsOf(file: string): Generator<string> {
  const decoder = new StringDecoder('utf8');
  const piece = Buffer.alloc(PIECE);
  const handle = openSync(file, 'r');
  try {
    let parts: string[] = [];
    let isFirst = true;
    for (;;) {
      const size = readSync(handle, piece);
      let text = size === 0 ? decoder.end() : decoder.write(piece.subarray(0, size));
      if (isFirst) text = text.replace(/^\uFEFF/, '');
      isFirst = false;
      const rows = text.split('\n');
      for (const row of rows.slice(0, -1)) {
        yield parts.join('') + row;
        parts = [];
      }
      parts.push(rows.at(-1)!);
      if (size === 0) break;
    }
    yield parts.join('');
  } finally {
    closeSync(handle);
  }
}
