import type { CellRow, ComparisonRow, ReportData, SummaryRow } from '../analysis/tables.js';
import { troubleSentences } from '../analysis/troubles.js';
import { largest } from '../extremes.js';
import { ascending, sum } from '../numbers.js';
import {
  aligned,
  bold,
  clip,
  padStart,
  type TerminalOptions,
  wrapped,
} from '../output/terminal.js';
import { terminalNames } from '../output/terminal-names.js';
import {
  effectiveLengthText,
  intervalText,
  lengthText,
  shareText,
  unknownText,
} from '../output/words.js';
import { counted } from '../text/texts.js';
import { comparisonText } from './comparison-words.js';

/** A summary for the terminal never gets wider than this. */
const WIDEST = 80;

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

/** The whole summary: per series a table, and per provider a heatmap. */
export function terminalReport(data: ReportData, options: TerminalOptions): string {
  const blocks = [
    firstLines(data),
    ...data.series.flatMap((series) => {
      const rows = data.summary.filter((row) => row.series === series.id);
      const maps = rows.map((row) =>
        heatmap(
          row.provider,
          data.cells.filter((cell) => cell.series === series.id && cell.provider === row.provider),
          options,
        ),
      );
      const compared = comparisons(data.comparisons.filter((row) => row.series === series.id));
      return [
        bold(clip(series.title, WIDEST), options),
        summaryTable(rows),
        compared,
        rows.flatMap(notesOf).join('\n'),
        ...maps,
      ];
    }),
  ];
  const shown = blocks.filter((block) => block !== '');
  if (data.composites.length > 0) shown.push(composites(data));
  if (data.cells.length > 0) shown.push(legend(options));
  return shown.join('\n\n');
}

function summaryTable(rows: readonly SummaryRow[]): string {
  const figures = [
    ['recall (95 %)', 'effective length (95 %)', 'answers', 'errors'],
    ...rows.map((row) => [
      intervalText(row.recall),
      effectiveLengthText(row),
      String(row.answers),
      row.errors === 0 ? '' : String(row.errors),
    ]),
  ];
  const widths = figures[0]!.map(
    (_, column) => GAP + largest(figures.map((line) => line[column]!.length)),
  );
  const room = Math.min(LONGEST_NAME, WIDEST - sum(widths));
  const names = terminalNames(
    rows.map(({ provider }) => provider),
    room,
  );
  return aligned(
    figures.map((line, i) => [i === 0 ? '' : names.get(rows[i - 1]!.provider)!, ...line]),
  );
}

/** Columns of a reader's name in a table or a sentence. */
const LONGEST_NAME = 20;

/** Spaces between two columns. */
const GAP = 2;

/** At most so many pairs of providers are told. */
const SHOWN_PAIRS = 10;

/** Pairs of providers, one line each; the clear differences first. */
function comparisons(rows: readonly ComparisonRow[]): string {
  const clear = rows.filter(({ better }) => better !== undefined);
  const open = rows.filter(({ better }) => better === undefined);
  const names = terminalNames(
    rows.flatMap(({ provider, other }) => [provider, other]),
    LONGEST_NAME,
  );
  const shown = [...clear, ...open].slice(0, SHOWN_PAIRS).map((row) => {
    const call = (name: string) => names.get(name)!;
    const called = {
      ...row,
      provider: call(row.provider),
      other: call(row.other),
      ...(row.better !== undefined && { better: call(row.better) }),
      apart: row.apart.map((one) => ({ ...one, higher: call(one.higher) })),
    };
    return clip(comparisonText(called), WIDEST);
  });
  const left = rows.length - shown.length;
  if (left > 0) shown.push(`and ${counted(left, 'pair')} more, in the report`);
  return shown.join('\n');
}

/** At most so many readers are told of before the tables. */
const MOST_TROUBLES = 6;

/** What became of answers that are not whole or could not be read, before any figure. */
function firstLines(data: ReportData): string {
  const names = terminalNames(data.providers, LONGEST_NAME);
  const lines = troubleSentences(data, (name) => names.get(name) ?? name);
  const left = lines.length - MOST_TROUBLES;
  return [
    ...lines.slice(0, MOST_TROUBLES).map((line) => wrapped(line, WIDEST)),
    ...(left > 0 ? [`and ${counted(left, 'line')} more of this kind, in the report`] : []),
  ].join('\n');
}

/** What most was lost to, and why an effective length is unknown. */
function notesOf({ provider, unknown, cause, troubles }: SummaryRow): string[] {
  // Troubles are told already.
  const notes = [
    ...(cause === undefined || troubles ? [] : [cause]),
    ...(unknown?.why === 'few' ? [`effective length unknown: ${unknownText(unknown)}`] : []),
  ];
  if (notes.length === 0) return [];
  return [wrapped(`${clip(provider, LONGEST_NAME)}: ${notes.join('; ')}`, WIDEST)];
}

function composites({ composites: rows }: ReportData): string {
  return [
    'Composite scores',
    ...rows.map(({ name, provider, score, allRight }) => {
      const all = allRight === undefined ? '' : `, all right ${shareText(allRight)}`;
      return clip(`${intervalText(score)}${all}  ${name} · ${provider}`, WIDEST);
    }),
  ].join('\n');
}

/** Lengths from left to right, the context from its start down to its end. */
function heatmap(provider: string, cells: readonly CellRow[], options: TerminalOptions): string {
  const lengths = ascending(cells.map(({ tokens }) => tokens));
  if (lengths.length === 0) return '';
  const room = Math.max(1, Math.min(options.width || WIDEST, WIDEST) - MARGIN);
  const shown = thin(lengths, room);
  const cellWidth = Math.max(1, Math.min(2, Math.floor(room / shown.length)));
  const places = largest(cells.map(({ place }) => place));
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
      `${painted(text, code, colour)} ${from === 0 ? 'less' : `≥ ${from}`}`,
  );
  return `${' '.repeat(MARGIN)}recall  ${entries.join('   ')}`;
}
