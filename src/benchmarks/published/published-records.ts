/** Reads and checks users' files that a Case refers to, once each: JSON, or an object per line, plain or gzipped. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import {
  assertUnchanged,
  gunzipBounded,
  isUnchanged,
  readBounded,
} from '../../base/files/file-reference.js';
import { noJson } from '../../base/files/files.js';
import { kept } from '../../base/kept.js';
import type { FileReference } from '../../base/references.js';
import { parseJson } from '../../base/text/from-json.js';
import { UserError } from '../../base/user-error.js';

/**
 * Makes a function that reads a file, each content once per process.
 *
 * @param option - as the user knows it, for error messages
 */
export function fileReader<T>(
  option: string,
  read: (file: string) => T,
): (reference: FileReference) => T {
  const files = new Map<string, T>();
  return (reference) =>
    kept(files, `${reference.sha256} ${reference.file}`, () => {
      assertUnchanged(option, reference);
      return read(reference.file);
    });
}

const digests = new Map<string, string>();

/** Names a file as git does, which repositories list, or by its own digest if it is gone. */
export function fileCondition(reference: FileReference): string {
  const digest = kept(digests, reference.sha256, () => {
    if (!isUnchanged(reference)) return reference.sha256;
    const bytes = readBounded('published', reference.file);
    const hash = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes);
    return hash.digest('hex').slice(0, 16);
  });
  return `a file of yours ${digest}`;
}

/**
 * Makes a function that reads a file that is one JSON value. It throws a UserError that names the file and
 * the field that is missing or wrong.
 *
 * @param shape - one sentence that says what a file has in it, for error messages
 */
export function jsonReader<S extends z.ZodType>(
  option: string,
  schema: S,
  shape: string,
): (reference: FileReference) => z.output<S> {
  return fileReader(option, (file) => {
    const text = jsonTextOf(option, file, readBounded(option, file));
    return parsed(text, schema, { where: `${option}: ${file}`, whole: 'the file', shape });
  });
}

/** Makes a function that reads a published file of records, one JSON object on each line, as `jsonReader` does. */
export function recordReader<T extends z.ZodType>(
  schema: T,
  shape: string,
): (reference: FileReference) => z.output<T>[] {
  return fileReader('published', (file) => recordsOf('published', file, schema, shape));
}

export function recordsOf<T extends z.ZodType>(
  option: string,
  file: string,
  schema: T,
  shape: string,
): z.output<T>[] {
  const records = jsonTextOf(option, file)
    .split('\n')
    .flatMap((line, i) => {
      if (line.trim() === '') return [];
      const where = `${option}: ${file}, line ${i + 1}`;
      return [parsed(line, schema, { where, whole: 'the line', shape })];
    });
  if (records.length > 0) return records;
  throw new UserError(`${option}: ${file} is empty. ${shape}`);
}

/** @throws {UserError} for text in another encoding, and what is no text */
export function jsonTextOf(option: string, file: string, bytes = bytesOf(option, file)): string {
  const other = noJson(file, bytes);
  if (other !== undefined) throw new UserError(`${option}: ${other}.`);
  return bytes.toString('utf8');
}

/** Reads a file, decompressed if needed. */
export function bytesOf(option: string, file: string): Buffer {
  const bytes = readBounded(option, file);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isCompressed ? gunzipBounded(option, file, bytes) : bytes;
}

interface Origin {
  where: string;
  /** What the whole is called, if no field of it is wrong. */
  whole: string;
  shape: string;
}

function parsed<T extends z.ZodType>(text: string, schema: T, origin: Origin): z.output<T> {
  const value = parseJson(text);
  if (value === undefined) throw new UserError(`${origin.where}: is not JSON. ${origin.shape}`);
  return checkedRecord(value, schema, origin);
}

/** @throws {UserError} naming the field that is missing or wrong */
export function checkedRecord<T extends z.ZodType>(
  value: unknown,
  schema: T,
  { where, whole, shape }: Origin,
): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new UserError(`${where}: \`${path.join('.') || whole}\`: ${message}. ${shape}`);
}
