/** A folder of files that belong together takes the place of the one before it as a whole. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../case.js';
import { cannotWrite, troubleCode } from './file-trouble.js';
import { isInside, ownPlace, writeDurably } from './whole-files.js';

/** The list of the files that were written into a folder, by which they are known the next time. */
export const FILE_LIST = 'files.txt';

/** Names that a list may have: files in the folder itself. */
const LISTED = /^[\w-][\w.-]*$/;

/**
 * Put files into a folder in the place of those of the last time; the folder is made if need be. All
 * are on the disk before the first one changes: where that fails, the old ones stay. Files of others
 * are neither replaced nor deleted; a folder that has none of them is swapped as one.
 *
 * @param files - content by name
 * @throws {UserError} when the folder cannot be written, is a symbolic link to another folder, or has a
 *   file of somebody else's with one of these names
 */
export function replaceFolder(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): void {
  const names = [...files.keys(), FILE_LIST];
  const all = new Map(files).set(FILE_LIST, `${names.join('\n')}\n`);
  try {
    const place = resolve(ownPlace(folder));
    const old = oldFiles(place);
    const taken = old.others.find((name) => all.has(name));
    if (taken !== undefined) {
      throw new UserError(
        `The folder "${folder}" has a file ${taken} that is not of an earlier report (its ${FILE_LIST} ` +
          'does not list it). Name another folder, or move the file away.',
      );
    }
    mkdirSync(dirname(place), { recursive: true });
    const isSwappable = old.others.length === 0 && !isInUse(place);
    if (!isSwappable || !swap(place, all, old.own)) replaceWithin(place, all, old.own);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

interface OldFiles {
  own: string[];
  others: string[];
}

function oldFiles(place: string): OldFiles {
  if (!existsSync(place)) return { own: [], others: [] };
  const list = join(place, FILE_LIST);
  const text = lstatSync(list, { throwIfNoEntry: false })?.isFile()
    ? readFileSync(list, 'utf8')
    : '';
  const listed = new Set(text.split('\n').filter((line) => LISTED.test(line)));
  const own: string[] = [];
  const others: string[] = [];
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    (listed.has(entry.name) && !entry.isDirectory() ? own : others).push(entry.name);
  }
  return { own, others };
}

/** A folder that a process works in would go away from under it. */
function isInUse(place: string): boolean {
  const here = realpathSync(process.cwd());
  const real = existsSync(place) ? realpathSync(place) : place;
  return here === real || isInside(real, here);
}

/** Errors that say that a folder cannot be moved, such as a mounted one, though it can be written to. */
const NOT_MOVABLE = new Set<string | undefined>(['EACCES', 'EBUSY', 'EPERM', 'EROFS']);

/** @returns whether it could be done; if not, everything is as it was */
function swap(
  place: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  own: readonly string[],
): boolean {
  const beside = (what: string) =>
    join(dirname(place), `.${basename(place)}.${process.pid}.${what}`);
  const [fresh, old] = [beside('new'), beside('old')];
  const isThere = existsSync(place);
  try {
    fill(fresh, files);
    if (isThere) renameSync(place, old);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (isThere && NOT_MOVABLE.has(troubleCode(error))) return false;
    throw error;
  }
  try {
    renameSync(fresh, place);
  } catch (error) {
    if (isThere) renameSync(old, place);
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  if (isThere) {
    for (const name of own) rmSync(join(old, name), { force: true });
    rmdirSync(old);
  }
  return true;
}

/** One after the other, where the folder itself must stay. */
function replaceWithin(
  place: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  own: readonly string[],
): void {
  const fresh = join(place, `.${process.pid}.new`);
  mkdirSync(place, { recursive: true });
  try {
    fill(fresh, files);
    for (const name of files.keys()) renameSync(join(fresh, name), join(place, name));
    for (const name of own) if (!files.has(name)) rmSync(join(place, name), { force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function fill(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, content] of files) writeDurably(join(folder, name), content);
}
