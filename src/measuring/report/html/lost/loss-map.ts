/** A heatmap of the page: each cell in which something was lost is a link to its cause. */

import { largest } from '../../../../base/extremes.js';
import { groupBy } from '../../../../base/group-by.js';
import { say } from '../../../../base/text/language.js';
import { html, type Markup } from '../../../document/markup.js';
import type { Series } from '../../../facts/evaluation/series.js';
import type { CellRow } from '../../../facts/tables/tables.js';
import { lengthLabels } from '../../charts/chart-text.js';

/** Size of the drawing, in units that are pixels where three maps stand beside each other. */
const LEFT = 24;
const TOP = 4;
const WIDTH = 216;
const BELOW = 18;

/** Strengths of the colour. */
const LEVELS = 4;

/**
 * @param title - for those who do not see it
 * @param cells - of one reader and series, not empty
 * @param linkOf - the id that a cell leads to, where it leads to one
 */
export function lossMap(
  title: string,
  { lengths, sizes }: Series,
  cells: readonly CellRow[],
  linkOf: (cell: CellRow) => string | undefined,
): Markup {
  const places = largest(cells.map(({ place }) => place));
  const height = Math.min(220, Math.max(24, 12 * places));
  const [across, down] = [WIDTH / lengths.length, height / places];
  const labels = lengthLabels(lengths, sizes);
  const columns = new Map(lengths.map((tokens, i) => [tokens, i]));
  const box = (column: number, place: number) => `M${column},${place - 1}h1v1h-1z`;
  const boxOf = ({ tokens, place }: CellRow) => box(columns.get(tokens)!, place);
  const lost = cells.filter(({ recall }) => recall < 1);
  const levels = [...groupBy(lost, ({ recall }) => Math.ceil((1 - recall) * LEVELS))];
  const drawn = levels.map(([level, own]) => {
    const linked = own.flatMap((cell) => {
      const id = linkOf(cell);
      return id === undefined
        ? []
        : html`<a href="#${id}" tabindex="-1"><path d="${boxOf(cell)}"/></a>`;
    });
    const others = own.filter((cell) => linkOf(cell) === undefined);
    return html`<g class="l${level}">${linked}${others.length > 0 && html`<path d="${others.map(boxOf).join('')}"/>`}</g>`;
  });
  const known = new Map(cells.map((cell) => [`${cell.tokens}/${cell.place}`, cell.recall]));
  const recalls = Array.from({ length: places }, (_, i) =>
    lengths.map((tokens) => {
      const recall = known.get(`${tokens}/${i + 1}`);
      return recall === undefined ? '-' : String(Number(recall.toFixed(3)));
    }),
  );
  const unknown = recalls.flatMap((row, i) =>
    row.flatMap((recall, column) => (recall === '-' ? box(column, i + 1) : [])),
  );
  const bottom = TOP + height;
  const shown = shownColumns(lengths.length);
  return html`<svg class="map" tabindex="0" role="application" aria-label="${say`${title}. Arrow keys walk, Enter reads what was lost, N is the next lost.`}" viewBox="0 0 ${LEFT + WIDTH + 12} ${bottom + BELOW}" data-grid="${LEFT} ${TOP} ${round(across)} ${round(down)}" data-tokens="${lengths.join(' ')}" data-lengths="${lengths.map((tokens) => labels.get(tokens)!).join('|')}" data-recalls="${recalls.map((row) => row.join(' ')).join('|')}" data-known="${say`${'{0}'}, place ${'{1}'}: recall ${'{2}'}`}" data-unknown="${say`${'{0}'}, place ${'{1}'}: no answer`}"><path class="found" d="M${LEFT},${TOP}h${WIDTH}v${height}h${-WIDTH}z"/>${
    // One unit is one cell.
    html`<g aria-hidden="true" transform="translate(${LEFT} ${TOP}) scale(${round(across)} ${round(down)})">${
      unknown.length > 0 && html`<path class="unknown" d="${unknown.join('')}"/>`
    }${drawn}</g>`
  }<path class="veil" d="M0,0"/><path class="here" d="M0,0"/><text x="${LEFT - 4}" y="${TOP + Math.min(10, down)}">1</text>${
    places > 1 && html`<text x="${LEFT - 4}" y="${bottom}">${places}</text>`
  }${shown.map(
    (column) =>
      html`<text class="across" x="${round(LEFT + (column + 0.5) * across)}" y="${bottom + 14}">${labels.get(lengths[column]!)}</text>`,
  )}</svg>`;
}

/** The last length, and others far enough from it. */
function shownColumns(lengths: number): number[] {
  const step = Math.max(1, Math.ceil(lengths / 4));
  return Array.from({ length: Math.ceil(lengths / step) }, (_, i) => lengths - 1 - i * step);
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
