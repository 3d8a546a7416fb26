/** Shortens names in narrow tables, but keeps them different. */
import stringWidth from 'string-width';
import { largest } from '../../base/extremes.js';
import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { clip } from './terminal.js';

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
  const own = table.map((row) => row[column]!);
  const names = terminalNames(own, Math.min(longest, Math.max(SHORTEST, room)));
  return table.map((row) => row.with(column, names.get(row[column]!)!));
}

function sharedStart(names: readonly string[]): number {
  const [first, ...others] = names.map((name) => [...name]) as [string[], ...string[][]];
  const difference = first.findIndex((character, i) => others.some((one) => one[i] !== character));
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
