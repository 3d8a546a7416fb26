/** Makes the SVG that Vega writes small, self-contained and safe to put beside others in a page. */
import { createHash } from 'node:crypto';
import { darkRules, FONT, LINE, MISSING, MUTED } from './chart-style.js';

/** What makes a chart dark where the reader wants it so; a page with many charts says it once. */
export const STANDALONE_STYLE = `<style>@media screen and (prefers-color-scheme:dark){${darkRules()}}</style>`;

/** Vega escapes `<`, `>` and `"` everywhere, so that every `<…>` is one whole tag. */
const TAG = /<(\/?)([a-zA-Z]+)([^>]*?)(\/?)>/g;
const ATTRIBUTE = / ([\w:-]+)="([^"]*)"/g;

/** Attributes that say nothing which the page does not say, or that are the default. */
const NEEDLESS = new Set(['class', 'role', 'aria-roledescription', 'aria-hidden', 'font-family']);
const DEFAULTS = new Set([
  'opacity=1',
  'stroke-opacity=1',
  'fill-opacity=1',
  'font-weight=normal',
  'text-anchor=start',
  'stroke-miterlimit=4',
  'stroke-miterlimit=10',
  'transform=translate(0,0)',
  'stroke-width=1',
  'stroke-dasharray=',
  'x2=0',
  'y2=0',
]);

const NUMERIC = new Set(['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height']);

/**
 * Shrink a chart: only marks keep a name (`aria-label`), numbers have two decimals, ids are
 * numbered in order and begin with a digest of the chart, missing cells are hatched.
 */
export function compactSvg(svg: string): string {
  const prefix = `c${createHash('sha256').update(svg.replace(ID, '')).digest('hex').slice(0, 8)}`;
  const ids = new Map<string, string>();
  const newId = (id: string) => {
    if (!ids.has(id)) ids.set(id, `${prefix}-${ids.size}`);
    return ids.get(id)!;
  };
  const hatch = `${prefix}-hatch`;
  const size = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
  const small = svg.replace(
    TAG,
    (_, end: string, name: string, attributes: string, empty: string) => {
      if (end) return `</${name}>`;
      if (name === 'svg') return opening(size?.[1] ?? '0', size?.[2] ?? '0');
      const crisp = name === 'g' && attributes.includes('class="mark-rect ') ? CRISP : '';
      const kept = attributes.replace(ATTRIBUTE, (_, key: string, value: string) =>
        shrink(name, key, value, newId, hatch),
      );
      const drawnOnly = kept.includes(' stroke="')
        ? kept
        : kept.replace(/ stroke-width="[^"]*"/, '');
      return `<${name}${drawnOnly}${crisp}${empty}>`;
    },
  );
  const drawn = withoutEmpty(small);
  return drawn.includes(hatch) ? drawn.replace('</svg>', `${hatching(hatch)}</svg>`) : drawn;
}

/** Cells of a heatmap and parts of a bar meet without a seam. */
const CRISP = ' shape-rendering="crispEdges"';

const ID = /(?:clip|gradient_)\d+/g;

function opening(width: string, height: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" font-family="${FONT}">${STANDALONE_STYLE}`
  );
}

function shrink(
  tag: string,
  key: string,
  value: string,
  newId: (id: string) => string,
  hatch: string,
): string {
  if (NEEDLESS.has(key) || DEFAULTS.has(`${key}=${value}`)) return '';
  if (key === 'aria-label') return tag === 'g' ? '' : ` aria-label="${value}"`;
  if (key === 'fill' && value === MISSING) return ` fill="url(#${hatch})"`;
  if (key === 'id') return ` id="${newId(value)}"`;
  if (value.startsWith('url(#')) return ` ${key}="url(#${newId(value.slice(5, -1))})"`;
  if (NUMERIC.has(key)) return ` ${key}="${value.replace(/-?\d+\.\d{3,}(?:e-?\d+)?/g, round)}"`;
  if (value.startsWith('rgb(')) return ` ${key}="${hexadecimal(value)}"`;
  return ` ${key}="${value}"`;
}

function round(number: string): string {
  return String(Number(Number(number).toFixed(2)));
}

function hexadecimal(color: string): string {
  const parts = color.match(/\d+/g) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Leave out paths that draw nothing, and groups without content. */
function withoutEmpty(svg: string): string {
  let before: string;
  let after = svg.replace(/<path([^>]*)\/>/g, (path, attributes: string) =>
    / (?:fill|stroke)="/.test(attributes) ? path : '',
  );
  do {
    before = after;
    after = before.replace(/<g(?: [\w-]+="[^"]*")*(?:\/>|><\/g>)/g, '');
  } while (after !== before);
  return after;
}

function hatching(id: string): string {
  return (
    `<defs><pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse" ` +
    `patternTransform="rotate(45)"><rect width="6" height="6" fill="${LINE}"/>` +
    `<path d="M0,0v6" stroke="${MUTED}" stroke-width="2"/></pattern></defs>`
  );
}
