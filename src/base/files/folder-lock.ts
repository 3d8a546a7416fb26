/** Allows one run per folder: two would pay twice, and each would print what the other wrote. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../text/from-json.js';
import { UserError } from '../user-error.js';
import { cannotWrite } from './file-problem.js';
import { isFile, statAt } from './files.js';
import { cleaningUp } from './temporary-folder.js';
import { writeWhole } from './whole-files.js';

/** Names the processes that work in a folder: a command's own and its promptfoo. */
export const LOCK_FILE = '.running.json';

/** Adds a process that may outlive a killed command. */
export type NoteProcess = (pid: number) => void;

/**
 * Works in a folder that nobody else works in. Locks of ended processes do not count.
 *
 * @param folder - is made if need be, and removed if it stays empty
 * @throws {UserError} naming the process that works in it
 */
export async function inLockedFolder<T>(
  folder: string,
  use: (note: NoteProcess) => Promise<T>,
): Promise<T> {
  const file = join(folder, LOCK_FILE);
  const isNew = locked(folder, file);
  const release = () => {
    rmSync(file, { force: true });
    if (isNew && readdirSync(folder).length === 0) rmdirSync(folder);
  };
  return cleaningUp(release, () =>
    use((pid) => writeWhole(file, JSON.stringify([process.pid, pid]))),
  );
}

/** Locks a folder, and returns whether it is new. */
function locked(folder: string, file: string): boolean {
  try {
    const isNew = mkdirSync(folder, { recursive: true }) !== undefined;
    while (!isCreated(file)) {
      const found = textOf(file);
      const alive = processesIn(found).find((pid) => pid !== process.pid && isAlive(pid));
      if (alive !== undefined) throw inUse(folder, file, alive);
      removeStale(folder, file, found);
    }
    return isNew;
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

function inUse(folder: string, file: string, pid: number | string): UserError {
  return new UserError(
    `Another run is working in "${folder}": process ${pid}, as ${file} says. Wait for its end, or choose another folder ` +
      'with --out.',
  );
}

function isCreated(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify([process.pid]), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Milliseconds in which a new lock is also written. */
const MOMENT = 200;

/** Reads a lock. One just being made is read a moment later. */
function textOf(file: string): string {
  if (statAt(file)?.size === 0) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MOMENT);
  }
  return isFile(file) ? readFileSync(file, 'utf8') : '';
}

function processesIn(text: string): number[] {
  const found = parseJson(text);
  return Array.isArray(found) ? found.filter((pid) => Number.isInteger(pid) && pid > 0) : [];
}

/** Removes a lock of ended processes, unless another command has replaced it. */
function removeStale(folder: string, file: string, stale: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const taken = readFileSync(aside, 'utf8');
  if (taken !== stale) {
    renameSync(aside, file);
    throw inUse(folder, file, processesIn(taken)[0] ?? '?');
  }
  rmSync(aside, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Detects an ended process that nobody has waited for, as in containers (Linux). */
function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === '';
  } catch {
    return false;
  }
}
