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
import { documentTerminal } from '../measuring/document/render/terminal.js';
import { showsColour, WIDEST } from '../measuring/document/terminal.js';
import { several } from './arguments.js';

const WRITERS = {
  '.html': async (document: Document) =>
    (await import('../measuring/document/render/html.js')).documentHtml(document),
  '.md': async (document: Document) =>
    (await import('../measuring/document/render/markdown.js')).documentMarkdown(document),
  '.xml': async (document: Document) =>
    (await import('../measuring/document/render/junit.js')).documentJunit(document),
  '.csv': async (document: Document) =>
    (await import('../measuring/document/render/csv.js')).documentCsv(document),
  '.png': async (document: Document) => {
    const [{ documentPictures }, { renderPng }] = await Promise.all([
      import('../measuring/document/render/pictures.js'),
      import('../measuring/document/render/png.js'),
    ]);
    return renderPng(documentPictures(document).get('share')!);
  },
};

const JSON_FILE = '.json';

const EXTENSIONS = [...Object.keys(WRITERS), JSON_FILE];

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
  const isFile = (path: string) => EXTENSIONS.includes(extname(path).toLowerCase());
  const files = out.filter(isFile);
  const folders = out.filter((path) => !isFile(path));
  if (folder === undefined && folders.length > 0) {
    throw new UserError(
      `--out ${folders[0]} has none of the extensions ${EXTENSIONS.join(', ')}. Give it one of them.`,
    );
  }
  if (folders.length > 1) {
    throw new UserError(`--out names two folders, ${folders.join(' and ')}. Keep one of them.`);
  }
  for (const file of files) assertReplaceable(file, ...marksOf(extname(file), written));
  return { files, folder: folders[0] ?? folder ?? '' };
}

/** Marks near the start of a file of an earlier run. */
function marksOf(extension: string, { kind, titles, json }: Written): string[] {
  switch (extension.toLowerCase()) {
    case '.html':
      return [PAGE_MARK];
    case '.md':
      return titles.flatMap((title) =>
        [':', '：'].flatMap((colon) => inEveryLanguage(() => title() + colon)),
      );
    case '.xml':
      return [`<testsuites name="${kind}"`];
    case '.csv':
      return ['table,group,row,column,'];
    case '.png':
      return ['PNG'];
    default:
      return [json];
  }
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
    const extension = extname(file).toLowerCase();
    const write = WRITERS[extension as keyof typeof WRITERS];
    writeWhole(file, extension === JSON_FILE ? json() : await write(document));
  }
}
