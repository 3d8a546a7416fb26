/** Reads files in which the program keeps its state, as far as this version knows them. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { UserError } from '../user-error.js';

export const STATE_VERSION = 1;

/**
 * Reads a file of the program's own.
 *
 * @param versionIn - the field with the version of its format
 * @param restart - what to do without the file, as a sentence
 * @throws {UserError} if it is of a newer version, or damaged
 */
export function readKept<T>(
  file: string,
  schema: z.ZodType<T>,
  versionIn: 'version' | 'format',
  restart: string,
): T {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UserError(`${file} is damaged. ${restart}`);
  }
  const version = (Object(value) as Record<string, unknown>)[versionIn];
  if (typeof version === 'number' && version > STATE_VERSION) {
    throw new UserError(
      `${file} is of version ${version}, made by a newer version of promptfoo-counting-stars. Update it. ${restart}`,
    );
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw new UserError(`${file} is damaged, or of another version of this package. ${restart}`);
  }
  return parsed.data;
}
