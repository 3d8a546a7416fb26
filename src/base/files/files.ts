import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';

/** Returns the first 16 hexadecimal digits of a SHA-256. */
export function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Returns what is at a path, if anything can be there. */
export function statAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

export function isFile(path: string): boolean {
  return statAt(path)?.isFile() === true;
}

export function isFolder(path: string): boolean {
  return statAt(path)?.isDirectory() === true;
}
