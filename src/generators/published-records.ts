/**
 * The data files that the authors of Lost in the Middle published: one JSON object on each line,
 * plain or compressed with gzip.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { type FileReference, UserError } from '../case.js';
import { assertUnchanged } from '../files.js';

const files = new Map<string, unknown[]>();

/**
 * Read a published file; read once per process.
 *
 * @param schema - one record; fields it does not name are left out
 * @param shape - one sentence that says what a file has in it, for error messages
 * @throws {UserError} naming the line and the field that is missing or wrong
 */
export function readRecords<T extends z.ZodType>(
  reference: FileReference,
  schema: T,
  shape: string,
): z.output<T>[] {
  const { file, sha256 } = reference;
  const key = `${sha256} ${file}`;
  let records = files.get(key) as z.output<T>[] | undefined;
  if (!records) {
    assertUnchanged('published', reference);
    records = textOf(file)
      .split('\n')
      .flatMap((line, i) =>
        line.trim() === '' ? [] : [parseLine(line, schema, `${file}, line ${i + 1}`, shape)],
      );
    if (records.length === 0) {
      throw new UserError(`published: ${file} is empty. ${shape}`);
    }
    files.set(key, records);
  }
  return records;
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (error) {
    throw new UserError(
      `published: ${file} cannot be decompressed (${error instanceof Error ? error.message : error}). ` +
        'Fetch the file again.',
    );
  }
}

function parseLine<T extends z.ZodType>(
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
