/** Draws shares by length twice, for wide and for narrow screens, so that its text keeps its size. */
import stringWidth from 'string-width';
import { say } from '../../../base/text/language.js';
import type { Chart, ChartSeries } from '../document.js';
import { plain } from '../foreign.js';
import { html, inline, type Markup, trusted } from '../markup.js';
import { percentText } from '../words.js';

/** Sizes of a drawing, in units that are pixels at the width it is made for. */
interface Look {
  name: 'wide' | 'narrow';
  width: number;
  height: number;
  left: number;
  right: number;
}

const LOOKS: readonly Look[] = [
  { name: 'wide', width: 1040, height: 290, left: 48, right: 190 },
  { name: 'narrow', width: 326, height: 240, left: 42, right: 12 },
];

const [TOP, BOTTOM] = [16, 30];

/** Lines with a color of their own. Further ones are grey. */
const COLOURS = 3;

/** Width of a character, and the least gap between two labels of the axis. */
const [SIGN, GAP] = [7.5, 14];

/** Least distance between names at the ends of lines. */
const LINE = 17;

export function chartHtml(chart: Chart): Markup {
  const drawn = chart.series.filter(({ points }) => points.some(Boolean));
  if (drawn.length === 0) return html``;
  const shown = { ...chart, series: drawn };
  return html`<div class="chart">${LOOKS.map((look) => draw(shown, look))}<div class="legend">${drawn.map(
    (line, i) =>
      html`<span class="key ${classOf(line, i)}">${inline(line.name)} ${percentText(lastOf(line).value)}</span>`,
  )}</div></div>\n`;
}

/** Inlined into files, which have no page's style. */
const FILE_STYLE = [
  'text{font:13px "DejaVu Sans",Inter,system-ui,"Noto Sans CJK SC",sans-serif;fill:#57606a}',
  'text.name{font-weight:600}.s1{color:#0a58ca}.s2{color:#b93c0a}.s3{color:#6b3fc4}.s0{color:#57606a}',
  'path.line{fill:none;stroke:currentColor;stroke-width:2.5;stroke-linejoin:round}',
  '.dot,text.name{fill:currentColor}.interval{stroke:currentColor;stroke-width:1.5;opacity:.5}',
  '.rule{stroke:#dfe3e8}.target{stroke:#57606a;stroke-dasharray:3 4}',
].join('');

/** A chart as an SVG file; nothing without a point. */
export function chartSvg(chart: Chart): Markup | undefined {
  const series = chart.series.filter(({ points }) => points.some(Boolean));
  return series.length === 0 ? undefined : draw({ ...chart, series }, LOOKS[0]!, FILE_STYLE);
}

function classOf({ isQuiet }: ChartSeries, i: number): string {
  return isQuiet || i >= COLOURS ? 's0' : `s${i + 1}`;
}

function lastOf({ points }: ChartSeries) {
  return points.findLast((point) => point !== undefined)!;
}

function draw({ label, ticks, target, series }: Chart, look: Look, style?: string): Markup {
  const { name, width, height, left, right } = look;
  const xOf = (i: number) =>
    left + (ticks.length === 1 ? 0.5 : i / (ticks.length - 1)) * (width - left - right);
  const yOf = (share: number) => TOP + (1 - share) * (height - TOP - BOTTOM);
  const widest = Math.max(...ticks.map((tick) => stringWidth(plain(tick))));
  const every = Math.ceil((ticks.length * (SIGN * widest + GAP)) / (width - left - right));
  const rules = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      html`<line class="rule" x1="${left}" x2="${width - right}" y1="${yOf(share)}" y2="${yOf(share)}"/><text x="${left - 8}" y="${yOf(share) + 4}" text-anchor="end">${percentText(share)}</text>`,
  );
  const wanted =
    target !== undefined &&
    html`<line class="target" x1="${left}" x2="${width - right}" y1="${yOf(target)}" y2="${yOf(target)}"/>`;
  const lengths = ticks.map(
    (tick, i) =>
      i % every === 0 &&
      html`<text x="${xOf(i).toFixed(1)}" y="${height - 8}" text-anchor="middle">${plain(tick)}</text>`,
  );
  const lines = series.map((line, i) => lineOf(line, i, { xOf, yOf, ticks, count: series.length }));
  const file =
    style !== undefined &&
    html` xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`;
  return html`<svg class="${name}"${file} viewBox="0 0 ${width} ${height}" role="img" aria-label="${plain(label)}">${style !== undefined && html`<style>${trusted(style)}</style><rect width="100%" height="100%" fill="#fff"/>`}${rules}${wanted}${lengths}${lines}${name === 'wide' && endNames(series, target, width - right + 14, yOf)}</svg>`;
}

interface Scale {
  xOf: (i: number) => number;
  yOf: (share: number) => number;
  ticks: Chart['ticks'];
  count: number;
}

function lineOf(line: ChartSeries, i: number, { xOf, yOf, ticks, count }: Scale): Markup {
  // Shifts lines at a tick, so that their intervals don't overlap.
  const shift = line.isQuiet ? 0 : (i - (count - 1) / 2) * 5;
  const points = line.points.flatMap((point, at) =>
    point
      ? [{ ...point, at, x: (xOf(at) + shift).toFixed(1), y: yOf(point.value).toFixed(1) }]
      : [],
  );
  return html`<g class="${classOf(line, i)}">${
    !line.isQuiet &&
    points.map(
      ({ x, low, high }) =>
        low !== undefined &&
        high !== undefined &&
        html`<line class="interval" x1="${x}" x2="${x}" y1="${yOf(low).toFixed(1)}" y2="${yOf(high).toFixed(1)}"/>`,
    )
  }<path class="line" d="M${points.map(({ x, y }) => `${x} ${y}`).join('L')}"/>${points.map(
    ({ x, y, at, value, low, high }) =>
      html`<circle class="dot" cx="${x}" cy="${y}" r="4"><title>${say`${plain(line.name)}, ${plain(ticks[at]!)}: ${percentText(value)}`}${low !== undefined && high !== undefined && ` (${Math.round(low * 100)}–${Math.round(high * 100)}%)`}</title></circle>`,
  )}</g>`;
}

/** The name of each line at its end, apart from each other. */
function endNames(
  series: readonly ChartSeries[],
  target: number | undefined,
  x: number,
  yOf: Scale['yOf'],
): Markup[] {
  const ends = series
    .map((line, i) => ({ one: line, of: classOf(line, i), value: lastOf(line).value }))
    .map((end) => ({ ...end, y: yOf(end.value) }))
    .sort((a, b) => a.y - b.y);
  for (const [i, end] of ends.entries()) {
    if (i > 0) end.y = Math.max(end.y, ends[i - 1]!.y + LINE);
  }
  const names = ends.map(
    ({ one: line, of, value, y }) =>
      html`<text class="name ${of}" x="${x}" y="${(y + 4).toFixed(1)}">${short(plain(line.name))} ${percentText(value)}</text>`,
  );
  const isFree = (y: number) => ends.every((end) => Math.abs(end.y - y) >= LINE);
  if (target === undefined || !isFree(yOf(target))) return names;
  return [
    ...names,
    html`<text x="${x}" y="${(yOf(target) + 4).toFixed(1)}">${say`target ${percentText(target)}`}</text>`,
  ];
}

function short(name: string): string {
  const signs = [...name];
  return signs.length <= 16 ? name : `${signs.slice(0, 7).join('')}…${signs.slice(-8).join('')}`;
}
