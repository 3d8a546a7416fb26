import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  filesMatching,
  isPattern,
  namedFiles,
  readPattern,
} from '../../../src/base/files/patterns.js';
import { UserError } from '../../../src/base/user-error.js';

const folder = mkdtempSync(join(tmpdir(), 'patterns-'));
mkdirSync(join(folder, 'texts', 'en'), { recursive: true });
for (const name of ['b.txt', 'a.txt', 'en/c.txt', 'one[1].txt']) {
  writeFileSync(join(folder, 'texts', name), name);
}
afterAll(() => rmSync(folder, { recursive: true }));

const below = (...names: string[]) => names.map((name) => `${folder}/texts/${name}`);

describe('a pattern on Windows', () => {
  it.each([
    ['texts\\*.txt', { pattern: 'texts/*.txt' }],
    ['texts/**\\*.txt', { pattern: 'texts/**/*.txt' }],
    ['..\\shared\\{a,b}.txt', { pattern: '../shared/{a,b}.txt' }],
    ['C:\\Users\\Ada\\texts\\*.txt', { pattern: '*.txt', cwd: 'C:/Users/Ada/texts' }],
    ['d:/texts/**/*.txt', { pattern: '**/*.txt', cwd: 'd:/texts' }],
    ['D:\\*.txt', { pattern: '*.txt', cwd: 'D:/' }],
    ['\\\\server\\share\\texts\\*.txt', { pattern: '*.txt', cwd: '//server/share/texts' }],
    ['\\texts\\*.txt', { pattern: '*.txt', cwd: '/texts' }],
    ['\\*.txt', { pattern: '*.txt', cwd: '/' }],
  ])('%s', (text, expected) => {
    expect(readPattern(text, win32)).toEqual(expected);
  });
});

describe('a pattern elsewhere', () => {
  it.each([
    ['texts/*.txt', { pattern: 'texts/*.txt' }],
    ['/home/ada/texts/*.txt', { pattern: '*.txt', cwd: '/home/ada/texts' }],
    ['/*.txt', { pattern: '*.txt', cwd: '/' }],
    // A backslash takes the meaning from the bracket behind it.
    ['texts/one\\[1\\].txt', { pattern: 'texts/one\\[1\\].txt' }],
    ['/home/a\\*/b/*.txt', { pattern: 'a\\*/b/*.txt', cwd: '/home' }],
    ['C:\\texts\\*.txt', { pattern: 'C:\\texts\\*.txt' }],
  ])('%s', (text, expected) => {
    expect(readPattern(text, posix)).toEqual(expected);
  });

  it('names files in order: absolute where it is, else relative to a folder', async () => {
    expect(await filesMatching(`${folder}/texts/**/*.txt`)).toEqual(
      below('a.txt', 'b.txt', 'en/c.txt', 'one[1].txt'),
    );
    expect(await filesMatching('*/?.txt', folder)).toEqual(['texts/a.txt', 'texts/b.txt']);
    expect(await filesMatching(`${folder}/texts/one\\[1\\].txt`)).toEqual(below('one[1].txt'));
  });
});

describe('files that are named', () => {
  it('are those of each pattern, and names as they are', async () => {
    expect(isPattern(`${folder}/texts/one[1].txt`)).toBe(false);
    const named = [`${folder}/texts/one[1].txt`, '-', `${folder}/texts/?.txt`, `${folder}/*.json`];
    expect(await namedFiles(named)).toEqual([
      ...below('one[1].txt'),
      '-',
      ...below('a.txt', 'b.txt'),
      `${folder}/*.json`,
    ]);
  });
});

describe('a pattern of very much', () => {
  it('ends with a sentence, and does not list all', async () => {
    const found = filesMatching('/**', undefined, 1);
    await expect(found).rejects.toThrow(UserError);
    await expect(found).rejects.toThrow('Begin it with the folder');
    expect(await filesMatching('**/*.txt', folder)).toHaveLength(4);
  });
});
