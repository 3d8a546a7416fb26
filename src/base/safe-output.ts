/**
 * The doors: texts from outside (answers, names, errors, descriptions, paths) leave the program only through
 * these. Each takes keys out, and what its medium would obey: control characters, marks that turn the direction of
 * writing, commands to the system that runs the job. SECURITY.md says what is promised; test/base/doors.test.ts
 * sends every field of a result through every output.
 */
import { withoutKeys } from './secrets.js';

/** Colours that we print ourselves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const COLOUR = /\u001b\[(?:[01]|22|3[1-3]|39|38;5;\d{1,3})m/;

/** What moves the cursor, cannot be seen, or turns what follows, besides line ends and our colours. */
const UNPRINTABLE = new RegExp(
  `(${COLOUR.source}|\\n)|[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]|\\p{Surrogate}`,
  'gu',
);

/** Signs at the start of a line that GitHub Actions takes for a command, whatever colour is before it. */
const LINE_COMMAND = new RegExp(`^((?:[^\\S\\n]|${COLOUR.source})*):(?=:)`, 'gm');

/** Signs that GitHub Actions, Azure Pipelines and TeamCity take for a command anywhere in a line. */
const COMMAND = /##(?=\[|vso\[|teamcity\[)/g;

/**
 * A text for a terminal or a log in which no line is a command to the system that runs the job:
 * https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 *
 * @param text - one or more lines
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

/** A text on one line: nothing in it begins another or moves the cursor. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** The one way to standard output and standard error. */
export function print(stream: NodeJS.WritableStream, text: string): void {
  stream.write(terminalText(text));
}

/** Where a hook prints: in promptfoo's MCP server, standard output is for JSON-RPC alone. */
export function hookOutput(): NodeJS.WriteStream {
  return process.argv.slice(2).includes('mcp') ? process.stderr : process.stdout;
}

/** Controls and marks of direction, which JSON allows in a text and a terminal obeys. */
const HIDDEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** One value as JSON in a line: as data equal to the value without its keys. */
export function jsonLine(value: unknown, inWords = (one: unknown) => one, indent = 0): string {
  const plain = (_: string, one: unknown) => {
    if (typeof one === 'string') return withoutKeys(one);
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return inWords(one);
    return Object.fromEntries(Object.entries(one).map(([name, own]) => [withoutKeys(name), own]));
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
 * The same for a file or standard output.
 *
 * @param inWords - what stands for values that JSON does not have
 */
export function jsonText(value: unknown, inWords?: (one: unknown) => unknown): string {
  return `${jsonLine(value, inWords, 2)}\n`;
}

/**
 * A text for a file that is shown: HTML, SVG, XML, CSV. It is legal in XML and keeps its order on the
 * screen: control characters, halves of surrogate pairs and characters that turn the direction of what follows become
 * visible marks.
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
