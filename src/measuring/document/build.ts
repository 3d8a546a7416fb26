/** Builds parts of a Document in a few words. */

import type {
  Block,
  Cell,
  Decision,
  Head,
  List,
  Next,
  Paragraph,
  Row,
  Section,
  Step,
  Table,
  Text,
  Tone,
} from './document.js';
import { percentText } from './words.js';

/** Left-aligned, for texts. */
export function left(text: Text): Head {
  return { text, align: 'left' };
}

/** The head of a column that a terminal has no room for. */
export function wide(text: Text): Head {
  return { text, notInTerminal: true };
}

export function row(...cells: readonly (Text | Cell)[]): Row {
  return { cells: cells.map(ofText) };
}

function ofText<T extends { text: Text }>(part: Text | T): T | { text: Text } {
  return typeof part === 'string' ? { text: part } : part;
}

/** A figure with its text. NaN and infinity have no figure behind the text. */
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

/** @param columns - heads of figures may be texts alone */
export function table(title: Text, columns: readonly (Text | Head)[], rows: readonly Row[]): Table {
  return { kind: 'table', title, heads: columns.map(ofText), rows };
}

/** A head, and the cell of each item below it. */
export type Column<T> = readonly [head: Text | Head, of: (item: T) => Text | Cell];

/** Builds a table from its columns. False ones are left out. */
export function columns<T>(
  title: Text,
  items: readonly T[],
  ...all: readonly (Column<T> | false | undefined)[]
): Table {
  const shown = all.filter((column) => column !== undefined && column !== false);
  const rows = items.map((item) => row(...shown.map(([, of]) => of(item))));
  return table(
    title,
    shown.map(([head]) => head),
    rows,
  );
}

export function paragraph(text: Text, tone?: Tone): Paragraph {
  return { kind: 'paragraph', text, ...(tone && { tone }) };
}

export function list(items: readonly Text[]): List {
  return { kind: 'list', items };
}

export function next(steps: readonly Step[]): Next {
  return { kind: 'next', steps };
}

/** A part that opens when it is asked for. */
export function folded(heading: Text, ...blocks: readonly Block[]): Section {
  return { kind: 'section', look: 'folded', heading, blocks };
}

/** A part of a page and of Markdown; a terminal has less room. */
export function onPage(section: Omit<Section, 'kind'>): Block {
  return { kind: 'section', ...section, in: ['html', 'markdown'] };
}

export function inHtml<B extends Block>(block: B): Block {
  return { ...block, in: ['html'] };
}

export function inTerminal<B extends Block>(block: B): Block {
  return { ...block, in: ['terminal'] };
}

export function good(text: Text): Decision {
  return { tone: 'good', text };
}

export function bad(text: Text): Decision {
  return { tone: 'bad', text };
}

export function warn(text: Text): Decision {
  return { tone: 'warn', text };
}

/** Shortens steps in a terminal, which has little room. */
export function stepBlocks({ steps }: Pick<Next, 'steps'>, most = 2): Block[] {
  if (steps.length === 0) return [];
  return [
    { kind: 'next', steps, in: ['html', 'markdown'] },
    { kind: 'next', steps: steps.slice(0, most), in: ['terminal'] },
  ];
}
