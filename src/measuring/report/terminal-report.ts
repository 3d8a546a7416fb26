import { largest } from '../../base/extremes.js';
import { groupBy } from '../../base/group-by.js';
import { ascending, sum } from '../../base/numbers.js';
import { counted } from '../../base/text/texts.js';
import { cachedText } from '../evaluation/copies.js';
import { figureName, titleOf } from '../evaluation/series.js';
import type { Sizes } from '../output/sizes.js';
import {
  aligned,
  bold,
  clip,
  padStart,
  type TerminalOptions,
  tableWidth,
  WIDEST,
  wrapped,
} from '../output/terminal.js';
import { terminalNames, withShortNames } from '../output/terminal-names.js';
import {
  briefLengthText,
  briefShareText,
  intervalText,
  type Reached,
  rangeText,
  shareText,
  sizeText,
  unknownText,
} from '../output/words.js';
import type { Interval } from '../statistics/interval.js';
import { otherMeasuresText } from '../tables/about.js';
import { compactionSentences } from '../tables/compaction.js';
import { defects, headline } from '../tables/headline.js';
import { lossSentences } from '../tables/losses.js';
import { paidText, spentText, usedText } from '../tables/spent.js';
import type { CellRow, ComparisonRow, Ranked, ReportData, SummaryRow } from '../tables/tables.js';
import { transformTexts } from '../tables/transforms.js';
import { troubleSentences } from '../tables/troubles.js';
import { changeText, comparisonText } from './comparison-words.js';
import { recallByPlace } from './recall-by-place.js';

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

/** A summary has at most so many lines, with its headline. */
const MOST_LINES = 24;

/** Beyond so many readers or series, pictures and pairs are for the page alone. */
const FEW = 3;

/** The whole summary: pictures where there are few, and last, so that they stay on the screen, the figures. */
export function terminalReport(data: ReportData, options: TerminalOptions): string {
  const maps =
    data.summary.length > FEW
      ? []
      : data.summary.map((row) => {
          const title = data.series.length > 1 ? `, ${titleOf(data.series, row.series)}` : '';
          const own = data.cells.filter(
            (cell) => cell.series === row.series && cell.provider === row.provider,
          );
          return heatmap(row.provider + title, own, row.sizes, options);
        });
  const shown = maps.filter((map) => map !== '');
  if (shown.length > 0) shown.push(legend(options));
  const since = sinceLines(data);
  const about = bold(wrapped(aboutText(data), WIDEST), options);
  const names = terminalNames(data.providers, LONGEST_NAME);
  const call = (name: string) => names.get(name) ?? name;
  const first = (data.providers.length > FEW ? headline : defects)(data, call).join(' ');
  const said = first === '' ? [] : wrapped(first, WIDEST).split('\n');
  const head = [
    ...about.split('\n'),
    ...said,
    '',
    ...table(data, tableWidth(options), since.length),
  ];
  const notes = [...since, ...notesOf(data, call)];
  const room = MOST_LINES - head.length - 1;
  const few = notes.length <= room ? notes : [...notes.slice(0, room - 1), 'More in the report.'];
  return [...shown, [...head, ...(few.length > 0 ? ['', ...few] : [])].join('\n')].join('\n\n');
}

/** `counting-stars · 4K–128K · 8 readers × 40 prompts · $24.59`. */
function aboutText({ series, about }: ReportData): string {
  const { readers, prompts, lengths, cached, spent } = about;
  return [
    series.length === 1 ? series[0]!.title : `${inCommon(series)}${series.length} series`,
    rangeText(...lengths),
    `${counted(readers, 'reader')} × ${counted(prompts, 'prompt')}`,
    ...(spent.cost === undefined ? [] : [paidText(spent)]),
    ...(cached ? [cachedText(cached)] : []),
  ].join(' · ');
}

/** The name of the only benchmark, where there are several measures of it. */
function inCommon(series: ReportData['series']): string {
  const [first, ...others] = new Set(series.map(({ benchmark }) => benchmark));
  const isMeasured = series.some(({ measure }) => measure !== undefined);
  return isMeasured && others.length === 0 ? `${first} · ` : '';
}

/** Columns of a reader's name. */
const LONGEST_NAME = 22;

/** Columns of a baseline's name, in a narrow terminal. */
const LONGEST_BASELINE = 10;

/** Rows of the table at most, and still with much to say below it; the others are in the report. */
const MOST_ROWS = 16;
const LEAST_ROWS = 8;

/** One line of the table: a reader, of a benchmark where there are several series. */
type Line = Pick<SummaryRow, keyof Reached | 'recall' | 'provider'> & { name?: string };

