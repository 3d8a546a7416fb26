import type { ListCandidate } from '../choose-list.js';
import { rankOfKey, rolesOf } from '../labels.js';
import { numberOf } from '../numbers/item-numbers.js';
import { numbersOf, type Vocabulary } from './fields.js';

/** Matches the rule under a table's head. */
const RULE = /^\s*\|?\s*:?-{1,90}:?\s*(?:\|\s*:?-{1,90}:?\s*){0,20}\|?\s*$/;

/**
 * Reads the column that holds the counts, by its head. If heads do not tell, the last one that does not count
 * rows; of a single row, all its numbers.
 *
 * @example
 * '| Mistake | Right |\n|---|---|\n| 2 | 3 |\n| 8 | 7 |' // 3, 7
 */
export function tablesIn(plain: string, vocabulary: Vocabulary): ListCandidate[] {
  const tables: ListCandidate[] = [];
  const lines = plain.split('\n');
  let start = 0;
  lines.forEach((line, i) => {
    const head = lines[i - 1] ?? '';
    if (line.includes('|') && head.includes('|') && RULE.test(line)) {
      const rows: string[] = [];
      for (let row = i + 1; row < lines.length && isRow(lines[row]!); row++) rows.push(lines[row]!);
      const numbers = numbersIn(rows.map(cellsOf), cellsOf(head), vocabulary);
      const end = start + line.length + rows.reduce((sum, row) => sum + row.length + 1, 0);
      // Tables that say nothing are no prose either.
      const single = numbers.length < 2;
      tables.push({
        start: start - head.length - 1,
        end,
        numbers,
        form: 'table',
        label: '',
        single,
      });
    }
    start += line.length + 1;
  });
  return tables;
}

function isRow(line: string): boolean {
  return line.includes('|') && !RULE.test(line);
}

function cellsOf(line: string): string[] {
  return line
    .replace(/[*_`]/g, '')
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|', 20);
}

function numbersIn(
  rows: readonly string[][],
  head: readonly string[],
  vocabulary: Vocabulary,
): number[] {
  // A row of many, or a list in a cell.
  if (rows.length === 1)
    return (
      numbersOf(
        rows[0]!.flatMap((cell) => cell.split(/[,;]/)),
        vocabulary,
      ) ?? []
    );
  const counted = rows.filter((row) => !rolesOf(row[0]!).includes('total'));
  const columns = head.map((name, column) => ({
    rank: rankOfKey(name),
    cells: counted.map((row) => numberOf(row[column] ?? '', vocabulary)),
  }));
  const filled = columns.filter(
    ({ cells }) => 2 * cells.filter((cell) => cell !== undefined).length > cells.length,
  );
  const uncounted = filled.filter(({ cells }) =>
    cells.some((cell, i) => cell !== undefined && cell !== i + 1),
  );
  const candidates = uncounted.length > 0 ? uncounted : filled;
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const chosen = candidates.findLast(({ rank }) => rank === best);
  return chosen?.cells.filter((cell) => cell !== undefined) ?? [];
}
