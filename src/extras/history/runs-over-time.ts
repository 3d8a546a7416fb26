/** Shows shares over runs: a chart, and a table with a row for each run. */

import { basename } from 'node:path';
import { commas, say } from '../../base/text/language.js';
import { type Column, cell, columns, onPage } from '../../measuring/document/build.js';
import type { Block, Cell, Table, Text, Tone } from '../../measuring/document/document.js';
import { foreign, plain } from '../../measuring/document/foreign.js';
import { changePoints, percentText } from '../../measuring/document/words.js';

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
  return columns(
    say`Runs`,
    [...runs.keys()],
    [say`Run`, (run) => runsName(runs[run]!)],
    ...courses.flatMap((course): (Column<number> | false)[] => [
      [isOne ? say`Found` : course.name, (run) => shareOf(course, run, isWide)],
      isWide && [say`Change`, (run) => changeOf(course, run)],
      ...(isOne ? course.extras : []).map(
        ({ head, cells }): Column<number> => [head, (run) => cells[run] ?? '–'],
      ),
    ]),
  );
}

/** @param isWide - the change has a column of its own, which shows the tone */
function shareOf({ points, falls }: ShownCourse, run: number, isWide: boolean): Cell {
  const point = points[run];
  if (!point) return { text: '–' };
  const { value, low, high, tone } = point;
  return {
    ...{ text: percentText(value), value },
    ...(low !== undefined && high !== undefined && intervalOf(low, high)),
    ...(falls.includes(run) && !isWide ? { tone: 'bad' } : tone && { tone }),
  };
}

function changeOf({ points, falls }: ShownCourse, run: number): Cell {
  const [before, now] = [points.slice(0, run).findLast((one) => one), points[run]];
  const drop = now && before ? before.value - now.value : Number.NaN;
  return falls.includes(run)
    ? cell(say`▼ ${changePoints(drop)}`, -drop, { tone: 'bad' })
    : cell(changePoints(drop), -drop);
}

function intervalOf(low: number, high: number): Pick<Cell, 'small' | 'low' | 'high'> {
  return { small: `${Math.round(low * 100)}–${Math.round(high * 100)}%`, low, high };
}

export function runsName(names: readonly string[]): Text {
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
  const names = runs.map(runsName);
  const isShort = names.every((name) => plain(name).length <= LONGEST_TICK);
  return names.map((name, i) => (isShort ? name : String(i + 1)));
}
