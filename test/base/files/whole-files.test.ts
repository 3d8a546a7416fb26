import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { isInside, writeNew, writeWhole } from '../../../src/base/files/whole-files.js';
import { mountSmallDisk } from '../../small-disk.js';

const root = mkdtempSync(join(tmpdir(), 'whole-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('writeWhole', () => {
  it('writes and replaces a file, makes its folder, keeps its rights, and leaves nothing behind', () => {
    const file = join(root, 'a', 'b', 'baseline.json');
    writeWhole(file, 'one');
    chmodSync(file, 0o640);
    writeWhole(file, 'two');
    expect(readFileSync(file, 'utf8')).toBe('two');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(root, 'a', 'b'))).toEqual(['baseline.json']);
  });

  it('does not follow a link out of its folder, and does within it', () => {
    const folder = join(root, 'links');
    mkdirSync(folder);
    writeFileSync(join(root, 'outside.json'), 'precious');
    symlinkSync(join(root, 'outside.json'), join(folder, 'out.json'));
    symlinkSync('nowhere', join(folder, 'dangling.json'));
    expect(() => writeWhole(join(folder, 'out.json'), 'x')).toThrow(
      /out\.json is a symbolic link that leads out of its folder \(to .*outside\.json\), and is not followed\. Delete the link, or give the path that it leads to\.$/,
    );
    expect(() => writeWhole(join(folder, 'dangling.json'), 'x')).toThrow('(to nothing)');
    expect(readFileSync(join(root, 'outside.json'), 'utf8')).toBe('precious');
    writeFileSync(join(folder, 'v1.json'), 'old');
    symlinkSync('v1.json', join(folder, 'current.json'));
    writeWhole(join(folder, 'current.json'), 'new');
    expect(readFileSync(join(folder, 'v1.json'), 'utf8')).toBe('new');
  });

  it('writes to a device as it is', () => {
    writeWhole('/dev/null', 'x');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('says in words what is in the way', () => {
    mkdirSync(join(root, 'folder.json'));
    writeFileSync(join(root, 'plain'), '');
    expect(() => writeWhole(join(root, 'folder.json'), 'x')).toThrow(
      /folder\.json cannot be written: illegal operation on a directory \(EISDIR\)\. What was there before is as it was\. Give another path, or make room for it\.$/,
    );
    expect(() => writeWhole(join(root, 'plain', 'x.json'), 'x')).toThrow(
      'x.json cannot be written: not a directory (ENOTDIR).',
    );
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('writeNew', () => {
  it('never replaces a file', () => {
    const file = join(root, 'new.yaml');
    writeNew(file, 'mine');
    expect(() => writeNew(file, 'yours')).toThrow(
      'new.yaml cannot be written: file already exists (EEXIST).',
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

const disk = mountSmallDisk('64k');
afterAll(() => disk?.remove());

describe.skipIf(!disk)('on a small disk (skipped where none can be mounted)', () => {
  const file = () => join(disk!.path, 'baseline.json');
  afterEach(() => disk!.remount('rw'));

  it('keeps the old file when the disk is full, and leaves nothing behind', () => {
    writeWhole(file(), 'good');
    expect(() => writeWhole(file(), 'x'.repeat(200_000))).toThrow(
      'baseline.json cannot be written: no space left on device (ENOSPC).',
    );
    expect(readFileSync(file(), 'utf8')).toBe('good');
    expect(() => writeNew(join(disk!.path, 'new'), 'x'.repeat(200_000))).toThrow('(ENOSPC)');
    expect(readdirSync(disk!.path)).toEqual(['baseline.json']);
  });

  it('says that the file system is read-only', () => {
    writeWhole(file(), 'good');
    disk!.remount('ro');
    expect(() => writeWhole(file(), 'new')).toThrow(
      'baseline.json cannot be written: read-only file system (EROFS).',
    );
    expect(readFileSync(file(), 'utf8')).toBe('good');
    expect(existsSync(join(disk!.path, 'new'))).toBe(false);
  });
});

describe('a path inside of a folder', () => {
  it.each([
    ['C:\\reports', 'C:\\reports\\index.html', true],
    ['C:\\reports', 'c:\\Reports\\new\\index.html', true],
    ['C:\\reports', 'C:\\reports\\..index.html', true],
    ['C:\\', 'C:\\index.html', true],
    ['\\\\server\\share', '\\\\server\\share\\index.html', true],
    ['C:\\reports', 'C:\\reports', false],
    ['C:\\reports', 'C:\\reports-of-others\\index.html', false],
    ['C:\\reports', 'C:\\index.html', false],
    ['C:\\reports', 'D:\\reports\\index.html', false],
    ['\\\\server\\share', '\\\\server\\other\\index.html', false],
  ])('on Windows, %s and %s: %s', (folder, path, expected) => {
    expect(isInside(folder, path, win32)).toBe(expected);
  });

  it.each([
    ['/reports', '/reports/index.html', true],
    ['/reports', '/reports/..index.html', true],
    ['/reports', '/Reports/index.html', false],
    ['/reports', '/reports', false],
    ['/reports', '/', false],
  ])('elsewhere, %s and %s: %s', (folder, path, expected) => {
    expect(isInside(folder, path, posix)).toBe(expected);
  });
});
