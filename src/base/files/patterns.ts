import nodePath from 'node:path';
import { withProgress } from '../progress.js';
import { UserError } from '../user-error.js';
import { isFile } from './files.js';

/** The parts of `node:path` that differ between platforms. Tests pass `path.win32`. */
type Platform = Pick<typeof nodePath, 'sep' | 'isAbsolute'>;

const GLOB_CHARACTERS = /[*?{}[\]]/;

/** A pattern for tinyglobby: with slashes, and for an absolute one its folder. */
interface Pattern {
  pattern: string;
  cwd?: string;
}

/** Tells whether a path is no file, but may name several. */
export function isPattern(path: string): boolean {
  return GLOB_CHARACTERS.test(path) && !isFile(path);
}

/**
 * Reads a user's pattern. On Windows a backslash separates folders, as for promptfoo. Elsewhere it escapes.
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
 * Lists the files of a pattern by name, with slashes on every platform. Relative patterns give relative paths.
 *
 * @throws {UserError} if a minute was not enough
 */
export async function filesMatching(
  text: string,
  folder?: string,
  milliseconds = LONGEST_MS,
): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  const { pattern, cwd } = readPattern(text);
  const signal = AbortSignal.timeout(milliseconds);
  const found = await withProgress(`Looking for files that match ${text}`, () =>
    glob(pattern, {
      ...(folder !== undefined && { cwd: folder }),
      ...(cwd !== undefined && { cwd, absolute: true }),
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted) return [];
      throw error;
    }),
  );
  if (!signal.aborted) return found.sort();
  throw new UserError(
    `The pattern "${text}" has more to look through than a minute is enough for. ` +
      'Begin it with the folder that the files are in.',
  );
}

const LONGEST_MS = 60_000;

/**
 * Expands patterns among names, which the shells of Windows leave to programs. What matches nothing stays, for
 * a message that names it.
 */
export async function namedFiles(names: readonly string[]): Promise<string[]> {
  const lists = names.map(async (name) => {
    const found = isPattern(name) ? await filesMatching(name) : [];
    return found.length > 0 ? found : [name];
  });
  return (await Promise.all(lists)).flat();
}
