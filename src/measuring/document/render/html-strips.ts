/** Draws prompts from start to end, and small lines in a table. Sizes are SVG attributes: the policy allows no style. */
import { say } from '../../../base/text/language.js';
import type { Strip, Strips } from '../document.js';
import { plain } from '../foreign.js';
import { html, inline, type Markup } from '../markup.js';
import { percentText } from '../words.js';

/** Below this, a fact counts as lost. */
const FOUND = 0.995;

export function stripsHtml({ label, strips, ends }: Strips): Markup {
  const [start, end] = ends?.map(inline) ?? [say`start of the prompt`, say`end`];
  return html`<div class="strips" role="group" aria-label="${plain(label)}"><span></span><span class="ends"><span>${start}</span><span>${end}</span></span><span></span>${strips.map(
    (strip) =>
      html`<span>${inline(strip.name)}</span>${stripOf(strip)}<b>${inline(strip.text)}</b>`,
  )}</div>\n`;
}

function stripOf({ name, marks, to }: Strip): Markup {
  const count = marks.length;
  const runs = lostRuns(marks).map(([first, last]) => {
    const rects = marks.slice(first, last + 1).map((mark, i) => rect(first + i, mark));
    const href = to?.(first, last);
    if (href === undefined) return rects;
    const lost = 1 - meanOf(marks.slice(first, last + 1));
    return html`<a href="#${href}" aria-label="${say`${plain(name)}: facts ${first + 1} to ${last + 1} of ${count}, ${percentText(lost)} lost`}">${rects}</a>`;
  });
  return html`<svg viewBox="0 0 ${Math.max(1, count)} 1" preserveAspectRatio="none" shape-rendering="crispEdges" role="group" aria-label="${say`from start to end of the prompt`}"><rect class="rest" width="${Math.max(1, count)}" height="1"/>${runs}</svg>`;
}

/** Returns the first and last index of each run of neighboring facts that lost something. */
export function lostRuns(marks: readonly (number | undefined)[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const [i, mark] of marks.entries()) {
    if (mark === undefined || mark >= FOUND) continue;
    const run = runs.at(-1);
    if (run && run[1] === i - 1) run[1] = i;
    else runs.push([i, i]);
  }
  return runs;
}

function rect(x: number, mark = 1): Markup {
  const lost = 1 - mark;
  return html`<rect class="lost" x="${x}" width="1.02" height="1"${lost < 0.99 && html` fill-opacity="${Math.max(0.25, lost).toFixed(2)}"`}/>`;
}

function meanOf(marks: readonly (number | undefined)[]): number {
  const known = marks.filter((mark) => mark !== undefined);
  return known.reduce((sum, mark) => sum + mark, 0) / Math.max(1, known.length);
}

export function stripSvg(marks: readonly (number | undefined)[], label: string): Markup {
  const rects = marks.flatMap((mark, i) =>
    mark === undefined || mark >= FOUND ? [] : [rect(i, mark)],
  );
  return html`<svg class="in-cell" viewBox="0 0 ${Math.max(1, marks.length)} 1" preserveAspectRatio="none" shape-rendering="crispEdges" role="img" aria-label="${label}"><rect class="rest" width="${Math.max(1, marks.length)}" height="1"/>${rects}</svg>`;
}
