/** Files that belong together take the place of those of the last time. */
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
import { cannotWrite } from './cannot-write.js';
import { notOurs, ownPlace, writeDurably } from './whole-files.js';

/** The list of the files that were written into a folder, by which they are known the next time. */
export const FILE_LIST = 'files.txt';

/** Its first line, by which a list of somebody else's is told. */
const HEAD = 'Files of a report by promptfoo-counting-stars:';

/** Names that a list may have: files in the folder itself. */
const LISTED = /^[\w-][\w.-]*$/;

/**
 * Put files into a folder in the place of those of the last time; the folder is made if need be. All
 * are on the disk before the first one changes: where that fails, the old ones stay. Files of others
 * are neither replaced nor deleted.
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
  const all = new Map(files).set(FILE_LIST, `${HEAD}\n${names.join('\n')}\n`);
  try {
    const place = resolve(ownPlace(folder));
    const old = oldFiles(place);
    const taken = old.others.find((name) => all.has(name));
    if (taken !== undefined) throw notOurs(join(folder, taken));
    replaceWithin(place, all, old.own);
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
  const [head, ...lines] = text.split('\n');
  const listed = new Set(head === HEAD ? lines.filter((line) => LISTED.test(line)) : []);
  const own: string[] = [];
  const others: string[] = [];
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    (listed.has(entry.name) && !entry.isDirectory() ? own : others).push(entry.name);
  }
  return { own, others };
}

/** All beside their places first, where a full disk shows; then one after the other. */
function replaceWithin(
  place: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  own: readonly string[],
): void {
  const fresh = join(place, `.${process.pid}.new`);
  mkdirSync(place, { recursive: true });
  try {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    for (const [name, content] of files) writeDurably(join(fresh, name), content);
    for (const name of files.keys()) renameSync(join(fresh, name), join(place, name));
    for (const name of own) if (!files.has(name)) rmSync(join(place, name), { force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
