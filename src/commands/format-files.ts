/**
 * `--json <file>` and its like. In every command an option with the name of a format writes that format to a file, and
 * `-` to standard output instead of the text.
 */
import { InvalidArgumentError, Option } from 'commander';
import { assertReplaceable, writeWhole } from '../base/files/whole-files.js';
import { print } from '../base/safe-output.js';
import { UserError } from '../base/user-error.js';
import { PAGE_MARK } from '../measuring/document/markup.js';

/** Standard output as the name of a file. */
const STDOUT = '-';

const FORMATS = { json: 'JSON', markdown: 'Markdown', junit: 'JUnit XML' } as const;

type Format = keyof typeof FORMATS;

/** Files that are asked for, by format. */
export type FormatFlags = { [F in Format | 'html']?: string };

/** What stands at the start of each file that a command writes, so that no other file is replaced; pages have a mark of theirs. */
export type FormatMarks = { readonly [F in Format]?: readonly string[] };

export const formatOption = (format: Format) =>
  new Option(
    `--${format} <file>`,
    `write ${FORMATS[format]}; - is standard output instead of the text`,
  ).argParser((text) => {
    if (text === STDOUT) return text;
    return fileArgument(text, 'a file, or - for standard output');
  });

export const pageOption = (what = 'write a page') =>
  new Option('--html <file>', what).argParser((text) => fileArgument(text, 'a file'));

/** Without its file an option would take the next one for it. */
export function fileArgument(text: string, what: string): string {
  if (text !== '' && !text.startsWith('-')) return text;
  throw new InvalidArgumentError(`It must be ${what}.`);
}

/**
 * Make sure that nothing of somebody else's would be replaced, before anything is spent.
 *
 * @throws {UserError} for a file of somebody else's, or standard output twice
 */
export function assertFormats(flags: FormatFlags, marks: FormatMarks): void {
  if (asked(flags).filter(([, file]) => file === STDOUT).length > 1) {
    throw new UserError(
      'Only one of --markdown, --json and --junit can be -, which is standard output. Name files ' +
        'for the others.',
    );
  }
  for (const [format, file] of asked(flags)) {
    if (file === STDOUT) continue;
    assertReplaceable(file, ...(format === 'html' ? [PAGE_MARK] : (marks[format] ?? [])));
  }
}

/** Write the text, unless a format takes its place, and what is asked for. */
export async function writeFormats(
  flags: FormatFlags,
  text: () => string,
  contents: { readonly [F in keyof FormatFlags]?: () => string | Promise<string> },
): Promise<void> {
  const { stdout } = process;
  if (asked(flags).every(([, file]) => file !== STDOUT)) print(stdout, text());
  for (const [format, file] of asked(flags)) {
    const content = (await contents[format]?.()) ?? '';
    if (file !== STDOUT) writeWhole(file, content);
    else if (format === 'json') stdout.write(content);
    else print(stdout, content);
  }
}

function asked({ markdown, json, junit, html }: FormatFlags) {
  return Object.entries({ markdown, json, junit, html }).filter(
    (one): one is [keyof FormatFlags, string] => one[1] !== undefined,
  );
}
