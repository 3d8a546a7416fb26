/**
 * Writes a document to files: `--out page.html` in the format of the extension, `--json` to standard output instead of
 * the text.
 */
import { extname } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { assertReplaceable, writeWhole } from '../base/files/whole-files.js';
import { print } from '../base/safe-output.js';
import { inEveryLanguage } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import type { Document } from '../measuring/document/document.js';
import { PAGE_MARK } from '../measuring/document/markup.js';
import { documentCsv } from '../measuring/document/render/csv.js';
import { documentHtml } from '../measuring/document/render/html.js';
import { documentJunit } from '../measuring/document/render/junit.js';
import { documentMarkdown } from '../measuring/document/render/markdown.js';
import { documentPictures } from '../measuring/document/render/pictures.js';
import { documentTerminal } from '../measuring/document/render/terminal.js';
import { showsColour, WIDEST } from '../measuring/document/terminal.js';
import { several } from './arguments.js';

/** How files are written, by extension, and marks near the start of a file of an earlier run. */
const FORMATS: Readonly<Record<string, Format>> = {
  '.html': { write: documentHtml, marks: () => [PAGE_MARK] },
  '.md': {
    write: (document) => documentMarkdown(document),
    marks: ({ titles }) =>
      titles.flatMap((title) =>
        [':', '：'].flatMap((colon) => inEveryLanguage(() => title() + colon)),
      ),
  },
  '.xml': { write: documentJunit, marks: ({ kind }) => [`<testsuites name="${kind}"`] },
  '.csv': { write: documentCsv, marks: () => ['table,group,row,column,'] },
  '.png': {
    write: async (document) => {
      const { renderPng } = await import('../measuring/document/render/png.js');
      return renderPng(documentPictures(document).get('share')!);
    },
    marks: () => ['PNG'],
  },
  '.json': { write: (_, json) => json(), marks: ({ json }) => [json] },
};

interface Format {
  write: (document: Document, json: () => string) => string | Uint8Array | Promise<Uint8Array>;
  marks: (written: Written) => string[];
}

function formatOf(path: string): Format | undefined {
  return FORMATS[extname(path).toLowerCase()];
}

/** `--out`, which may be repeated, and `--json`. */
export interface OutFlags {
  out?: string[];
  json?: boolean;
}

const KINDS = '.html .md .json .xml .csv .png';

export const outOption = (what = `${KINDS} file; repeatable`) =>
  new Option('-o, --out <path>', what).argParser(several(pathArgument));

export const outFolderOption = (folder: string) =>
  outOption(`folder, or ${KINDS} file; repeatable`).default(undefined, folder);

/** Rejects an option as a path: without its path, `--out` would take the next option for it. */
function pathArgument(text: string): string {
  if (text !== '' && !text.startsWith('-')) return text;
  throw new InvalidArgumentError('It must be a path.');
}

export const jsonOption = () => new Option('--json', 'print JSON instead of the text');

/** Recognizes files of earlier runs: the kind of the document, its titles, and how its JSON begins. */
export interface Written {
  kind: string;
  titles: readonly (() => string)[];
  json: string;
}

/**
 * Splits `--out` into files and a folder.
 * @param folder - where a command with a folder writes by default
 * @throws {UserError} for two folders, for a folder where the command has none, or for a file that isn't ours
 */
export function outsOf(
  { out = [] }: OutFlags,
  written: Written,
  folder?: string,
): { files: string[]; folder: string } {
  const files = out.filter(formatOf);
  const folders = out.filter((path) => !formatOf(path));
  if (folder === undefined && folders.length > 0) {
    throw new UserError(
      `--out ${folders[0]} has none of the extensions ${Object.keys(FORMATS).join(', ')}. Give it one of them.`,
    );
  }
  if (folders.length > 1) {
    throw new UserError(`--out names two folders, ${folders.join(' and ')}. Keep one of them.`);
  }
  for (const file of files) assertReplaceable(file, ...formatOf(file)!.marks(written));
  return { files, folder: folders[0] ?? folder ?? '' };
}

/** Writes a document for a stream, in its width and with its colors. */
export function documentText(
  document: Document,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> = process.stdout,
): string {
  return documentTerminal(document, {
    colour: showsColour(stream),
    width: stream.columns ?? WIDEST,
  });
}

export async function writeDocument(
  document: Document,
  json: () => string,
  { files, isJson = false }: { files: readonly string[]; isJson?: boolean | undefined },
): Promise<void> {
  const { stdout } = process;
  if (isJson) stdout.write(json());
  else print(stdout, `${documentText(document)}\n`);
  await writeFiles(document, json, files);
}

export async function writeFiles(
  document: Document,
  json: () => string,
  files: readonly string[],
): Promise<void> {
  for (const file of files) {
    writeWhole(file, await formatOf(file)!.write(document, json));
  }
}
