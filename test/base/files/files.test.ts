import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { gunzipBounded, readBounded } from '../../../src/base/files/file-reference.js';

const folder = mkdtempSync(join(tmpdir(), 'bounded-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('readBounded', () => {
  it('reads no more than there is room for', () => {
    const file = join(folder, 'a.txt');
    writeFileSync(file, 'x'.repeat(5000));
    expect(readBounded('haystack', file, 5000)).toHaveLength(5000);
    expect(() => readBounded('haystack', file, 4999)).toThrow(
      `haystack: ${file} has 5 KiB, and at most 5 KiB are read. Use a part of it.`,
    );
    expect(() => readBounded('haystack', folder)).toThrow(
      'cannot be read: illegal operation on a directory (EISDIR)',
    );
    expect(() => readBounded('questions', 'a\0b')).toThrow(
      'cannot be read: a path cannot have a NUL in it (ERR_INVALID_ARG_VALUE)',
    );
  });
});

describe('gunzipBounded', () => {
  it('stops a gzip bomb where its limit is', () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    expect(() => gunzipBounded('published', 'bomb.gz', bomb, 1024 * 1024)).toThrow(
      'published: bomb.gz has 64 KiB, and more than 1 MiB when it is decompressed, which is the most ' +
        'that is read. Use a part of it.',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });

  it('decompresses what fits, and names what is damaged', () => {
    expect(gunzipBounded('published', 'a.gz', gzipSync('text')).toString()).toBe('text');
    expect(() => gunzipBounded('published', 'a.gz', Buffer.from([0x1f, 0x8b, 8, 0]))).toThrow(
      /^published: a\.gz cannot be decompressed \(.*\)\. Fetch the file again\.$/,
    );
  });
});
