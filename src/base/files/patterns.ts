import fs from 'node:fs';
import nodePath from 'node:path';
import { MOST_LISTED } from '../limits.js';
import { withProgress } from '../progress.js';
import { UserError } from '../user-error.js';
import { isFile } from './files.js';

/** What of `node:path` differs between platforms; `path.win32` in tests. */
type Platform = Pick<typeof nodePath, 'sep' | 'isAbsolute'>;

const GLOB_CHARACTERS = /[*?{}[\]]/;

/** A pattern as tinyglobby takes it: with slashes, and for an absolute one the folder to look in. */
interface Pattern {
  pattern: string;
  cwd?: string;
}

/** Whether a path is no file, but may name several. */
export function isPattern(path: string): boolean {
  return GLOB_CHARACTERS.test(path) && !isFile(path);
}

/**
 * Read a pattern as the user wrote it. On Windows every backslash separates folders, as it does for
 * promptfoo; elsewhere it takes the meaning from the character behind it.
 *
 * @example
 * readPattern('D:\\texts\\*.txt', path.win32) // { pattern: '*.txt', cwd: 'D:/texts' }
 */
export function readPattern(text: string, { sep, isAbsolute }: Platform = nodePath): Pattern {
  const pattern = sep === '\\' ? text.replaceAll('\\', '/') : text;
  if (!isAbsolute(text)) return { pattern };
  // Relative to the working folder, a pattern on another drive could not be written.
  const parts = pattern.split('/');
  const variable = parts.findIndex((part) => GLOB_CHARACTERS.test(part) || part.includes('\\'));
  const fixed = variable < 0 ? parts.length - 1 : variable;
  return {
    pattern: parts.slice(fixed).join('/'),
    // `C:` alone is where one was last on that drive, `C:/` its top.
    cwd: parts
      .slice(0, fixed)
      .join('/')
      .replace(/^$|^[A-Za-z]:$/, '$&/'),
  };
}

/**
 * The files of a pattern in order of their names, with slashes on every platform: absolute where the
 * pattern is, else relative to the folder.
 *
 * @param folder - of a relative pattern; left out, the working folder
 * @param most - how many files and folders are looked at
 * @throws {UserError} where there are more, or a minute was not enough
 */
export async function filesMatching(
  text: string,
  folder?: string,
  most = MOST_LISTED,
): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  const { pattern, cwd } = readPattern(text);
  const full = new AbortController();
  const signal = AbortSignal.any([full.signal, AbortSignal.timeout(LONGEST_MS)]);
  let listed = 0;
  const readdir = ((path: string, options: { withFileTypes: true }, done: Listed) =>
    fs.readdir(path, options, (error, entries = []) => {
      listed += entries.length;
      if (listed > most) full.abort();
      done(error, signal.aborted ? [] : entries);
    })) as typeof fs.readdir;
  const found = await withProgress(`Looking for files that match ${text}`, () =>
    glob(pattern, {
      ...(folder !== undefined && { cwd: folder }),
      ...(cwd !== undefined && { cwd, absolute: true }),
      signal,
      fs: { readdir },
    }).catch((error: unknown) => {
      if (signal.aborted) return [];
      throw error;
    }),
  );
  if (!signal.aborted) return found.sort();
  throw new UserError(
    `The pattern "${text}" has more to look through than ${full.signal.aborted ? `${most} files and folders` : 'a minute is enough for'}. ` +
      'Begin it with the folder that the files are in.',
  );
}

/** The most time that a pattern is looked for, in milliseconds. */
const LONGEST_MS = 60_000;

type Listed = (error: NodeJS.ErrnoException | null, entries: fs.Dirent[]) => void;

/**
 * Files as they were named, and those of each pattern. The shells of Windows leave patterns to programs.
 * What matches nothing stays as it is, for a message that names it.
 */
export async function namedFiles(names: readonly string[]): Promise<string[]> {
  const lists = names.map(async (name) => {
    const found = isPattern(name) ? await filesMatching(name) : [];
    return found.length > 0 ? found : [name];
  });
  return (await Promise.all(lists)).flat();
}
