import { largest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { say } from '../../../base/text/language.js';
import { INK, LINE, MUTED } from '../../document/charts/chart-style.js';
import { html } from '../../document/markup.js';
import type { Sizes } from '../../document/sizes.js';
import { percentText } from '../../document/words.js';
import type { CellRow } from '../../facts/tables/tables.js';
import { lengthLabels, lengthTitle, textWidth } from './chart-text.js';
import { acrossAxis, type Drawing, heading, LINE_HEIGHT, mark, px, words } from './drawing.js';

const WIDTH = 416;
const LEFT = 30;
const TOP = 48;

/** Cividis (Nuñez, Anderton and Renslow 2018) at recall 0, 0.1 and so on: light and dark say it too. */
const CIVIDIS = [
  [0, 32, 81],
  [10, 50, 106],
  [42, 68, 110],
  [76, 86, 109],
  [103, 104, 111],
  [126, 123, 117],
  [146, 141, 120],
  [169, 161, 119],
  [199, 183, 108],
  [230, 206, 89],
  [252, 230, 71],
] as const;

function colourOf(recall: number): string {
  const at = recall * (CIVIDIS.length - 1);
  const from = Math.min(Math.floor(at), CIVIDIS.length - 2);
  const [low, high] = [CIVIDIS[from]!, CIVIDIS[from + 1]!];
  const mixed = low.map((part, i) => Math.round(part + (at - from) * (high[i]! - part)));
  return `#${Buffer.from(mixed).toString('hex')}`;
}

/**
 * The picture of the Counting-Stars paper: context length across, place of the evidence down,
 * recall as colour. Yellow is found and blue is lost, as in the paper; the scale is cividis, which
 * people with any colour vision and a grey printer read alike.
 *
 * @param cells - of one provider and series, not empty
 */
export function heatmap(
  title: string,
  lengths: readonly number[],
  cells: readonly CellRow[],
  sizes?: Sizes,
): Drawing {
  const places = largest(cells.map(({ place }) => place));
  const frame = {
    left: LEFT,
    top: TOP,
    width: WIDTH,
    height: Math.min(384, Math.max(140, places * 12)),
  };
  const [across, down] = [WIDTH / lengths.length, frame.height / places];
  const columns = new Map(lengths.map((tokens, i) => [tokens, i]));
  const labels = lengthLabels(lengths, sizes);
  const left = (tokens: number) => LEFT + columns.get(tokens)! * across;
  const cellAt = (tokens: number, place: number) => {
    const [x, y] = [px(left(tokens)), px(TOP + (place - 1) * down)];
    const [right, foot] = [px(left(tokens) + across), px(TOP + place * down)];
    return `M${x},${y}H${right}V${foot}H${x}z`;
  };
  const colours = groupBy(cells, ({ recall }) => colourOf(recall));
  const drawn = [...colours].map(
    ([colour, own]) =>
      html`<g fill="${colour}">${own.map((cell) => mark(cellAt(cell.tokens, cell.place), cellText(cell, labels)))}</g>`,
  );
  const known = new Set(cells.map(({ tokens, place }) => `${tokens}/${place}`));
  const all = Array.from({ length: places }, (_, i) => i + 1);
  const missing = lengths.flatMap((tokens) =>
    all
      .filter((place) => !known.has(`${tokens}/${place}`))
      .map((place) =>
        mark(cellAt(tokens, place), say`${labels.get(tokens)!}, place ${place}: no answer`),
      ),
  );
  const ticks = lengths.map((tokens) => ({
    x: left(tokens) + across / 2,
    label: labels.get(tokens)!,
  }));
  const foot = TOP + frame.height;
  const legend = LEFT + WIDTH + 16;
  return {
    width: Math.max(legend + 52, textWidth(title, 16)),
    height: foot + 2 * LINE_HEIGHT + 6,
    content: html`${heading(title)}${words(say`Place of the evidence, 1 at the start`, 0, 38)}<g shape-rendering="crispEdges">${drawn}${
      missing.length > 0 && html`${HATCHING}<g fill="url(#hatch)">${missing}</g>`
    }</g>${shownPlaces(places).map((place) =>
      words(String(place), LEFT - 6, TOP + (place - 0.5) * down + 4, { anchor: 'end' }),
    )}${acrossAxis(frame, ticks)}${words(lengthTitle(sizes), LEFT + WIDTH / 2, foot + 2 * LINE_HEIGHT, { anchor: 'middle' })}${scaleLegend(legend)}`,
  };
}

function cellText(
  { tokens, place, position, recall, marks }: CellRow,
  labels: ReadonlyMap<number, string>,
): string {
  const length = labels.get(tokens)!;
  const at = Number.isFinite(position) ? `${place} (${percentText(position)})` : place;
  const share = Number(recall.toFixed(3));
  return marks > 1
    ? say`${length}, place ${at}: recall ${share} of ${marks}`
    : say`${length}, place ${at}: recall ${share}`;
}

/** What the colours are, from lost at the foot to found on top. */
function scaleLegend(x: number) {
  const height = 100;
  const stops = CIVIDIS.map(
    (_, i) => html`<stop offset="${i / 10}" stop-color="${colourOf(1 - i / 10)}"/>`,
  );
  const named = [0, 0.5, 1].map((recall) =>
    words(String(recall), x + 16, TOP + 14 + height * (1 - recall), { fill: INK }),
  );
  return html`<defs><linearGradient id="recall" x2="0" y2="1">${stops}</linearGradient></defs>${words(say`Recall`, x, 38)}<rect x="${x}" y="${TOP + 10}" width="10" height="${height}" fill="url(#recall)"/>${named}`;
}

/** What fills a cell without an answer. */
const HATCHING = html`<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="${LINE}"/><path d="M0,0v6" stroke="${MUTED}" stroke-width="2"/></pattern></defs>`;

/** The first place and round ones after it, about eight in all. */
function shownPlaces(places: number): number[] {
  const every = [1, 2, 4, 5, 8, 10, 16, 20, 50, 100].find((count) => places / count <= 9) ?? places;
  return Array.from({ length: places }, (_, i) => i + 1).filter(
    (place) => place === 1 || place % every === 0,
  );
}
