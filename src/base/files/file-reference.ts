/** Refers to users' files by path and digest, and reads them within limits. */

import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { bytesText, LARGEST_TEXT } from '../limits.js';
import type { FileReference } from '../references.js';
import { UserError } from '../user-error.js';
import { problemText } from './file-problem.js';
import { digestOf, isFile } from './files.js';

/**
 * Refers to a user's file by path and digest.
 *
 * @param option - names the file in the error message
 * @param instead - what else the option may be
 * @throws {UserError} when there is no such file
 */
export function referenceFile(option: string, file: string, instead: string): FileReference {
  if (!isFile(file)) {
    throw new UserError(
      `${option}: there is no file "${file}" in ${process.cwd()}. Give a path relative to the ` +
        `folder promptfoo is started in, or ${instead}.`,
    );
  }
  return { file, sha256: digestOf(readBounded(option, file)) };
}

export function isUnchanged({ file, sha256 }: FileReference): boolean {
  return isFile(file) && digestOf(readFileSync(file)) === sha256;
}

/**
 * Refuses a file that has changed since a Case was made with it.
 *
 * @throws {UserError} when it is gone or has changed
 */
export function assertUnchanged(option: string, reference: FileReference): void {
  if (isUnchanged(reference)) return;
  throw new UserError(
    `${option}: ${reference.file} is gone or has changed since this test case was made, so its prompt cannot ` +
      'be built again. Restore the file, or generate the test cases again.',
  );
}

/**
 * Reads a file that an option names.
 *
 * @param limit - in bytes
 * @throws {UserError} when it is larger, or cannot be read
 */
export function readBounded(option: string, file: string, limit = LARGEST_TEXT): Buffer {
  try {
    const { size } = statSync(file);
    if (size <= limit) return readFileSync(file);
    throw new UserError(
      `${option}: ${file} has ${bytesText(size)}, and at most ${bytesText(limit)} are read. Use a part of it.`,
    );
  } catch (error) {
    const problem = problemText(error);
    if (problem === undefined) throw error;
    throw new UserError(
      `${option}: ${file} cannot be read: ${problem}. Name a file that you may read.`,
    );
  }
}

/**
 * Decompresses gzip, in which a few bytes may stand for very many.
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
        `${option}: ${file} has ${bytesText(bytes.length)}, and more than ${bytesText(limit)} when it is ` +
          'decompressed, which is the most that is read. Use a part of it.',
      );
    }
    throw new UserError(
      `${option}: ${file} cannot be decompressed (${error instanceof Error ? error.message : error}). ` +
        'Fetch the file again.',
    );
  }
}
