import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inLockedFolder, LOCK_FILE } from '../../../src/base/files/folder-lock.js';

let parent: string;
let folder: string;
let file: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lock-'));
  folder = join(parent, 'out');
  file = join(folder, LOCK_FILE);
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Leave a lock as another run would. */
function lockedBy(content: string): void {
  mkdirSync(folder);
  writeFileSync(file, content);
}

/** A process that has ended. */
const ended = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('a locked folder', () => {
  it('names the processes that work in it, and is free and as it was afterwards', async () => {
    const seen = await inLockedFolder(folder, async (note) => {
      const own = readFileSync(file, 'utf8');
      note(4);
      return [own, readFileSync(file, 'utf8')];
    });
    expect(seen).toEqual([`[${process.pid}]`, `[${process.pid},4]`]);
    expect(existsSync(folder)).toBe(false);
  });

  it('stays where something was put into it, and goes after an error too', async () => {
    await inLockedFolder(folder, async () => writeFileSync(join(folder, 'results'), ''));
    expect(existsSync(file)).toBe(false);
    expect(existsSync(folder)).toBe(true);
    const failed = inLockedFolder(join(parent, 'other'), () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(existsSync(join(parent, 'other'))).toBe(false);
  });

  it.each([[[process.ppid]], [[2 ** 30, process.ppid]]])(
    'is refused while one of %j lives',
    async (pids) => {
      lockedBy(JSON.stringify(pids));
      let isUsed = false;
      const second = inLockedFolder(folder, async () => {
        isUsed = true;
      });
      await expect(second).rejects.toThrow(
        `Another run is working in "${folder}": process ${process.ppid}, as ${file} says.`,
      );
      expect(isUsed).toBe(false);
      expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(pids));
    },
  );

  it.each(['', 'no list', '{}', `[${process.pid}]`])(
    'is taken from a lock of nobody: %j',
    async (content) => {
      lockedBy(content);
      expect(await inLockedFolder(folder, async () => readFileSync(file, 'utf8'))).toBe(
        `[${process.pid}]`,
      );
    },
  );

  it('is taken from a process that was killed', async () => {
    lockedBy(JSON.stringify([ended()]));
    expect(await inLockedFolder(folder, async () => 'done')).toBe('done');
    expect(existsSync(file)).toBe(false);
  });
});
