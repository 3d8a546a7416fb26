import { closeSync, openSync, readSync } from 'node:fs';

/** So many bytes at the start of a file tell what it is. */
const START = 4096;

/** The start of a file as text. Throws what the file system says when it cannot be read. */
export function startOf(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(START);
    return bytes.toString('utf8', 0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}