/** The ranked table. Where nothing is known of an effective length, why stands in the place of figures. */
function table(data: ReportData, width: number, changes: number): string[] {
  const { ranking, summary, benchmarks, series } = data;
  const isOne = series.length === 1;
  const since = isOne ? data.since : undefined;
  // A change leaves the other columns less room.
  const isBrief = since !== undefined;
  const recallText = isBrief ? briefIntervalText : intervalText;
  const changeOf = new Map(since?.changes.map(({ provider, change }) => [provider, change]));
  const lines: Line[] = isOne
    ? summary
    : [...groupBy(benchmarks, ({ name }) => name).values()].flatMap((own) =>
        ranking.flatMap(({ provider }) => own.filter((row) => row.provider === provider)),
      );
  // What all lines begin with stands in the headline.
  const common = isOne ? '' : inCommon(series);
  const shown = lines.slice(0, isOne ? MOST_ROWS : Math.max(LEAST_ROWS, MOST_ROWS - changes));
  const figures = shown.map((row, i) => {
    const nameOf = (line: Line) =>
      isOne ? rankOf(data, line).rank : clip(line.name!.slice(common.length), LONGEST_NAME);
    const before = shown[i - 1];
    return [
      before && nameOf(before) === nameOf(row) ? '' : nameOf(row),
      row.provider,
      isBrief ? briefLengthText(row).replace(/:.*|recall /, '') : briefLengthText(row),
      Number.isFinite(row.recall.value) && rankOf(data, row).unranked !== 'unread'
        ? recallText(row.recall)
        : '–',
      isOne ? strip(data, row) : '',
      ...(since ? [changeOf.get(row.provider)!] : []),
    ];
  });
  const file = since?.baseline.replace(/\.jsonl?$/, '');
  const head = [
    ...[
      '',
      'reader',
      isBrief ? 'holds up to' : 'holds up to (95 %)',
      `${clip(figureName(series), 14)} (95 %)`,
    ],
    isOne ? 'lost where' : '',
    ...(file === undefined ? [] : [`since ${clip(file, LONGEST_BASELINE + width - WIDEST)}`]),
  ];
  const longest = LONGEST_NAME + width - WIDEST;
  const left = lines.length - shown.length;
  return [
    ...aligned(withShortNames([head, ...figures], READER, width, longest), 'all').split('\n'),
    ...(left > 0 ? [`and ${counted(left, 'line')} more, in the report`] : []),
  ];
}

function briefIntervalText({ value, low, high }: Interval): string {
  return `${shareText(value)} (${briefShareText(low)}–${briefShareText(high)})`;
}

/** What changed since a baseline, as far as the table does not say it: of several series all, else what needs a word. */
function sinceLines({ since, series, providers }: ReportData): string[] {
  if (!since) return [];
  const { baseline, changes } = since;
  const names = terminalNames(
    changes.map(({ provider }) => provider),
    LONGEST_NAME,
  );
  const said = changes.flatMap(({ verdict, ...row }) => {
    const note = verdict !== 'held' || changes.length <= FEW ? row.note : '';
    const isShown = series.length === 1 && providers.includes(row.provider);
    const provider = names.get(row.provider)!;
    return isShown && note === '' ? [] : [changeText({ ...row, provider, note })];
  });
  if (said.length === 0) return [];
  return wrapped(`Since ${baseline}: ${said.join('; ')}`, WIDEST).split('\n');
}

function rankOf({ ranking }: ReportData, { provider }: Line): Ranked {
  return ranking.find((one) => one.provider === provider)!;
}

/** The column that gives way where a table gets too wide. */
const READER = 1;

/** Marks of a strip, from nothing lost to all lost. */
const LOSSES = '▁▂▃▄▅▆▇█';

/** Places of a strip, at the most. */
const PLACES = 8;

/** Where a reader loses things, over the context from start to end: the higher, the more. */
function strip({ cells }: ReportData, { provider }: Line): string {
  const own = cells.filter((cell) => cell.provider === provider);
  const recalls = recallByPlace(own, largest(cells.map(({ place }) => place)), PLACES);
  const mark = (lost: number) =>
    LOSSES[Math.min(LOSSES.length - 1, Math.floor(lost * LOSSES.length))];
  return recalls.map((recall) => (recall === undefined ? ' ' : mark(1 - recall))).join('');
}

/** What figures do not say: troubles, pairs of few readers, causes, calls that failed, what would tell. */
function notesOf(data: ReportData, call: (name: string) => string): string[] {
  const rows = data.summary.flatMap(({ provider, cause, troubles, unknown, errors, answers }) => {
    const notes = [
      // Troubles are told already.
      ...(cause === undefined || troubles ? [] : [cause]),
      ...(unknown?.more ? [`effective length unknown: ${unknownText(unknown)}`] : []),
      ...(errors > 0 ? [`${errors} of ${errors + answers} calls failed`] : []),
    ];
    return notes.length === 0 ? [] : `${call(provider)}: ${notes.join('; ')}`;
  });
  const pairs =
    data.series.length > 1 || data.providers.length > FEW
      ? []
      : data.comparisons.map((row) => pairText(row, call));
  const draws = data.composites.flatMap(({ name, provider, allRight }) =>
    allRight === undefined ? [] : `${call(provider)}, ${name}: all right ${shareText(allRight)}`,
  );
  const { otherMeasures: others = [], spent } = data.about;
  const more = others.length === 0 ? [] : [otherMeasuresText(others)];
  const paid = spent.cost === undefined ? spentText(spent) : usedText(spent);
  return [
    ...troubleSentences(data, call),
    ...lossSentences(data, call),
    ...compactionSentences(data, call),
    ...pairs,
    ...draws,
    ...new Set(rows),
    ...transformTexts(data.about.transforms ?? []),
    ...more,
    `Paid: ${paid}.`,
  ].flatMap((note) => wrapped(note, WIDEST).split('\n'));
}

function pairText(row: ComparisonRow, call: (name: string) => string): string {
  return comparisonText({
    ...row,
    provider: call(row.provider),
    other: call(row.other),
    ...(row.better !== undefined && { better: call(row.better) }),
    apart: row.apart.map((one) => ({ ...one, higher: call(one.higher) })),
  });
}

/** Lengths from left to right, the context from its start down to its end. */
function heatmap(
  provider: string,
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
  const first = sizeText(shown[0]!, sizes);
  const last = sizeText(shown[shown.length - 1]!, sizes);
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
