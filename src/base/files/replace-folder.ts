/** Replaces a folder's files from the last time. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { cannotWrite } from './file-problem.js';
import { notOurs, ownPlace, writeDurably } from './whole-files.js';

/** Lists the files written into a folder, to recognize them next time. */
export const FILE_LIST = 'files.txt';

/** First line of our lists. */
const HEAD = 'Files of a report by promptfoo-counting-stars:';

const LISTED = /^[\w-][\w.-]*$/;

/**
 * Replaces a folder's files from the last time, or makes the folder. All new files are on the disk before the
 * first change, so that a failure keeps the old ones. Files of others stay.
 *
 * @param files - content by name
 * @throws {UserError} when the folder cannot be written, is a symbolic link to another folder, or has a file of
 * somebody else's with one of these names
 */
export function replaceFolder(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): void {
  const names = [...files.keys(), FILE_LIST];
  const all = new Map(files).set(FILE_LIST, `${HEAD}\n${names.join('\n')}\n`);
  try {
    const place = resolve(ownPlace(folder));
    const old = oldFiles(place);
    const taken = old.others.find((name) => all.has(name));
    if (taken !== undefined) throw notOurs(join(folder, taken));
    replaceWithin(place, all, old.ours);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

interface OldFiles {
  ours: string[];
  others: string[];
}

function oldFiles(place: string): OldFiles {
  if (!existsSync(place)) return { ours: [], others: [] };
  const list = join(place, FILE_LIST);
  const text = lstatSync(list, { throwIfNoEntry: false })?.isFile()
    ? readFileSync(list, 'utf8')
    : '';
  const [head, ...lines] = text.split('\n');
  const listed = new Set(head === HEAD ? lines.filter((line) => LISTED.test(line)) : []);
  const ours: string[] = [];
  const others: string[] = [];
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    (listed.has(entry.name) && !entry.isDirectory() ? ours : others).push(entry.name);
  }
  return { ours, others };
}

/** Writes all files next to their places first, where a full disk shows. */
function replaceWithin(
  place: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  ours: readonly string[],
): void {
  const fresh = join(place, `.${process.pid}.new`);
  mkdirSync(place, { recursive: true });
  try {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    for (const [name, content] of files) writeDurably(join(fresh, name), content);
    for (const name of files.keys()) renameSync(join(fresh, name), join(place, name));
    for (const name of ours) if (!files.has(name)) rmSync(join(place, name), { force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
