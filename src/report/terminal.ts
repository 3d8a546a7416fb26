import { heldText } from './held.js';
import type { CellRow, ReportData, SummaryRow } from './report-data.js';
import { intervalText, lengthText, shareText } from './words.js';

export interface TerminalOptions {
  /** Whether ANSI colours may be used. */
  colour: boolean;
  /** Columns of the terminal. */
  width: number;
}

/** Whether a stream shows colours: a terminal, unless NO_COLOR says no (https://no-color.org). */
export function showsColour(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return stream.isTTY === true;
}

/** A summary for the terminal never gets wider than this. */
const WIDEST = 80;

/** Columns in front of a heatmap. */
const MARGIN = 8;

/** So many lines show the positions of a heatmap. */
const HEATMAP_LINES = 8;

/** Marks from nothing found to all found, readable without colour too; cividis-like colours. */
const SHADES = [
  { from: 0.97, text: '█', colour: 228 },
  { from: 0.85, text: '▓', colour: 186 },
  { from: 0.6, text: '▒', colour: 145 },
  { from: 0.3, text: '░', colour: 66 },
  { from: 0, text: '·', colour: 24 },
];

/** The whole summary: per series a table, and per provider a heatmap. */
export function terminalReport(data: ReportData, options: TerminalOptions): string {
  const blocks = data.series.flatMap((series) => {
    const rows = data.summary.filter((row) => row.series === series.id);
    const maps = rows.map((row) =>
      heatmap(
        row.provider,
        data.cells.filter((cell) => cell.series === series.id && cell.provider === row.provider),
        options,
      ),
    );
    return [bold(clip(series.title, WIDEST), options), summaryTable(rows, data), ...maps];
  });
  const shown = blocks.filter((block) => block !== '');
  if (data.composites.length > 0) shown.push(composites(data));
  if (data.cells.length > 0) shown.push(legend(options));
  return shown.join('\n\n');
}

function summaryTable(rows: readonly SummaryRow[], { options: { threshold } }: ReportData): string {
  const table = [
    ['', 'recall (95 %)', `holds ${threshold}`, 'surely', 'answers', 'errors'],
    ...rows.map((row) => [
      clip(row.provider, 20),
      intervalText(row.recall),
      heldText(row, row.effectiveLength),
      heldText(row, row.effectiveLengthLow),
      String(row.prompts),
      row.errors === 0 ? '' : String(row.errors),
    ]),
  ];
  return aligned(table);
}

/** A table with columns of equal width, the first one left-aligned. */
export function aligned(table: readonly (readonly string[])[]): string {
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => columns(row[i]!))));
  return table
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? pad(cell, widths[i]!) : padStart(cell, widths[i]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Composite scores, one line each. */
function composites({ composites: rows }: ReportData): string {
  return [
    'Composite scores',
    ...rows.map(({ name, provider, score, allRight }) => {
      const all = allRight === undefined ? '' : `  (all right ${shareText(allRight)})`;
      return clip(`${shareText(score)}  ${name} · ${provider}${all}`, WIDEST);
    }),
  ].join('\n');
}

/** Lengths from left to right, the context from its start down to its end. */
function heatmap(provider: string, cells: readonly CellRow[], options: TerminalOptions): string {
  const lengths = [...new Set(cells.map(({ tokens }) => tokens))].sort((a, b) => a - b);
  if (lengths.length === 0) return '';
  const room = Math.max(1, Math.min(options.width || WIDEST, WIDEST) - MARGIN);
  const shown = thin(lengths, room);
  const cellWidth = Math.max(1, Math.min(2, Math.floor(room / shown.length)));
  const places = Math.max(...cells.map(({ place }) => place));
  const lines = Math.min(HEATMAP_LINES, places);
  const rows = Array.from({ length: lines }, (_, line) => {
    const name = line === 0 ? 'start' : line === lines - 1 ? 'end' : '';
    const marks = shown.map((tokens) => {
      const inCell = cells.filter(
        (cell) =>
          cell.tokens === tokens && Math.floor(((cell.place - 1) * lines) / places) === line,
      );
      return shade(inCell, cellWidth, options);
    });
    return `${padStart(name, MARGIN - 1)} ${marks.join('')}`;
  });
  const first = lengthText(shown[0]!);
  const last = lengthText(shown[shown.length - 1]!);
  const axis = Math.max(shown.length * cellWidth, first.length + last.length + 1);
  return [
    clip(provider, WIDEST),
    ...rows,
    ' '.repeat(MARGIN) + (shown.length > 1 ? first + padStart(last, axis - first.length) : first),
  ].join('\n');
}

/** At most as many lengths as there are columns, evenly chosen, the longest always among them. */
function thin(lengths: readonly number[], room: number): number[] {
  if (lengths.length <= room) return [...lengths];
  return Array.from(
    { length: room },
    (_, i) => lengths[Math.floor(((i + 1) * lengths.length) / room) - 1]!,
  );
}

function shade(cells: readonly CellRow[], width: number, { colour }: TerminalOptions): string {
  const marks = cells.reduce((sum, cell) => sum + cell.marks, 0);
  if (marks === 0) return ' '.repeat(width);
  const recall = cells.reduce((sum, cell) => sum + cell.recall * cell.marks, 0) / marks;
  const { text, colour: code } = SHADES.find(({ from }) => recall >= from) ?? SHADES[4]!;
  return colour ? `\u001b[38;5;${code}m${text.repeat(width)}\u001b[0m` : text.repeat(width);
}

function legend({ colour }: TerminalOptions): string {
  const entries = SHADES.map(({ from, text, colour: code }) => {
    const mark = colour ? `\u001b[38;5;${code}m${text}\u001b[0m` : text;
    return `${mark} ${from === 0 ? 'less' : `≥ ${from}`}`;
  });
  return `${' '.repeat(MARGIN)}recall  ${entries.join('   ')}`;
}

export function bold(text: string, { colour }: Pick<TerminalOptions, 'colour'>): string {
  return colour ? `\u001b[1m${text}\u001b[22m` : text;
}

/** Columns that a text takes: wide characters of East Asian scripts take two. */
function columns(text: string): number {
  let total = 0;
  for (const character of text) total += isWide(character.codePointAt(0)!) ? 2 : 1;
  return total;
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff)
  );
}

/** A text without control characters, which could move the cursor, cut to a number of columns. */
export function clip(text: string, width: number): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  if (columns(plain) <= width) return plain;
  let clipped = '';
  for (const character of plain) {
    if (columns(clipped + character) > width - 1) break;
    clipped += character;
  }
  return `${clipped}…`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - columns(text))) + text;
}
