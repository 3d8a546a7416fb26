/** Pictures that fit into a cell of a table, in the colours of the page, each with what it says as its title. */
import { largest, smallest } from '../../../base/extremes.js';
import { say } from '../../../base/text/language.js';
import { type Content, html, type Markup } from '../../document/markup.js';
import { briefShareText, lengthText, rangeText } from '../../document/words.js';
import { effectiveLengthText } from '../../facts/effective-length.js';
import { type Reached, saidToFail, saidToHold } from '../../facts/length-verdict.js';

/** Usual width, in pixels. */
const WIDTH = 136;

/** Room at both ends of an axis for marks and labels. */
const MARGIN = 14;

/** Labels of an axis are at least so far apart. */
const LABEL_GAP = 36;

/** A logarithmic axis of lengths that all pictures of a table share. */
interface LengthAxis {
  from: number;
  to: number;
  /** Of a picture. */
  width: number;
  /** Where a length is, in pixels; lengths beyond the ends are at the ends. */
  x: (tokens: number) => number;
  /** The longest length, its half or quarter, and so on. */
  ticks: number[];
}

export function lengthAxis(
  rows: readonly Pick<Reached, 'shortest' | 'longest'>[],
  width = WIDTH,
): LengthAxis {
  const from = smallest(rows.map(({ shortest }) => shortest));
  const to = largest(rows.map(({ longest }) => longest));
  const octaves = Math.log2(to / from);
  const x = (tokens: number) => {
    const within = Math.min(to, Math.max(from, tokens));
    const share = octaves === 0 ? 0.5 : Math.log2(within / from) / octaves;
    return round(MARGIN + share * (width - 2 * MARGIN));
  };
  const step = octaves > 6 ? 2 : 1;
  const ticks = Array.from(
    { length: Math.floor(octaves / step + 1e-9) + 1 },
    (_, i) => to / 2 ** (i * step),
  );
  return { from, to, width, x, ticks };
}

/** The labels of an axis, for the head of a column. */
export function axisLabels({ from, to, width, x, ticks }: LengthAxis): Markup {
  let last = Number.POSITIVE_INFINITY;
  const labels = [...ticks, from].flatMap((tokens) => {
    if (last - x(tokens) < LABEL_GAP) return [];
    last = x(tokens);
    return html`<text x="${last}" y="10">${lengthText(tokens)}</text>`;
  });
  return picture(12, say`axis from ${rangeText(from, to)} tokens`, labels, width);
}

/** How far a reader holds: a bar to a dot at the longest length that is shown, or an arrow at the end; dashes where it is open. */
export function reachPicture(row: Reached, { x, ticks, width }: LengthAxis): Markup {
  const { shortest, longest } = row;
  const grid = html`<path class="grid" d="${ticks.map((tokens) => `M${x(tokens)},1v20`).join('')}"/>`;
  if (!row.reliable && !row.tolerated)
    return picture(22, say`reliable length unknown`, grid, width);
  const held = saidToHold(row);
  const ruledOut = saidToFail(row);
  const [from, to] = [x(Math.max(held, shortest)), x(ruledOut)];
  const bar = held > 0 && html`<path class="bar" d="M${x(shortest)},11H${from}"/>`;
  const open = held < longest && html`<path class="open" d="M${from},11H${to}"/>`;
  const isBelow = held === 0 && ruledOut <= shortest;
  const way = isBelow ? -1 : 1;
  const mark =
    held >= longest || isBelow
      ? html`<path class="dot" d="M${x(isBelow ? shortest : longest)},5l${8 * way},6l${-8 * way},6z"/>`
      : held > 0 && html`<circle class="dot" cx="${from}" cy="11" r="4"/>`;
  return picture(
    22,
    say`reliable length ${effectiveLengthText(row)}`,
    [grid, bar, open, mark],
    width,
  );
}

/** Recall at a length. */
interface Point {
  tokens: number;
  recall: { value: number };
}

/** Recall over length from 0 at the bottom to 1 on top: the curve, what each length scored, the threshold. */
export function sparkline(
  curve: readonly Point[],
  lengths: readonly Point[],
  threshold: number,
  { x }: LengthAxis,
): Content {
  const known = lengths.filter((point) => Number.isFinite(point.recall.value));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return '–';
  const y = (value: number) => round(31 - 28 * value);
  const at = (point: Point) => `${x(point.tokens)},${y(point.recall.value)}`;
  const line = curve.length > 1 ? curve : known;
  const level = y(threshold);
  return picture(
    34,
    say`recall ${briefShareText(first.recall.value)} at ${lengthText(first.tokens)}, ${briefShareText(last.recall.value)} at ${lengthText(last.tokens)}`,
    html`<path class="grid" d="M${MARGIN},3H${WIDTH - MARGIN}M${MARGIN},31H${WIDTH - MARGIN}"/><path class="limit" d="M${MARGIN},${level}H${WIDTH - MARGIN}"/><path class="line" d="M${line.map(at).join('L')}"/><path class="points" d="${known.map((point) => `M${at(point)}h0`).join('')}"/>`,
  );
}

function picture(height: number, title: string, drawing: Content, width = WIDTH): Markup {
  return html`<svg class="small" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${title}</title>${drawing}</svg>`;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
