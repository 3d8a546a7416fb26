/**
 * The data files that authors published: one JSON object on each line, plain or compressed with gzip.
 */

import type { z } from 'zod';
import { type FileReference, UserError } from '../../case.js';
import { gunzipBounded, readBounded } from '../../files/bounded-files.js';
import { assertUnchanged } from '../../files/files.js';

/**
 * Makes a function that reads a published file, each file once per process.
 *
 * @param parse - one line; `where` names file and line for error messages
 * @param remedy - one sentence for a file without a line
 */
export function lineReader<T>(
  parse: (line: string, where: string) => T,
  remedy: string,
): (reference: FileReference) => T[] {
  const files = new Map<string, T[]>();
  return (reference) => {
    const { file, sha256 } = reference;
    const key = `${sha256} ${file}`;
    let lines = files.get(key);
    if (!lines) {
      assertUnchanged('published', reference);
      lines = textOf(file)
        .split('\n')
        .flatMap((line, i) => (line.trim() === '' ? [] : [parse(line, `${file}, line ${i + 1}`)]));
      if (lines.length === 0) throw new UserError(`published: ${file} is empty. ${remedy}`);
      files.set(key, lines);
    }
    return lines;
  };
}

/**
 * Makes a function that reads a published file of records, and throws a UserError naming the line and
 * the field that is missing or wrong.
 *
 * @param schema - one record; fields it does not name are left out
 * @param shape - one sentence that says what a file has in it, for error messages
 */
export function recordReader<T extends z.ZodType>(
  schema: T,
  shape: string,
): (reference: FileReference) => z.output<T>[] {
  return lineReader((line, where) => parseRecord(line, schema, where, shape), shape);
}

function textOf(file: string): string {
  const bytes = readBounded('published', file);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isCompressed ? gunzipBounded('published', file, bytes) : bytes).toString('utf8');
}

function parseRecord<T extends z.ZodType>(
  line: string,
  schema: T,
  where: string,
  shape: string,
): z.output<T> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UserError(`published: ${where}: is not JSON. ${shape}`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new UserError(
    `published: ${where}: \`${path.join('.') || 'the line'}\`: ${message}. ${shape}`,
  );
}
