import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';

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

/** Returns the first 4096 bytes of a file, which show its kind. */
export function startOf(file: string): string {
  return startBytes(file).toString('utf8');
}

function startBytes(file: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(4096);
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

/**
 * Explains a file that is no JSON by its start, and how to convert it.
 *
 * @example
 * noJson('results.json.gz')
 * // 'results.json.gz is compressed with gzip. Unpack it with `gunzip results.json.gz`'
 */
export function noJson(file: string, bytes = startBytes(file)): string | undefined {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) {
    const [pipe, name] = file.endsWith('.gz') ? ['', file] : ['-c < ', `${file} > unpacked.json`];
    return `${file} is compressed with gzip. Unpack it with \`gunzip ${pipe}${name}\``;
  }
  if (first === 0x50 && second === 0x4b) return `${file} is a zip file. Unpack it first`;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // JSON begins with an ASCII character, which UTF-16 writes as two bytes.
  if (!hasMark && first !== 0 && second !== 0) return undefined;
  return (
    `${file} is UTF-16 text, as \`>\` of PowerShell writes it. Save it as UTF-8, for example with: ` +
    `iconv -f UTF-16${hasMark ? '' : first === 0 ? 'BE' : 'LE'} -t UTF-8 ${file} > utf8.json`
  );
}
