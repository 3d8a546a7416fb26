import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory with very little room, and one that can be made read-only. */
export interface SmallDisk {
  path: string;
  remount(options: string): void;
  remove(): void;
}

/**
 * Mount a small file system.
 *
 * @returns nothing where this machine does not allow that: it takes Linux and root
 */
export function mountSmallDisk(size: string): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: 'ignore' });
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path);
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    remount: (options) => run('mount', '-o', `remount,${options}`, path),
    remove: () => {
      run('umount', path);
      rmSync(path, { recursive: true });
    },
  };
}
