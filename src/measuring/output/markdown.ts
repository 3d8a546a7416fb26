/** Markdown of tables. */
import { text } from './code.js';
import {
  cellOf,
  columnsIn,
  type Formats,
  IN_WORDS,
  NOTHING,
  partsText,
  type Table,
  withInterval,
} from './table.js';

const IN_MARKDOWN: Formats<string> = {
  ...IN_WORDS,
  name: text,
  reader: ({ provider }) => text(provider),
  label: text,
  words: (words) => words.replaceAll('<', '&lt;'),
  parts: (parts) => partsText(parts, text),
};

/** A declared table. */
export function markdownTable<Row>(table: Table<Row>): string {
  const columns = columnsIn(table, 'markdown');
  const headings = columns.map((column) => {
    const { heading, foreign, inMarkdown } = column;
    return inMarkdown ?? withInterval(foreign ? text(heading) : heading, column);
  });
  const rows = table.rows.map((row) =>
    columns.map((column) => cellOf(column, row, IN_MARKDOWN) ?? NOTHING),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Lines as a list. */
export function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
