/** Makes the SVG that Vega writes self-contained, and safe to put beside others in a page. */
import { createHash } from 'node:crypto';
import { darkRules, FONT, LINE, MISSING, MUTED } from './chart-style.js';

/** What makes a chart dark where the reader wants it so; a page with many charts says it once. */
export const STANDALONE_STYLE = `<style>@media screen and (prefers-color-scheme:dark){${darkRules()}}</style>`;

/**
 * Attributes that the page says once or that are the default, a third of what Vega writes. In texts Vega escapes
 * quotation marks, so only attributes are found.
 */
const NEEDLESS =
  / (?:(?:class|role|aria-roledescription|aria-hidden|font-family)="[^"]*"|(?:opacity|stroke-opacity|stroke-width)="1"|transform="translate\(0,0\)")/g;

/** Ids and what refers to them; Vega counts on from chart to chart. */
const ID = /(?<= id="| (?:clip-path|fill|stroke)="url\(#)(?:clip|gradient_)\d+/g;

/** Numbers of a drawing have two decimals, which also hides how a machine rounds. */
const NUMBERS = /(?<= (?:d|transform|[xy][12]?|width|height)=")[^"]+/g;
const LONG_NUMBER = /-?\d+\.\d{3,}(?:e-?\d+)?/g;

/** Colours that have a shorter form, and shapes that nothing paints. */
const COLOUR = /(?<= (?:fill|stroke)=")rgb\((\d+), (\d+), (\d+)\)/g;
const INVISIBLE = /<path(?![^>]* (?:fill|stroke)=)[^>]*\/>/g;

/**
 * One chart among others: only marks keep a name (`aria-label`), ids are numbered in order and begin with a
 * digest of the chart, missing cells are hatched, and cells meet without a seam.
 */
export function standaloneSvg(svg: string): string {
  const prefix = `c${createHash('sha256').update(svg.replace(ID, '')).digest('hex').slice(0, 8)}`;
  const ids = [...new Set(svg.match(ID))];
  const hatch = `${prefix}-hatch`;
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!;
  const drawn = svg
    .replace(ID, (id) => `${prefix}-${ids.indexOf(id)}`)
    .replace(/(<g [^>]*?) aria-label="[^"]*"/g, '$1')
    .replaceAll('<g class="mark-rect ', '<g shape-rendering="crispEdges" class="mark-rect ')
    .replace(NEEDLESS, '')
    .replace(INVISIBLE, '')
    .replace(COLOUR, (_, ...parts) => `#${Buffer.from(parts.slice(0, 3)).toString('hex')}`)
    .replace(NUMBERS, (numbers) =>
      numbers.replace(LONG_NUMBER, (one) => `${Number(Number(one).toFixed(2))}`),
    )
    .replaceAll(`fill="${MISSING}"`, `fill="url(#${hatch})"`)
    .replace(
      /<svg[^>]*>/,
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
        `viewBox="0 0 ${width} ${height}" font-family="${FONT}">${STANDALONE_STYLE}`,
    );
  return drawn.includes(hatch) ? drawn.replace('</svg>', `${hatching(hatch)}</svg>`) : drawn;
}

function hatching(id: string): string {
  return (
    `<defs><pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse" ` +
    `patternTransform="rotate(45)"><rect width="6" height="6" fill="${LINE}"/>` +
    `<path d="M0,0v6" stroke="${MUTED}" stroke-width="2"/></pattern></defs>`
  );
}
