import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FILE_LIST, replaceFolder } from '../../../src/base/files/replace-folder.js';
import { mountSmallDisk } from '../../small-disk.js';

let root = '';
const roots: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'replace-'));
  roots.push(root);
});
afterAll(() => roots.forEach((path) => void rmSync(path, { recursive: true })));

const OLD = new Map([
  ['index.html', 'old page'],
  ['gone.svg', 'old picture'],
]);
const NEW = new Map([
  ['index.html', 'new page'],
  ['summary.md', 'new summary'],
]);

/** Everything in a folder, by name. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const HEAD = 'Files of a report by promptfoo-counting-stars:\n';
const AFTER = {
  'files.txt': `${HEAD}index.html\nsummary.md\nfiles.txt\n`,
  ...Object.fromEntries(NEW),
};

describe('replaceFolder', () => {
  it('leaves nothing of the old report, and nothing beside it', () => {
    const folder = join(root, 'deep', 'report');
    replaceFolder(folder, OLD);
    replaceFolder(folder, NEW);
    expect(contents(folder)).toEqual(AFTER);
    expect(readdirSync(join(root, 'deep'))).toEqual(['report']);
  });

  it('takes an empty folder', () => {
    mkdirSync(join(root, 'empty'));
    replaceFolder(join(root, 'empty'), NEW);
    expect(contents(join(root, 'empty'))).toEqual(AFTER);
  });

  it('keeps what is not ours', () => {
    const folder = join(root, 'mixed');
    replaceFolder(folder, OLD);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    replaceFolder(folder, NEW);
    expect(contents(folder)).toEqual({ ...AFTER, 'notes.txt': 'mine' });
  });

  it('does not replace a file of the same name that is not ours', () => {
    writeFileSync(join(root, 'index.html'), 'my home page');
    expect(() => replaceFolder(root, NEW)).toThrow(
      "index.html already exists and is not replaced, since promptfoo-counting-stars didn't write it. " +
        'Choose another path, or move it away.',
    );
    expect(contents(root)).toEqual({ 'index.html': 'my home page' });
  });

  it('believes no list that names files elsewhere', () => {
    const folder = join(root, 'listed');
    mkdirSync(folder);
    writeFileSync(join(root, 'outside'), 'precious');
    writeFileSync(join(folder, FILE_LIST), `${HEAD}../outside\nfiles.txt\n.\n..\n`);
    replaceFolder(folder, NEW);
    expect(contents(folder)).toEqual(AFTER);
    expect(readFileSync(join(root, 'outside'), 'utf8')).toBe('precious');
  });

  it('believes no list of somebody else', () => {
    const mine = { 'files.txt': 'index.html\nnotes.md\nfiles.txt\n', 'notes.md': 'mine' };
    for (const [name, content] of Object.entries(mine)) writeFileSync(join(root, name), content);
    expect(() => replaceFolder(root, NEW)).toThrow('files.txt already exists and is not replaced');
    expect(contents(root)).toEqual(mine);
  });

  it('does not follow a link out of its folder', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    roots.push(elsewhere);
    symlinkSync(elsewhere, join(root, 'report'));
    expect(() => replaceFolder(join(root, 'report'), NEW)).toThrow(
      'report is a symbolic link that leads out of its folder',
    );
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('says what is in the way', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => replaceFolder(join(root, 'file', 'report'), NEW)).toThrow(
      'report cannot be written: not a directory (ENOTDIR).',
    );
    expect(() => replaceFolder(join(root, 'file'), NEW)).toThrow('(ENOTDIR)');
  });
});

const disk = mountSmallDisk('128k');
afterAll(() => disk?.remove());

const HUGE = new Map([...NEW, ['report.json', 'x'.repeat(400_000)]]);

describe.skipIf(!disk)('on a small disk (skipped where none can be mounted)', () => {
  it('keeps the whole old report when the disk is full', () => {
    const folder = join(disk!.path, 'report');
    replaceFolder(folder, OLD);
    const before = contents(folder);
    expect(() => replaceFolder(folder, HUGE)).toThrow(
      'report cannot be written: no space left on device (ENOSPC). What was there before is as it was.',
    );
    expect(contents(folder)).toEqual(before);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(() => replaceFolder(folder, HUGE)).toThrow('(ENOSPC)');
    expect(contents(folder)).toEqual({ ...before, 'notes.txt': 'mine' });
    expect(readdirSync(disk!.path)).toEqual(['report']);
    rmSync(folder, { recursive: true });
  });

  it('replaces the files in a mounted folder, which cannot be moved', () => {
    replaceFolder(disk!.path, OLD);
    replaceFolder(disk!.path, NEW);
    expect(contents(disk!.path)).toEqual(AFTER);
  });
});
