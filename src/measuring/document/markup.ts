/** HTML as a value of its own, so that text cannot become markup by mistake. */
import { visibleText } from '../../base/safe-output.js';
import type { Text } from './document.js';
import { written } from './foreign.js';

/** HTML that is safe to write as it is; only `html` and `trusted` make it. */
export class Markup {
  constructor(readonly text: string) {}
}

export type Content = string | number | Markup | undefined | false | readonly Content[];

/**
 * Writes HTML. Values are escaped, unless they are `Markup`.
 * @example
 * html`<b>${'<script>'}</b>`.text // <b>&lt;script&gt;</b>
 */
export function html(strings: TemplateStringsArray, ...contents: Content[]): Markup {
  return new Markup(strings.reduce((all, part, i) => all + textOf(contents[i - 1]) + part));
}

/** Declare that a text is HTML which needs no escaping. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function textOf(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(textOf).join('');
  return escapeHtml(String(content));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and XML. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Marks our pages, so that a command replaces no other file. */
export const PAGE_MARK = '<meta name="generator" content="promptfoo-counting-stars">';

const CODE = /`([^`]+)`/;

/** A sentence; what comes from outside keeps its own direction of writing. */
export function inline(text: Text): Content {
  const parts: Content[] = [];
  written(
    text,
    (words) => {
      parts.push(
        words.split(CODE).map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part)),
      );
      return '';
    },
    (name) => {
      parts.push(html`<bdi>${name}</bdi>`);
      return '';
    },
  );
  return parts;
}
