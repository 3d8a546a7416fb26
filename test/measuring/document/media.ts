/** A document in every medium, for tests of those who make one. */
import { expect } from 'vitest';
import type { Document } from '../../../src/measuring/document/document.js';
import { plain } from '../../../src/measuring/document/foreign.js';
import { documentCsv } from '../../../src/measuring/document/render/csv.js';
import { documentHtml } from '../../../src/measuring/document/render/html.js';
import { documentJunit } from '../../../src/measuring/document/render/junit.js';
import { documentMarkdown } from '../../../src/measuring/document/render/markdown.js';
import { documentTerminal } from '../../../src/measuring/document/render/terminal.js';

export function mediaOf(document: Document) {
  const media = {
    html: documentHtml(document),
    markdown: documentMarkdown(document),
    terminal: terminalOf(document),
    junit: documentJunit(document),
    csv: documentCsv(document),
  };
  for (const [name, text] of Object.entries(media)) {
    const shown = name === 'html' ? text.split('<script>')[0]! : text;
    expect(shown, name).not.toMatch(/[\uE000\uE001]|\bNaN\b|\bundefined\b|\bInfinity\b/);
  }
  return media;
}

/** At most 24 lines and 78 columns for a few models. */
export function terminalOf(document: Document): string {
  return documentTerminal(document, { colour: false, width: 80 });
}

/** What was decided, each with its tone. */
export function decisionsOf({ decisions }: Document): string[] {
  return decisions.map(({ tone, text }) => `${tone}: ${plain(text)}`);
}

/** The rows of a table that a terminal shows, cells apart. */
export function linesOf(document: Document): string[] {
  return terminalOf(document).split('\n');
}
