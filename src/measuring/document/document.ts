/**
 * What a command has to say, once: an answer, then blocks of cards, tables, charts, notes and commands. Five renderers (html,
 * markdown, terminal, junit, csv) write any Document, and none of them knows what a verdict is.
 */

import { say } from '../../base/text/language.js';

/** How something is to be taken. Never told by colour only: each medium adds a sign or a word. */
export type Tone = 'good' | 'bad' | 'warn' | 'plain';

/** Where a block is shown. JUnit has checks only, CSV tables only. */
export type Medium = 'html' | 'markdown' | 'terminal';

/**
 * A sentence for people. What comes from outside (names, answers, errors) is put in by `foreign`, so that each medium can
 * write it as data: nothing in it becomes markup, a link or a command.
 */
export type Text = string;

/** For example `model B ignores everything after the first 27.5K tokens.` */
export interface Decision {
  tone: Tone;
  text: Text;
}

export interface Pill {
  tone: Tone;
  text: Text;
}

export interface Document {
  /** The command that made it; names the suite in JUnit, and marks files so that no other file is replaced. */
  kind: string;
  /** What it is a document of, where a decision does not fit: `Gate of long prompts`. */
  title: Text;
  about: readonly Text[];
  /** What was decided, the most important first; a page's heading has the first one or two. */
  decisions: readonly [Decision, ...Decision[]];
  /** Shows the heading as a banner in its tone, as for a gate. */
  isVerdict?: true;
  word?: Text;
  lead?: Text;
  blocks: readonly Block[];
  /** What passed or failed, for JUnit; unless given, the decisions. */
  checks?: readonly Check[];
  /** Bars with percents, below the decisions of a shared picture. */
  share?: Bars;
  /** What a badge for a README says behind `long context`. */
  badge?: Pill;
  /** Sources of the figures: evaluation, file, version. */
  foot?: readonly Text[];
}

/** One of several judgements in a document. */
export interface DocumentPart {
  /** The most important first, without the verdict, which the document adds. */
  decisions: [Decision, ...Decision[]];
  lead: Text[];
  about: Text[];
  blocks: Block[];
  next: Step[];
  /** Below the steps. */
  after?: Block[];
  details: Block[];
  checks: Check[];
}

/** One test case of JUnit XML. */
export interface Check {
  /** English in every language: servers know a test case again by its name. */
  name: string;
  /** A model or a test file. */
  of: string;
  outcome: 'passed' | 'failed' | 'inconclusive' | 'skipped';
  message: Text;
  details?: readonly Text[];
}

export type Block = (
  | Paragraph
  | List
  | Cards
  | Table
  | Chart
  | Strips
  | Items
  | Next
  | Section
  | Verbatim
) & {
  /** Overrides the media of blocks of its kind. */
  in?: readonly Medium[];
};

/** A sentence or more; with a tone, a line that stands out: `✓ Controls passed: …`. */
export interface Paragraph {
  kind: 'paragraph';
  text: Text;
  tone?: Tone;
  /** An address that the whole text is a link to. */
  href?: string;
}

export interface List {
  kind: 'list';
  items: readonly Text[];
}

/** A card for each of a few models. Its figures are in a table of the same document for media without cards. */
export interface Cards {
  kind: 'cards';
  cards: readonly Card[];
  /** Below the cards. */
  note?: Text;
}

export interface Card {
  heading: Text;
  pill?: Pill;
  figure?: { value: Text; note?: Text };
  text?: Text;
  bars?: Bars;
  note?: Text;
}

export interface Bars {
  /** What the shares count: `Facts found`. */
  label: Text;
  bars: readonly { name: Text; share: number; text?: Text; tone?: Tone | undefined }[];
}

export interface Table {
  kind: 'table';
  /** Names the table for screen readers, and its rows in CSV. */
  title: Text;
  heads: readonly Head[];
  rows: readonly Row[];
  /** Lets readers of a page sort the rows. */
  isSorted?: true;
}

export interface Head {
  text: Text;
  align?: 'left';
  /** Leaves the column out in a terminal. */
  notInTerminal?: true;
}

export interface Row {
  group?: Text;
  cells: readonly Cell[];
}

