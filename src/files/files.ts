import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type FileReference, UserError } from '../case.js';
import { readBounded } from './bounded-files.js';

/** First 16 hexadecimal digits of the SHA-256 of a text or of bytes. */
export function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Whether there is a file, and not a folder, at a path. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Refer to a file of the user's by path and digest.
 *
 * @param option - the option that names the file, for the error message
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

/** Whether a file is still the one that was referred to. */
export function isUnchanged({ file, sha256 }: FileReference): boolean {
  return isFile(file) && digestOf(readFileSync(file)) === sha256;
}

/**
 * Check that a file is still the one that a Case was made with.
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
