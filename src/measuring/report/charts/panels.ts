/** Small charts of recall side by side, which share their axes: each a line with its band, and marks. */
import { largest } from '../../../base/extremes.js';
import { HUES, INK } from '../../document/charts/chart-style.js';
import { type Content, html, type Markup } from '../../document/markup.js';
import { inTwoLines } from './chart-text.js';
import {
  acrossAxis,
  bandPath,
  type Drawing,
  type Figured,
  type Frame,
  heading,
  heightOf,
  intervalsPath,
  LINE_HEIGHT,
  levelAxis,
  linePath,
  mark,
  outline,
  px,
  type Tick,
  words,
} from './drawing.js';

/** A small chart. Its values stand from 0 to 1 on the axis that runs across. */
interface Panel {
  name: string;
  /** The attribute by which filters hide it. */
  by?: Content;
  /** What was measured, each with its text. */
  points: readonly (Figured & { label: string })[];
  /** The line and its band, where they are not those of the points. */
  curve?: readonly Figured[];
  /** Recalls that are drawn as lines across. */
  levels?: readonly number[];
}

/** The axis that runs across: what it is called, and where its values stand, from 0 to 1. */
export interface Across {
  title: string;
  ticks: readonly Tick[];
  /** Whether a line may join the points. */
  isLine: boolean;
}

interface Layout {
  columns: number;
  /** Of the whole picture. */
  width: number;
  /** Of what each panel draws in. */
  height: number;
  /** Where the page does not say it. */
  title?: string;
  /** What the figures are. */
  figure: string;
}

const LEFT = 30;
/** Half of the label at the end of an axis stands beyond it. */
const RIGHT = 22;
const LEVELS = [0, 0.5, 1];

export function panelsDrawing(
  panels: readonly Panel[],
  across: Across,
  { columns, width, height, title, figure }: Layout,
): Drawing {
  const cell = width / columns;
  const names = panels.map(({ name }) => inTwoLines(name, cell - LEFT));
  const named = LINE_HEIGHT * largest(names.map(({ length }) => length));
  const row = named + height + LINE_HEIGHT + 22;
  const above = (title === undefined ? 0 : 24) + LINE_HEIGHT;
  const rows = Math.ceil(panels.length / columns);
  const foot = above + rows * row;
  return {
    width,
    height: px(foot + 10),
    content: html`${title !== undefined && heading(title)}${words(figure, 0, above - 4)}${panels.map(
      (panel, i) => {
        const frame = {
          left: (i % columns) * cell + LEFT,
          top: above + Math.floor(i / columns) * row + named + 4,
          width: cell - LEFT - RIGHT,
          height,
        };
        return html`<g${panel.by}>${names[i]!.map((line, nth) => words(line, frame.left, frame.top - 8 - (names[i]!.length - 1 - nth) * 15, { fill: INK }))}${panelIn(frame, panel, across)}</g>`;
      },
    )}${words(across.title, LEFT, foot)}`,
  };
}

function panelIn(
  frame: Frame,
  { points, curve = points, levels = [] }: Panel,
  { ticks, isLine }: Across,
): Markup {
  const y = heightOf(frame);
  const placed = <T extends { x: number }>(values: readonly T[]): T[] =>
    values.map((value) => ({ ...value, x: frame.left + value.x * frame.width }));
  const isJoined = isLine && points.length > 1;
  const line = placed(isJoined ? curve : points);
  const hue = HUES[0];
  return html`${levelAxis(frame, LEVELS)}${acrossAxis(frame, placed(ticks))}${
    isJoined
      ? html`<path d="${bandPath(line, y)}" fill="${hue}" fill-opacity="0.16"/>`
      : html`<path d="${intervalsPath(line, y)}" stroke="${hue}" stroke-width="2"/>`
  }${levels.map(
    (level) =>
      html`<path d="M${px(frame.left)},${y(level)}h${px(frame.width)}" stroke="${INK}" stroke-dasharray="5 3"/>`,
  )}${isJoined && html`<path d="${linePath(line, y)}" fill="none" stroke="${hue}" stroke-width="2"/>`}<g fill="${hue}">${placed(
    points.filter(({ recall }) => Number.isFinite(recall.value)),
  ).map(({ x, recall, label }) => mark(outline('circle', x, y(recall.value), 3), label))}</g>`;
}
