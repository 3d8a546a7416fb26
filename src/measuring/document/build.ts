/** Parts of a Document in a few words, for those who make one. */

import type { Block, Cell, Head, Row, Section, Table, Text, Tone } from './document.js';
import { percentText } from './words.js';

/** Heads of figures. */
export function heads(...texts: readonly Text[]): Head[] {
  return texts.map((text) => ({ text }));
}

/** Heads of texts. */
export function leftHeads(...texts: readonly Text[]): Head[] {
  return texts.map((text) => ({ text, align: 'left' }));
}

/** A row of texts and cells. */
export function row(...cells: readonly (Text | Cell)[]): Row {
  return { cells: cells.map((cell) => (typeof cell === 'string' ? { text: cell } : cell)) };
}

/** A figure as its text; nothing known is a dash. */
export function cell(
  text: Text,
  value: number | undefined,
  more: Omit<Cell, 'text' | 'value'> = {},
): Cell {
  return { text, ...(value !== undefined && Number.isFinite(value) && { value }), ...more };
}

/** A share as percent. */
export function percentCell(
  share: number | undefined,
  more: Omit<Cell, 'text' | 'value'> = {},
): Cell {
  return cell(percentText(share), share, more);
}

export function table(title: Text, head: readonly Head[], rows: readonly Row[]): Table {
  return { kind: 'table', title, heads: head, rows };
}

export function paragraph(text: Text, tone?: Tone): Block {
  return { kind: 'paragraph', text, ...(tone && { tone }) };
}

/** A part that opens when it is asked for. */
export function folded(heading: Text, ...blocks: readonly Block[]): Block {
  return { kind: 'section', look: 'folded', heading, blocks };
}

/** A part of a page and of Markdown; a terminal has less room. */
export function onPage(section: Omit<Section, 'kind'>): Block {
  return { kind: 'section', ...section, in: ['html', 'markdown'] };
}

export function inTerminal<B extends Block>(block: B): Block {
  return { ...block, in: ['terminal'] };
}
