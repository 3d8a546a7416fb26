/**
 * Makes foreign texts (answers, names, errors, paths) safe to print. Each function removes keys and what its
 * medium would obey: control characters, marks of direction, commands to CI systems. SECURITY.md has the
 * promises, and test/base/doors.test.ts sends every field of a result through every output.
 */
import { withoutKeys } from './secrets.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const COLOUR = /\u001b\[(?:[01]|22|3[1-3]|39|38;5;\d{1,3})m/;

/** Matches what moves the cursor, is invisible, or turns direction, except line ends and our colours. */
const UNPRINTABLE = new RegExp(
  `(${COLOUR.source}|\\n)|[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]|\\p{Surrogate}`,
  'gu',
);

/** Matches what GitHub Actions takes for a command at the start of a line, after any colour. */
const LINE_COMMAND = new RegExp(`^((?:[^\\S\\n]|${COLOUR.source})*):(?=:)`, 'gm');

/** Matches what GitHub Actions, Azure Pipelines and TeamCity take for a command anywhere. */
const COMMAND = /##(?=\[|vso\[|teamcity\[)/g;

/**
 * Makes a text safe for a terminal or log: no line is a command to a CI system
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions).
 *
 * @example
 * terminalText('::error::a name') // ': :error::a name'
 */
export function terminalText(text: string): string {
  return withoutKeys(text)
    .replace(UNPRINTABLE, (_, ours?: string) => ours ?? ' ')
    .replace(LINE_COMMAND, '$1: ')
    .replace(COMMAND, '# #');
}

/** Puts a text on one line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Prints to standard output or standard error. Nothing else may. */
export function print(stream: NodeJS.WritableStream, text: string): void {
  stream.write(terminalText(text));
}

/** Returns where a hook prints: in promptfoo's MCP server, standard output is only for JSON-RPC. */
export function hookOutput(): NodeJS.WriteStream {
  return process.argv.slice(2).includes('mcp') ? process.stderr : process.stdout;
}

/** Matches controls and marks of direction that JSON allows and a terminal obeys. */
const HIDDEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Writes one value as JSON in a line, without keys. */
export function jsonLine(value: unknown, inWords = (item: unknown) => item, indent = 0): string {
  const plain = (_: string, item: unknown) => {
    if (typeof item === 'string') return withoutKeys(item);
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return inWords(item);
    return Object.fromEntries(
      Object.entries(item).map(([name, inner]) => [withoutKeys(name), inner]),
    );
  };
  return JSON.stringify(value, plain, indent)
    .replace(COMMAND, '\\u0023\\u0023')
    .replace(HIDDEN, (sign) =>
      sign
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    );
}

/**
 * Writes JSON for a file or standard output.
 *
 * @param inWords - replaces values that JSON does not have
 */
export function jsonText(value: unknown, inWords?: (item: unknown) => unknown): string {
  return `${jsonLine(value, inWords, 2)}\n`;
}

/**
 * Makes a text safe for HTML, SVG, XML and CSV: control characters, lone surrogates and marks of direction
 * become visible.
 */
export function visibleText(text: string): string {
  return (
    withoutKeys(text)
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, (character) =>
        String.fromCharCode(0x2400 + character.charCodeAt(0)),
      )
      .replace(/[\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD')
  );
}
