/** A chart of a page that is not made of a document yet. */
import { say } from '../../../base/text/language.js';
import { html, type Markup, trusted } from '../../document/markup.js';
import type { Drawing } from '../charts/drawing.js';

/**
 * A chart with its caption, drawn for wide and for narrow pages. Its marks have their texts for the script of the page,
 * which gives those of the first drawing to the same marks of the second.
 */
export function drawn({
  title,
  description,
  wide,
  narrow,
}: {
  title: string;
  description: string;
  wide: Drawing;
  narrow?: Drawing;
}): Markup {
  const svg = ({ width, height }: Drawing, name: string, content: Markup) =>
    html`<svg class="${name}" tabindex="0" role="group" aria-label="${say`${title}. ${description} Arrow keys read the marks.`}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="12">${content}</svg>`;
  return html`${svg(wide, 'wide', wide.content)}${
    narrow &&
    svg(
      narrow,
      'narrow',
      trusted(narrow.content.text.replace(/ data-label="[^"]*"/g, ' data-label')),
    )
  }<figcaption>${description}</figcaption>`;
}
