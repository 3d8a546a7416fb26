/** A picture as a file of its own, that follows the reader's choice of light or dark. */

import { darkRules, fontsFor } from '../../document/charts/chart-style.js';
import { html, trusted } from '../../document/markup.js';
import type { Drawing } from './drawing.js';

const STYLE = `<style>@media screen and (prefers-color-scheme:dark){${darkRules()}}</style>`;

/** Marks that say what they are, as `mark` writes them. */
const SAID = /<path ([^>]*) data-label="([^"]*)"\/>/g;

/** Room around a picture, in pixels. */
const ROOM = 8;

/** Write a picture as a file: the same text for the same drawing, on every machine. */
export function svgFile(
  { width, height, content }: Drawing,
  title: string,
  description: string,
): string {
  const marks = content.text.replace(SAID, '<path $1><title>$2</title></path>');
  const size = [width + 2 * ROOM, height + 2 * ROOM] as const;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="${-ROOM} ${-ROOM} ${size[0]} ${size[1]}" font-family="${fontsFor(content.text)}" font-size="12">${trusted(STYLE)}<title>${title}</title><desc>${description}</desc>${trusted(marks)}</svg>`
    .text;
}
