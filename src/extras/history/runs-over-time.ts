/** Shows shares over runs: a chart, and a table with a row for each run. */

import { basename } from 'node:path';
import { commas, say } from '../../base/text/language.js';
import { onPage, row, table } from '../../measuring/document/build.js';
import type { Block, Cell, Row, Table, Text, Tone } from '../../measuring/document/document.js';
import { foreign, plain } from '../../measuring/document/foreign.js';
import { changeCell, percentText } from '../../measuring/document/words.js';

export interface ShownCourse {
  name: Text;
  /** Undefined for a run without an answer. */
  points: ({ value: number; low?: number; high?: number; tone?: Tone } | undefined)[];
  /** Runs in which it got worse. */
  falls: readonly number[];
  isQuiet: boolean;
  /** Further columns, shown for a single model. */
  extras: readonly { head: Text; cells: readonly (Text | undefined)[] }[];
}

/** Up to this many models have a column of changes. */
const MOST_WITH_CHANGES = 3;

/** A terminal shows only the newest. */
const MOST_ROWS = 12;

/** Longer names become numbers in a chart. */
const LONGEST_TICK = 10;

/** @param between - blocks of a page between chart and table */
export function courseBlocks(
  courses: readonly ShownCourse[],
  runs: readonly (readonly string[])[],
  { heading, target, between = [] }: { heading: Text; target?: number; between?: readonly Block[] },
): Block[] {
  const table = runsTable(courses, runs);
  const shown = table.rows.length > MOST_ROWS;
  const last = { ...table, rows: table.rows.slice(-MOST_ROWS) };
  return [
    {
      kind: 'section',
      heading,
      in: ['html'],
      blocks: [
        {
          kind: 'chart',
          label: heading,
          ticks: ticksOf(runs),
          ...(target !== undefined && { target }),
          series: courses.map(({ name, points, isQuiet }) => ({
            ...{ name, points },
            ...(isQuiet && courses.length > 1 && { isQuiet: true as const }),
          })),
        },
      ],
    },
    ...between,
    onPage({ heading: say`Runs`, blocks: [table] }),
    { ...(shown ? last : table), in: ['terminal'] },
  ];
}

function runsTable(courses: readonly ShownCourse[], runs: readonly (readonly string[])[]): Table {
  const isWide = courses.length <= MOST_WITH_CHANGES;
  const isOne = courses.length === 1;
  return table(
    say`Runs`,
    [
      say`Run`,
      ...courses.flatMap(({ name, extras }) => [
        { text: isOne ? say`Found` : name },
        ...(isWide ? [{ text: say`Change` }] : []),
        ...(isOne ? extras.map(({ head }) => ({ text: head })) : []),
      ]),
    ],
    runs.map(
      (names, run): Row =>
        row(nameOf(names), ...courses.flatMap((course) => cellsOf(course, run, { isWide, isOne }))),
    ),
  );
}

function cellsOf(
  { points, falls, extras }: ShownCourse,
  run: number,
  { isWide, isOne }: { isWide: boolean; isOne: boolean },
): Cell[] {
  const point = points[run];
  const before = points.slice(0, run).findLast((one) => one !== undefined);
  const isWorse = falls.includes(run);
  const drop = point && before ? before.value - point.value : Number.NaN;
  const share: Cell = point
    ? {
        ...{ text: percentText(point.value), value: point.value },
        ...(point.low !== undefined &&
          point.high !== undefined &&
          intervalOf(point.low, point.high)),
        ...(isWorse && !isWide ? { tone: 'bad' } : point.tone && { tone: point.tone }),
      }
    : { text: '–' };
  const change: Cell = {
    text: isWorse ? say`▼ ${changeCell(drop)}` : changeCell(drop),
    ...(Number.isFinite(drop) && { value: -drop }),
    ...(isWorse && { tone: 'bad' }),
  };
  return [
    share,
    ...(isWide ? [change] : []),
    ...(isOne ? extras.map(({ cells }) => ({ text: cells[run] ?? '–' })) : []),
  ];
}

function intervalOf(low: number, high: number): Pick<Cell, 'small' | 'low' | 'high'> {
  return { small: `${Math.round(low * 100)}–${Math.round(high * 100)}%`, low, high };
}

export function nameOf(names: readonly string[]): Text {
  return commas(names.map((name) => foreign(name)));
}

/** Shortens files to names without folder and extension, if these still differ. */
export function shortRuns(runs: readonly (readonly string[])[]): string[][] {
  const short = runs.map((own) => own.map((name) => basename(name).replace(/\.jsonl?$/, '')));
  const areApart = new Set(short.map((own) => JSON.stringify(own))).size === runs.length;
  return areApart ? short : runs.map((own) => [...own]);
}

/** Names runs below a chart, by number if a name is long. */
function ticksOf(runs: readonly (readonly string[])[]): Text[] {
  const names = runs.map(nameOf);
  const isShort = names.every((name) => plain(name).length <= LONGEST_TICK);
  return names.map((name, i) => (isShort ? name : String(i + 1)));
}
