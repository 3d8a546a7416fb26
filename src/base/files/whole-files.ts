/** Writes files completely or not at all: next to their place, then moved. */
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
import { cannotWrite } from './file-problem.js';
import { startOf, statAt } from './files.js';

/**
 * Writes a file completely or not at all, and its folder. Whatever happens, it has its old content or the new
 * one. Devices and pipes are written directly.
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

/** Explains that something is not ours to replace. */
export function notOurs(path: string): UserError {
  return new UserError(
    `${path} already exists and is not replaced, since promptfoo-counting-stars didn't write it. Choose another ` +
      'path, or move it away.',
  );
}

/**
 * Refuses to replace anything but an earlier file of the same kind, an empty file, a device or a pipe.
 *
 * @param marks - what stands near the start of such files, one of these
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
 * Writes a file that must not exist yet.
 *
 * @throws {UserError} when it is there, or cannot be written
 */
export function writeNew(file: string, content: string): void {
  try {
    // `wx` also fails for a symbolic link to nothing.
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

/** Writes a new file, and waits until the disk has it. */
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
 * Finds where a file or folder really is. Links that leave their folder are refused, since whoever can write
 * here could point them at any file.
 *
 * @throws {UserError} for a link that leads out of its folder
 */
export function ownPlace(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  const there = statSync(path, { throwIfNoEntry: false });
  // `/dev/stdout` links to a pipe or terminal, which have no place of their own.
  if (there && !there.isFile() && !there.isDirectory()) return path;
  const target = there && realpathSync(path);
  if (target !== undefined && isInside(realpathSync(dirname(path)), target)) return target;
  throw new UserError(
    `${path} is a symbolic link that leads out of its folder (to ${target ?? 'nothing'}), and is not ` +
      'followed. Delete the link, or give the path that it leads to.',
  );
}

/**
 * Tells whether a real path is inside a real folder.
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
