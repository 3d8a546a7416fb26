/** Text for a terminal: its width, its colours, and nothing in it that moves the cursor. */
import stringWidth from 'string-width';
import { largest } from '../../base/extremes.js';

export interface TerminalOptions {
  colour: boolean;
  width: number;
}

/** Assumed where a stream doesn't report its columns. */
export const WIDEST = 80;

/** Whether a stream shows colours: a terminal, unless NO_COLOR says no (https://no-color.org). */
export function showsColour(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return stream.isTTY === true;
}

/** A table with columns of equal width, the first one left-aligned, or all. */
export function aligned(table: readonly (readonly string[])[], left: 'first' | 'all' = 'first') {
  const widths = table[0]!.map((_, i) => largest(table.map((row) => stringWidth(row[i]!))));
  return table
    .map((row) =>
      row
        .map((cell, i) =>
          i === 0 || left === 'all' ? padEnd(cell, widths[i]!) : padStart(cell, widths[i]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function bold(text: string, { colour }: Pick<TerminalOptions, 'colour'>): string {
  return colour ? `\u001b[1m${text}\u001b[22m` : text;
}

/** Removes control characters, which could move the cursor, and cuts the text to `width` columns. */
export function clip(text: string, width: number): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  if (stringWidth(plain) <= width) return plain;
  let clipped = '';
  let columns = 0;
  for (const character of plain) {
    columns += stringWidth(character);
    if (columns > width - 1) break;
    clipped += character;
  }
  return `${clipped}…`;
}

/** Breaks lines after a blank, or after a Chinese character that no punctuation follows. */
const JOINT = /(?<= )|(?<=[\p{Script=Han}，。；：、）])(?![ ，。；：、）])/u;

/** Breaks a text between words into lines of at most `width` columns, indented from the second on. */
export function wrapped(text: string, width: number, indent = 2): string {
  const lines: string[] = [];
  for (const word of clip(text, Number.POSITIVE_INFINITY).split(JOINT)) {
    const line = lines.at(-1);
    if (line !== undefined && stringWidth(`${line}${word}`.trimEnd()) <= width)
      lines[lines.length - 1] = `${line}${word}`;
    else
      lines.push(
        line === undefined ? clip(word, width) : ' '.repeat(indent) + clip(word, width - indent),
      );
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - stringWidth(text))) + text;
}
