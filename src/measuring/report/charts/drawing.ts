/** What all charts are drawn with: shapes, words and axes, as SVG in whole tenths of a pixel. */

import { INK, LINE, MUTED } from '../../document/charts/chart-style.js';
import { html, type Markup } from '../../document/markup.js';
import type { Interval } from '../../statistics/interval.js';
import { textWidth } from './chart-text.js';

/** A picture: what stands in it, and its size in pixels. */
export interface Drawing {
  width: number;
  height: number;
  content: Markup;
}

/** A picture for a page and for a file, and one for a phone, whose words are as large. */
export interface Drawings {
  wide: Drawing;
  narrow: Drawing;
}

/** A phone of 390 pixels shows this much, and a smaller one makes it little smaller. */
export const NARROW = 340;

/** As wide as a page of 960 pixels shows without making it smaller. */
export const WIDE = 880;

/** A line of words. */
export const LINE_HEIGHT = 17;

/** The room between axes, in which marks stand. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where something stands across, and its figures. */
export interface Figured {
  x: number;
  recall: Interval;
}

export function px(value: number): number {
  return Number(value.toFixed(1));
}

/** Words at a place; they start, end or have their middle there. */
export function words(
  text: string,
  x: number,
  y: number,
  { anchor, fill = MUTED }: { anchor?: 'middle' | 'end'; fill?: string } = {},
): Markup {
  return html`<text x="${px(x)}" y="${px(y)}"${anchor && html` text-anchor="${anchor}"`} fill="${fill}">${text}</text>`;
}

/** The title of a picture, in its first line. */
export function heading(text: string): Markup {
  return html`<text y="14" font-size="14" font-weight="bold" fill="${INK}">${text}</text>`;
}

/** A shape that says what it is, by a page's script or as its title in a file. */
export function mark(d: string, label: string, attributes?: Markup): Markup {
  return html`<path d="${d}"${attributes && html` ${attributes}`} data-label="${label}"/>`;
}

type Shape = 'circle' | 'square' | 'triangle' | 'cross' | 'diamond';

/** The outline of a mark around a point; all shapes of one radius look about as large. */
export function outline(shape: Shape, x: number, y: number, radius: number): string {
  const [r, whole] = [px(radius), px(2 * radius)];
  switch (shape) {
    case 'circle':
      return `M${px(x - r)},${px(y)}a${r},${r},0,1,1,${whole},0a${r},${r},0,1,1,${-whole},0z`;
    case 'square':
      return `M${px(x - r)},${px(y - r)}h${whole}v${whole}h${-whole}z`;
    case 'triangle':
      return `M${px(x)},${px(y - 1.2 * r)}l${px(1.2 * r)},${px(2.2 * r)}h${px(-2.4 * r)}z`;
    case 'diamond':
      return `M${px(x)},${px(y - r)}l${r},${r}l${-r},${r}l${-r},${-r}z`;
    case 'cross': {
      const arm = px(0.8 * r);
      return `M${px(x - 1.5 * arm)},${px(y - 0.5 * arm)}${`h${arm}v${-arm}h${arm}v${arm}h${arm}v${arm}h${-arm}v${arm}h${-arm}v${-arm}h${-arm}z`}`;
    }
  }
}

/** Where a recall stands in a frame, from 0 at its foot to 1 on top. */
export function heightOf({ top, height }: Frame): (recall: number) => number {
  return (recall) => px(top + height * (1 - Math.max(0, Math.min(1, recall))));
}

/** Parts of a line between which nothing is known. */
function parts(points: readonly Figured[]): Figured[][] {
  const found: Figured[][] = [[]];
  for (const point of points) {
    if (Number.isFinite(point.recall.value)) found[found.length - 1]!.push(point);
    else found.push([]);
  }
  return found.filter((part) => part.length > 0);
}

/** A line through points, broken where nothing is known. */
export function linePath(points: readonly Figured[], y: (recall: number) => number): string {
  return parts(points)
    .map((part) => `M${part.map(({ x, recall }) => `${px(x)},${y(recall.value)}`).join('L')}`)
    .join('');
}

/** The band of the intervals of points. */
export function bandPath(points: readonly Figured[], y: (recall: number) => number): string {
  return parts(points)
    .map((part) => {
      const above = part.map(({ x, recall }) => `${px(x)},${y(recall.high)}`);
      const below = part.map(({ x, recall }) => `${px(x)},${y(recall.low)}`).reverse();
      return `M${[...above, ...below].join('L')}z`;
    })
    .join('');
}

/** The interval of each point, as a line of its own. */
export function intervalsPath(points: readonly Figured[], y: (recall: number) => number): string {
  return points
    .filter(({ recall }) => Number.isFinite(recall.value))
    .map(({ x, recall }) => `M${px(x)},${y(recall.low)}V${y(recall.high)}`)
    .join('');
}

/** Lines across a frame at recalls, with their figures on the left. */
export function levelAxis(frame: Frame, levels: readonly number[]): Markup {
  const y = heightOf(frame);
  const { left, width } = frame;
  return html`<path d="${levels.map((level) => `M${px(left)},${y(level)}h${px(width)}`).join('')}" stroke="${LINE}"/>${levels.map(
    (level) => words(String(level), left - 6, y(level) + 4, { anchor: 'end' }),
  )}`;
}

/** A place on the axis that runs across. */
export interface Tick {
  x: number;
  label: string;
}

/** Ticks below a frame, and the labels for which there is room, the last one among them. */
export function acrossAxis({ left, top, width, height }: Frame, ticks: readonly Tick[]): Markup {
  const foot = px(top + height);
  let free = Number.POSITIVE_INFINITY;
  const shown = [...ticks].reverse().filter(({ x, label }) => {
    const half = textWidth(label) / 2;
    if (x + half > free) return false;
    free = x - half - 8;
    return true;
  });
  return html`<path d="M${px(left)},${foot}h${px(width)}${shown.map(({ x }) => `M${px(x)},${foot}v4`).join('')}" stroke="${LINE}"/>${shown.map(
    ({ x, label }) => words(label, x, foot + LINE_HEIGHT, { anchor: 'middle' }),
  )}`;
}
