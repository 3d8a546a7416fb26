/** Writes a Document for a terminal: the decisions first, then what fits below them. */
import stringWidth from 'string-width';
import { largest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import {
  type Block,
  blocksIn,
  type Decision,
  type Document,
  type Item,
  type Strips,
  saidDecisions,
  type Table,
  type Text,
  type Tone,
} from '../document.js';
import { plain, written } from '../foreign.js';
import { aligned, bold, clip, type TerminalOptions, wrapped } from '../terminal.js';

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✗', warn: '!', plain: ' ' };

const COLOURS: Readonly<Record<Tone, number | undefined>> = {
  good: 32,
  bad: 31,
  warn: 33,
  plain: undefined,
};

/** Widths of a sentence and of a name within it, and rows of a table. */
const WIDEST = 78;
const LONGEST_NAME = 60;
const MOST_ROWS = 12;

/** Parts of a prompt in a cell. */
const MOST_PLACES = 8;

const MOST_DECISIONS = 6;

export function documentTerminal(document: Document, options: TerminalOptions): string {
  const decisions = saidDecisions(document);
  const { lead, blocks, isVerdict } = document;
  const width = Math.max(40, Math.min(WIDEST, options.width));
  const shown = decisions.slice(0, MOST_DECISIONS);
  const more = decisions.length - shown.length;
  const parts = [
    [
      ...shown.map((decision, i) =>
        decisionOf(decision, isVerdict === true && i === 0, width, options),
      ),
      ...(more > 0 ? [`  ${say`and ${more} more`}`] : []),
      ...(lead ? [wrapped(sentence(lead), width)] : []),
    ].join('\n'),
    ...partsOf(blocks, width, options),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function decisionOf(
  { tone, text }: Decision,
  isVerdict: boolean,
  width: number,
  { colour }: TerminalOptions,
): string {
  const said = wrapped(isVerdict ? sentence(text) : `${SIGNS[tone]} ${sentence(text)}`, width);
  return coloured(said, tone, colour);
}

function partsOf(blocks: readonly Block[], width: number, options: TerminalOptions): string[] {
  return blocksIn(blocks, 'terminal').map((block) => partOf(block, width, options));
}

function partOf(block: Block, width: number, options: TerminalOptions): string {
  switch (block.kind) {
    case 'paragraph': {
      const sign = block.tone && block.tone !== 'plain' ? `${SIGNS[block.tone]} ` : '';
      return coloured(wrapped(sign + sentence(block.text), width), block.tone, options.colour);
    }
    case 'list':
      return block.items.map((item) => wrapped(`- ${sentence(item)}`, width)).join('\n');
    case 'table':
      return tableOf(block, Math.max(width, Math.min(120, options.width)));
    case 'strips':
      return stripsOf(block);
    case 'items':
      return itemsOf(block.items, width, options);
    case 'next':
      return block.steps
        .map(({ text, command, cost }, i) => {
          const lead = `${say`Next`}  `;
          const indent = ' '.repeat(stringWidth(lead));
          const said = cost && command ? say`${text} ${cost}` : text;
          return [
            wrapped(`${i === 0 ? lead : indent}${sentence(said)}`, width, indent.length),
            ...(command ? [`${indent}${command}`] : cost ? [`${indent}${sentence(cost)}`] : []),
          ].join('\n');
        })
        .join('\n');
    case 'section':
      return [
        bold(sentence(block.heading), options),
        ...partsOf(block.blocks, width, options),
      ].join('\n');
    default:
      return '';
  }
}

function tableOf({ heads, rows }: Table, width: number): string {
  const shown = rows.slice(0, MOST_ROWS);
  const kept = heads.flatMap(({ notInTerminal }, i) => (notInTerminal ? [] : [i]));
  const isFilled = (i: number) => shown.some(({ cells }) => cellText(cells[i]) !== '');
  const columns = kept.filter(isFilled);
  if (columns.length === 0) return '';
  const lines = [
    columns.map((i) => sentence(heads[i]!.text)),
    ...shown.map(({ cells }) => columns.map((i) => cellText(cells[i], i > 0))),
  ];
  const left = columns.every((i) => heads[i]!.align === 'left') ? 'all' : 'first';
  const [head = '', ...body] = aligned(withShortNames(lines, 0, width), left).split('\n');
  const grouped = body.flatMap((line, i) => {
    const { group } = shown[i] ?? {};
    const isNew = group !== undefined && group !== shown[i - 1]?.group;
    return isNew ? [clip(sentence(group), width), line] : [line];
  });
  const table = [head, ...grouped].join('\n');
  const more = rows.length - shown.length;
  return more > 0 ? `${table}\n${say`and ${more} more rows`}` : table;
}

/** @param isClipped - shortens names to the room they have */
function cellText(
  cell: Table['rows'][number]['cells'][number] | undefined,
  isClipped = true,
): string {
  if (!cell) return '';
  if (cell.strip) return atMost(cell.strip, MOST_PLACES).map(levelOf).join('');
  const text = isClipped ? clip(sentence(cell.text), LONGEST_NAME) : sentence(cell.text);
  return cell.small ? say`${text} (${sentence(cell.small)})` : text;
}

/** Draws a share as a block of one to eight eighths. */
function levelOf(share: number | undefined): string {
  if (share === undefined) return ' ';
  return '▁▂▃▄▅▆▇█'[Math.min(7, Math.floor(share * 8))]!;
}

/** Draws a prompt from start to end: found, partly found, lost. */
function stripsOf({ label, strips }: Strips): string {
  const names = strips.map(({ name }) => sentence(name));
  const widest = Math.max(...names.map((name) => stringWidth(name)));
  return [
    sentence(label),
    ...strips.map(({ marks, text }, i) => {
      const name = ' '.repeat(widest - stringWidth(names[i]!)) + names[i]!;
      return ` ${name}  ${atMost(marks, 40).map(blockOf).join('')}  ${sentence(text)}`;
    }),
  ].join('\n');
}

function blockOf(share: number | undefined): string {
  if (share === undefined) return ' ';
  return share >= 0.85 ? '█' : share >= 0.25 ? '▒' : '░';
}

/** Averages neighbors, so that a line has room for them. */
function atMost(marks: readonly (number | undefined)[], most: number): (number | undefined)[] {
  if (marks.length <= most) return [...marks];
  return Array.from({ length: most }, (_, i) => {
    const part = marks
      .slice(Math.floor((i * marks.length) / most), Math.floor(((i + 1) * marks.length) / most))
      .filter((mark) => mark !== undefined);
    return part.length > 0 ? part.reduce((sum, mark) => sum + mark, 0) / part.length : undefined;
  });
}

function itemsOf(items: readonly Item[], width: number, { colour }: TerminalOptions): string {
  const shown = items.slice(0, MOST_ROWS);
  const more = items.length - shown.length;
  return [
    ...shown.map(({ heading, tone, pill }) => {
      const said = [SIGNS[tone], sentence(heading), pill ? sentence(pill) : ''].join(' ').trimEnd();
      return coloured(clip(said, width), tone, colour);
    }),
    ...(more > 0 ? [say`and ${more} more`] : []),
  ].join('\n');
}

function sentence(text: Text): string {
  return written(text, plain, (name) => clip(name, 200));
}

function coloured(text: string, tone: Tone | undefined, colour: boolean): string {
  const code = colour && tone ? COLOURS[tone] : undefined;
  return code === undefined ? text : `\u001b[${code}m${text}\u001b[0m`;
}

/** Space between two columns, and the least width of a name. */
const GAP = 2;
const SHORTEST = 10;

/**
 * Shortens names to `width`. Keeps start and end of those that begin alike. If these are equal, shows what comes from the first difference on, or adds a number.
 * @example
 * terminalNames(['openai:chat:gpt-5.6-luna', 'openai:chat:gpt-5.6-sol'], 16)
 * // openai:…4.1-mini, openai:…4.1-nano
 */
export function terminalNames(names: readonly string[], width: number): Map<string, string> {
  const all = [...new Set(names)];
  const short = new Map(all.map((name) => [name, clip(name, width)]));
  const cuts = [
    (name: string) => middleCut(name, width),
    (name: string, _: number, alike: readonly string[]) =>
      clip(`…${[...name].slice(sharedStart(alike)).join('')}`, width),
    (name: string, number: number) => `${clip(name, width - ` (${number})`.length)} (${number})`,
  ];
  for (const cut of cuts) {
    for (const alike of groupBy(all, (name) => short.get(name)!).values()) {
      if (alike.length < 2) continue;
      for (const [i, name] of alike.entries()) short.set(name, cut(name, i + 1, alike));
    }
  }
  return short;
}

/** Shortens the names of a table to the width that its other columns leave. */
export function withShortNames(
  table: readonly (readonly string[])[],
  column: number,
  width: number,
  longest = width,
): string[][] {
  const widths = table[0]!.map((_, i) => largest(table.map((row) => stringWidth(row[i]!) + GAP)));
  const room = width - sum(widths.filter((_, i) => i !== column));
  const texts = table.map((row) => row[column]!);
  const names = terminalNames(texts, Math.min(longest, Math.max(SHORTEST, room)));
  return table.map((row) => row.with(column, names.get(row[column]!)!));
}

function sharedStart(names: readonly string[]): number {
  const [first, ...others] = names.map((name) => [...name]) as [string[], ...string[][]];
  const difference = first.findIndex((character, i) =>
    others.some((other) => other[i] !== character),
  );
  return Math.max(0, difference);
}

function middleCut(text: string, width: number): string {
  const plain = clip(text, Number.POSITIVE_INFINITY);
  if (stringWidth(plain) <= width) return plain;
  const end = takeColumns([...plain].reverse(), Math.ceil((width - 1) / 2));
  const start = takeColumns([...plain], width - 1 - stringWidth(end.join('')));
  return `${start.join('')}…${end.reverse().join('')}`;
}

function takeColumns(characters: readonly string[], columns: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += stringWidth(character);
    if (used > columns) break;
    taken.push(character);
  }
  return taken;
}
