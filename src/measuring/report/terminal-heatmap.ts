/** Heatmaps as text: where each reader finds what it was asked, by length and place. */
import stringWidth from 'string-width';
import { largest } from '../../base/extremes.js';
import { ascending, sum } from '../../base/numbers.js';
import { commas, say } from '../../base/text/language.js';
import type { Sizes } from '../document/sizes.js';
import { clip, padStart, type TerminalOptions, WIDEST } from '../document/terminal.js';
import { sizeText } from '../document/words.js';
import { titleOf } from '../facts/evaluation/series.js';
import type { CellRow, ReportData } from '../facts/tables/tables.js';

/** Columns in front of a heatmap. */
const MARGIN = 8;

/** Lines of a heatmap: its positions from start to end. */
const HEATMAP_LINES = 8;

/** Marks from nothing found to all found, readable without colour too; cividis-like colours. */
const SHADES = [
  { from: 0.97, text: '█', colour: 228 },
  { from: 0.85, text: '▓', colour: 186 },
  { from: 0.6, text: '▒', colour: 145 },
  { from: 0.3, text: '░', colour: 66 },
  { from: 0, text: '·', colour: 24 },
];

/** A heatmap of each reader and series that has places, and what its marks mean. */
export function heatmaps(
  { summary, series, cells }: ReportData,
  options: TerminalOptions,
): string[] {
  const maps = summary.map((row) => {
    const own = cells.filter(
      (cell) => cell.series === row.series && cell.provider === row.provider,
    );
    const title = commas([row.provider, series.length > 1 ? titleOf(series, row.series) : '']);
    return heatmap(title, own, row.sizes, options);
  });
  const shown = maps.filter((map) => map !== '');
  return shown.length > 0 ? [...shown, legend(options)] : [];
}

/** Lengths from left to right, the context from its start down to its end. */
function heatmap(
  title: string,
  cells: readonly CellRow[],
  sizes: Sizes | undefined,
  options: TerminalOptions,
): string {
  const lengths = ascending(cells.map(({ tokens }) => tokens));
  if (lengths.length === 0) return '';
  const room = Math.max(1, Math.min(options.width || WIDEST, WIDEST) - MARGIN);
  const shown = thin(lengths, room);
  const cellWidth = Math.max(1, Math.min(2, Math.floor(room / shown.length)));
  const places = largest(cells.map(({ place }) => place));
  const lines = Math.min(HEATMAP_LINES, places);
  const rows = Array.from({ length: lines }, (_, line) => {
    const name = line === 0 ? say`start` : line === lines - 1 ? say`end` : '';
    const marks = shown.map((tokens) => {
      const inCell = cells.filter(
        (cell) =>
          cell.tokens === tokens && Math.floor(((cell.place - 1) * lines) / places) === line,
      );
      return shade(inCell, cellWidth, options);
    });
    return `${padStart(name, MARGIN - 1)} ${marks.join('')}`;
  });
  const first = sizeText(shown[0]!, sizes);
  const last = sizeText(shown[shown.length - 1]!, sizes);
  const axis = shown.length * cellWidth;
  const ends =
    shown.length > 1 ? `${first} ${padStart(last, axis - 1 - stringWidth(first))}` : first;
  return [clip(title, WIDEST), ...rows, ' '.repeat(MARGIN) + ends].join('\n');
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
  const marks = sum(cells.map((cell) => cell.marks));
  if (marks === 0) return ' '.repeat(width);
  const recall = sum(cells.map((cell) => cell.recall * cell.marks)) / marks;
  const { text, colour: code } = SHADES.find(({ from }) => recall >= from) ?? SHADES[4]!;
  return painted(text.repeat(width), code, colour);
}

function painted(text: string, code: number, colour: boolean): string {
  return colour ? `\u001b[38;5;${code}m${text}\u001b[0m` : text;
}

function legend({ colour }: TerminalOptions): string {
  const entries = SHADES.map(
    ({ from, text, colour: code }) =>
      `${painted(text, code, colour)} ${from === 0 ? say`less` : `≥ ${from}`}`,
  );
  return `${' '.repeat(MARGIN)}${say`recall`}  ${entries.join('   ')}`;
}