export interface Cell {
  text: Text;
  small?: Text;
  tone?: Tone;
  /** Draws the tone as a pill instead of coloring the cell. */
  isPill?: true;
  /** Sorts the column, and goes into CSV. */
  value?: number;
  low?: number;
  high?: number;
  /** Shares from the start of a prompt to its end: drawn on a page, `▁▂█` in a terminal. */
  strip?: readonly (number | undefined)[];
  to?: string;
}

/** Shares by length, or by any other order, as lines. */
export interface Chart {
  kind: 'chart';
  label: Text;
  ticks: readonly Text[];
  /** A line to reach. */
  target?: number;
  series: readonly ChartSeries[];
}

export interface ChartSeries {
  name: Text;
  points: readonly (Point | undefined)[];
  /** Drawn grey and without intervals, for comparison. */
  isQuiet?: true;
}

export interface Point {
  value: number;
  low?: number;
  high?: number;
}

/** Prompts from start to end: what share of each fact was found. */
export interface Strips {
  kind: 'strips';
  label: Text;
  /** Names both ends; by default start and end of the prompt. */
  ends?: readonly [Text, Text];
  strips: readonly Strip[];
}

export interface Strip {
  name: Text;
  /** From start to end, 0 to 1. Undefined where no fact stands. */
  marks: readonly (number | undefined)[];
  text: Text;
  /** Returns the id of the section on a lost fact, by its place in `marks`. */
  to?: (first: number, last: number) => string | undefined;
}

/** Things that went wrong, each with what is known of it: tests that broke, prompts that fell. */
export interface Items {
  kind: 'items';
  items: readonly Item[];
}

export interface Item {
  heading: Text;
  /** The drawer that it opens. */
  to?: string;
  tone: Tone;
  pill?: Text;
  facts: readonly { term: Text; text: Text; href?: string; change?: 'before' | 'now' }[];
}

export interface Next {
  kind: 'next';
  steps: readonly Step[];
}

export interface Step {
  text: Text;
  command?: string;
  /** Prompts, tokens and price, or that nothing is sent. */
  cost?: Text;
}

export interface Section {
  kind: 'section';
  heading: Text;
  sub?: Text;
  blocks: readonly Block[];
  /** `folded`: opens when it is asked for. `drawer`: is opened by a link to its id. */
  look?: 'folded' | 'drawer';
  id?: string;
}

/** A text as it came: an answer, a prompt. */
export interface Verbatim {
  kind: 'verbatim';
  text: string;
  /** The part to highlight, in UTF-16 units. */
  marked?: { start: number; end: number };
}

/** Puts the verdict's word before the first decision. */
export function saidDecisions({ decisions, word }: Document): Decision[] {
  return decisions.map(({ tone, text }, i) => ({
    tone,
    text: i === 0 && word !== undefined ? say`${word}: ${text}` : text,
  }));
}

/** Media that show a kind of block, unless a block says otherwise. */
const SHOWN_IN: { readonly [K in Block['kind']]: readonly Medium[] } = {
  paragraph: ['html', 'markdown', 'terminal'],
  list: ['html', 'markdown', 'terminal'],
  cards: ['html'],
  table: ['html', 'markdown', 'terminal'],
  chart: ['html'],
  strips: ['html', 'terminal'],
  items: ['html', 'markdown', 'terminal'],
  next: ['html', 'markdown', 'terminal'],
  section: ['html', 'markdown', 'terminal'],
  verbatim: ['html', 'markdown'],
};

/** Filters the blocks that a medium shows. A terminal shows no folded part, and only pages have drawers. */
export function blocksIn(blocks: readonly Block[], medium: Medium): Block[] {
  return blocks.filter((block) => {
    if (block.in) return block.in.includes(medium);
    if (block.kind === 'section' && block.look === 'drawer') return medium === 'html';
    if (block.kind === 'section' && block.look === 'folded') return medium !== 'terminal';
    return SHOWN_IN[block.kind].includes(medium);
  });
}

/** Collects all tables, also within sections, except copies that only a page shows. */
export function tablesOf(blocks: readonly Block[]): Table[] {
  return blocks.flatMap((block) => {
    if (block.in && !block.in.includes('markdown')) return [];
    if (block.kind === 'section') return tablesOf(block.blocks);
    return block.kind === 'table' ? [block] : [];
  });
}
