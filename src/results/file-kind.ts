import { closeSync, openSync, readSync } from 'node:fs';
import { extname } from 'node:path';

/** So many bytes at the start of a file tell what it is. */
const START = 4096;

/** What promptfoo writes besides JSON, by the end of the file's name. */
const BY_NAME: Record<string, string> = {
  '.csv': 'CSV',
  '.html': 'HTML',
  '.txt': 'plain text',
  '.xml': 'XML',
  '.yaml': 'YAML',
  '.yml': 'YAML',
};

/**
 * What a file is, where it cannot be results in JSON.
 *
 * @returns for example `HTML`; nothing for what may be JSON, and for an empty file
 * @throws what the file system says when it cannot be read
 */
export function otherKind(file: string): string | undefined {
  const handle = openSync(file, 'r');
  const bytes = Buffer.alloc(START);
  let size: number;
  try {
    size = readSync(handle, bytes);
  } finally {
    closeSync(handle);
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'compressed with gzip';
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return 'UTF-16';
  }
  const start = bytes
    .toString('utf8', 0, size)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '' || /^[{[]/.test(start)) return undefined;
  if (/^<(?:!doctype html|html)/i.test(start)) return 'HTML';
  if (start.startsWith('<')) return 'XML';
  return BY_NAME[extname(file).toLowerCase()] ?? 'not JSON';
}
