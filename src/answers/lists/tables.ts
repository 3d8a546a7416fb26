/** Lists in tables of Markdown. */

import { rankOfKey } from '../labels.js';
import { numberOf } from '../numbers/item-numbers.js';
import type { PreparedAnswer } from '../prepared-answer.js';
import type { Candidate } from './candidate.js';

/** A row under the head of a table: nothing but lines, dashes and colons. */
const RULE = /^\s*\|?\s*:?-{1,90}:?\s*(?:\|\s*:?-{1,90}:?\s*){0,20}\|?\s*$/;

/** Fewer rows than this are no list. */
const FEWEST_ROWS = 2;

/**
 * Of each table the numbers of the column that holds the counts, by its head; of columns that nothing
 * tells apart, the last one that does not count the rows; of a table of one row that row.
 *
 * @example
 * '| Mistake | Right |\n|---|---|\n| 2 | 3 |\n| 8 | 7 |' // 3, 7
 */
export function tablesIn(
  plain: string,
  { vocabulary }: Pick<PreparedAnswer, 'vocabulary'>,
): Candidate[] {
  const tables: Candidate[] = [];
  const lines = plain.split('\n');
  let start = 0;
  lines.forEach((line, i) => {
    const head = lines[i - 1] ?? '';
    if (line.includes('|') && head.includes('|') && RULE.test(line)) {
      const rows: string[] = [];
      for (let row = i + 1; row < lines.length && isRow(lines[row]!); row++) rows.push(lines[row]!);
      const read = rows.map((row) =>
        cellsOf(row).map((cell) => numberOf(cell.replace(/[*_`]/g, ''), vocabulary)),
      );
      const [only = []] = read;
      const numbers =
        read.length === 1 && only.length > FEWEST_ROWS
          ? only.filter((cell) => cell !== undefined)
          : columnOf(read, cellsOf(head));
      const end = start + line.length + rows.reduce((sum, row) => sum + row.length + 1, 0);
      // The region of a table that says nothing is no prose either.
      tables.push({
        start: start - head.length - 1,
        end,
        numbers: numbers ?? [],
        form: 'table',
        label: '',
        single: !numbers,
      });
    }
    start += line.length + 1;
  });
  return tables;
}

/** Whether a line is a row of the table above it, and not the rule of another. */
function isRow(line: string): boolean {
  return line.includes('|') && !RULE.test(line);
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|', 20);
}

type Cell = number | undefined;

function columnOf(
  rows: readonly (readonly Cell[])[],
  head: readonly string[],
): number[] | undefined {
  if (rows.length < FEWEST_ROWS) return undefined;
  const width = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => ({
    rank: rankOfKey(head[column] ?? ''),
    // Behind the rows of a list, a total stands in a row whose first cell is a word.
    cells: rows.map((row) => row[column]),
  })).filter(({ cells }) => 2 * cells.filter((cell) => cell !== undefined).length > cells.length);
  const uncounted = columns.filter(({ cells }) =>
    cells.some((cell, i) => cell !== undefined && cell !== i + 1),
  );
  const candidates = uncounted.length > 0 ? uncounted : columns;
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const chosen = candidates.findLast(({ rank }) => rank === best);
  const index = columns.find((column) => column !== chosen && column.cells[0] === 1);
  return chosen?.cells.filter(
    (cell, i): cell is number => cell !== undefined && (!index || index.cells[i] !== undefined),
  );
}
