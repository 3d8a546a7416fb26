/** Files that a config names are read only as far as there is room for them. */
import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { UserError } from '../case.js';
import { LARGEST_TEXT, sizeText } from '../limits.js';
import { troubleText } from './file-trouble.js';

/**
 * Read a file that an option names.
 *
 * @param limit - the most bytes that are read
 * @throws {UserError} when it is larger, or cannot be read
 */
export function readBounded(option: string, file: string, limit = LARGEST_TEXT): Buffer {
  try {
    const { size } = statSync(file);
    if (size <= limit) return readFileSync(file);
    throw new UserError(
      `${option}: ${file} has ${sizeText(size)}, and at most ${sizeText(limit)} are read. Use a part of it.`,
    );
  } catch (error) {
    const trouble = troubleText(error);
    if (trouble === undefined) throw error;
    throw new UserError(
      `${option}: ${file} cannot be read: ${trouble}. Name a file that you may read.`,
    );
  }
}

/**
 * Decompress what gzip has compressed; a few bytes may stand for very many.
 *
 * @param limit - the most bytes that come out
 * @throws {UserError} when there are more, or when it is damaged
 */
export function gunzipBounded(
  option: string,
  file: string,
  bytes: Buffer,
  limit = LARGEST_TEXT,
): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new UserError(
        `${option}: ${file} has ${sizeText(bytes.length)}, and more than ${sizeText(limit)} when it is ` +
          'decompressed, which is the most that is read. Use a part of it.',
      );
    }
    throw new UserError(
      `${option}: ${file} cannot be decompressed (${error instanceof Error ? error.message : error}). ` +
        'Fetch the file again.',
    );
  }
}
