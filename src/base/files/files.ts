import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { LARGEST_TEXT, sizeText } from '../limits.js';
import type { FileReference } from '../references.js';
import { UserError } from '../user-error.js';
import { problemText } from './file-problem.js';

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
      `${option}: ${file} has ${sizeText(size)}, and at most ${sizeText(limit)} are read. Use a part of it.`,
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
