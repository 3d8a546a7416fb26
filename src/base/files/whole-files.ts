/** Files are written whole or not at all: beside their place first, and then moved into it. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import nodePath, { basename, dirname, join } from 'node:path';
import { UserError } from '../user-error.js';
import { cannotWrite } from './cannot-write.js';
import { statAt } from './files.js';
import { startOf } from './start-of.js';

/**
 * Write a file whole or not at all, and the folder it is in. Whatever goes wrong, and whenever the
 * process ends, the file has its old content or the new one. A device or a pipe is written to as it
 * is.
 *
 * @throws {UserError} when it cannot be written, or is a symbolic link to another folder
 */
export function writeWhole(file: string, content: string | Uint8Array): void {
  try {
    const place = ownPlace(file);
    const there = statSync(place, { throwIfNoEntry: false });
    if (there && !there.isFile() && !there.isDirectory()) {
      writeFileSync(place, content);
      return;
    }
    mkdirSync(dirname(place), { recursive: true });
    moveInto(place, content, there);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** The error for what is there and is not ours to replace. */
export function notOurs(path: string): UserError {
  return new UserError(
    `${path} already exists and is not replaced, since promptfoo-counting-stars didn't write it. Choose another ` +
      'path, or move it away.',
  );
}

/**
 * Make sure that there is nothing at a path, or an earlier file of the same kind. An empty file, a device
 * and a pipe are nothing.
 *
 * @param marks - what stands near the start of files of this kind, one of these
 * @throws {UserError} when there is something else
 */
export function assertReplaceable(path: string, ...marks: readonly string[]): void {
  const there = statAt(path);
  if (!there?.isFile() || there.size === 0) return;
  try {
    const start = startOf(path);
    if (marks.some((mark) => start.includes(mark))) return;
  } catch (error) {
    throw cannotWrite(path, error);
  }
  throw notOurs(path);
}

/**
 * Write a file that must not be there yet.
 *
 * @throws {UserError} when it is there, or cannot be written
 */
export function writeNew(file: string, content: string): void {
  try {
    // `wx` fails where there is something, also a symbolic link to nothing.
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    throw cannotWrite(file, error);
  }
  try {
    writeWhole(file, content);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

function moveInto(place: string, content: string | Uint8Array, old: Stats | undefined): void {
  const beside = join(dirname(place), `.${basename(place)}.${process.pid}.tmp`);
  rmSync(beside, { force: true });
  try {
    writeDurably(beside, content, old?.mode);
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Write a file that is not there yet, and wait until the disk has it. */
export function writeDurably(file: string, content: string | Uint8Array, mode?: number): void {
  const handle = openSync(file, 'wx');
  try {
    if (mode !== undefined) fchmodSync(handle, mode);
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Where a file or folder really is. A symbolic link within one folder is followed; one that leads
 * elsewhere is not, since whoever can write to this folder could point it at any file.
 *
 * @throws {UserError} for a link that leads out of its folder
 */
export function ownPlace(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  const there = statSync(path, { throwIfNoEntry: false });
  // `/dev/stdout` is a link to a pipe or a terminal, which have no place of their own.
  if (there && !there.isFile() && !there.isDirectory()) return path;
  const target = there && realpathSync(path);
  if (target !== undefined && isInside(realpathSync(dirname(path)), target)) return target;
  throw new UserError(
    `${path} is a symbolic link that leads out of its folder (to ${target ?? 'nothing'}), and is not ` +
      'followed. Delete the link, or give the path that it leads to.',
  );
}

/**
 * Whether a path is inside of a folder, and not the folder itself. Both are real paths.
 *
 * @param platform - `path.win32` in tests
 */
export function isInside(
  folder: string,
  path: string,
  {
    relative,
    isAbsolute,
    sep,
  }: Pick<typeof nodePath, 'relative' | 'isAbsolute' | 'sep'> = nodePath,
): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
