/** Writes a sentence as HTML. */

import type { Text } from '../document.js';
import { written } from '../foreign.js';
import { type Content, html } from '../markup.js';

/** A sentence; what comes from outside keeps its own direction of writing. */
export function inline(text: Text): Content {
  const parts: Content[] = [];
  written(
    text,
    (words) => {
      parts.push(words);
      return '';
    },
    (name) => {
      parts.push(html`<bdi>${name}</bdi>`);
      return '';
    },
  );
  return parts;
}
