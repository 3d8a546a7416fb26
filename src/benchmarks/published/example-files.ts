import { z } from 'zod';
/**
 * Reads data sets too large for memory example by example, from JSON (a list, or an object per line), CSV or
 * Parquet. Only fields needed for a grid are kept of all.
 */

import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { AsyncBuffer } from 'hyparquet';
import { assertUnchanged, referenceFile } from '../../base/files/file-reference.js';
import { statAt } from '../../base/files/files.js';
import { bytesText, LARGEST_TEXT } from '../../base/limits.js';
import { baseName, type FileReference } from '../../base/references.js';
import { UserError } from '../../base/user-error.js';
import { checkedRecord } from './published-records.js';

interface Choice<Summary> {
  remedy: string;
  /** By default all. */
  most?: number | undefined;
  isWanted?: (summary: Summary) => boolean;
}

/** A Case of an example, from 1. Others are not read. */
interface OfExample {
  published?: FileReference | undefined;
  cell: { example?: number };
}

export function exampleTitle({ published, cell }: OfExample): string | undefined {
  return published && `${baseName(published.file)} no. ${cell.example}`;
}

/**
 * Makes a reader of data sets. It throws a UserError that names file, example and field for what is
 * missing or wrong.
 *
 * @param summary - the fields that are kept of all examples
 * @param example - all fields of one
 * @param shape - one sentence that says what a file has in it, for error messages
 * @param names - the fields that `summary` needs; by default its own
 */
export function exampleReader<S extends z.ZodType<object>, E extends z.ZodType>(
  summary: S,
  example: E,
  shape: string,
  names: readonly string[] = summary instanceof z.ZodObject ? Object.keys(summary.shape) : [],
) {
  const open = new Map<string, ExampleSource>();
  const keyOf = ({ file, sha256 }: FileReference) => `${sha256} ${file}`;
  const sourceOf = async (reference: FileReference) => {
    const known = open.get(keyOf(reference));
    if (known) return known;
    assertUnchanged('published', reference);
    const source = await openExamples(reference.file);
    open.set(keyOf(reference), source);
    return source;
  };
  const originOf = (where: string) => ({
    where: `published: ${where}`,
    whole: 'the example',
    shape,
  });
  const summariesOf = async (reference: FileReference) => {
    const source = await sourceOf(reference);
    const summaries: z.output<S>[] = [];
    for await (const fields of source.fields(names)) {
      const where = `${reference.file}, example ${summaries.length + 1}`;
      summaries.push(checkedRecord(fields, summary, originOf(where)));
    }
    if (summaries.length > 0) return summaries;
    throw new UserError(`published: ${reference.file} has no examples. ${shape}`);
  };
  return {
    /** Yields the examples a grid asks, from the first: what it needs of each, and fields of its Case that name it. */
    async *asked(
      path: string,
      { remedy, most = Number.POSITIVE_INFINITY, isWanted = () => true }: Choice<z.output<S>>,
    ) {
      const base = { published: referenceExamples(path, remedy), seed: 0 as const };
      let asked = 0;
      for (const [i, summary] of (await summariesOf(base.published)).entries()) {
        if (isWanted(summary) && asked++ < most) yield { ...summary, example: i + 1, base };
      }
    },
    async load({ published, cell }: OfExample) {
      if (published) await (await sourceOf(published)).load((cell.example ?? 1) - 1);
    },
    /** Returns an example that is loaded. */
    example({ published, cell: { example: number = 1 } }: OfExample): z.output<E> {
      const given = open.get(keyOf(published!))!.example(number - 1);
      return checkedRecord(given, example, originOf(`${published!.file}, example ${number}`));
    },
  };
}

/** Node reads less than 2 GiB at once, so larger files cannot be checked for changes. */
const LARGEST_FILE = 2 ** 31 - 1;

/** Files read example by example may be larger than others. */
function referenceExamples(file: string, remedy: string): FileReference {
  const size = statAt(file)?.size ?? 0;
  if (size <= LARGEST_TEXT) return referenceFile('published', file, remedy);
  if (size <= LARGEST_FILE) return { file, sha256: digestOfFile(file) };
  throw new UserError(
    `published: ${file} has ${bytesText(size)}, and at most ${bytesText(LARGEST_FILE)} are read. Use a part of it.`,
  );
}

export async function openExamples(file: string): Promise<ExampleSource> {
  if (file.endsWith('.csv')) return openCsvExamples(file);
  return file.endsWith('.parquet') ? openParquetExamples(file) : openJsonExamples(file);
}

interface ExampleSource {
  example(index: number): unknown;
  load(index: number): Promise<void>;
  fields(names: readonly string[]): AsyncIterable<unknown>;
}

const CHUNK_BYTES = 1 << 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Place of an example, in bytes. */
interface Span {
  start: number;
  end: number;
}

/** @throws {UserError} for a file that has no examples in it, or ends inside one */
function openJsonExamples(file: string): ExampleSource {
  return examplesAt(file, spansOf(file), 'JSON', JSON.parse);
}

/** @param parse - throws for a text that is not of the format */
function examplesAt(
  file: string,
  spans: readonly Span[],
  format: string,
  parse: (text: string) => unknown,
): ExampleSource {
  const example = (index: number) => {
    try {
      return parse(bytesAt(file, spans[index]!).toString('utf8'));
    } catch {
      throw new UserError(
        `published: ${file}, example ${index + 1} is not ${format}. Fetch the file again.`,
      );
    }
  };
  return {
    example,
    async load() {},
    async *fields(names) {
      for (let i = 0; i < spans.length; i++) {
        const all = example(i) as Record<string, unknown>;
        yield Object.fromEntries(names.map((name) => [name, all[name]]));
      }
    },
  };
}

/** Finds the outermost objects, whatever is between them. */
function spansOf(file: string): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  let isEscaped = false;
  forEachByte(file, (byte, at) => {
    if (inString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPENING && depth++ === 0) start = at;
    else if (byte === CLOSING && --depth === 0) spans.push({ start, end: at + 1 });
  });
  if (depth === 0 && !inString) return spans;
  throw endsInside(file);
}

function endsInside(file: string): UserError {
  return new UserError(`published: ${file} ends inside an example. Fetch the file again.`);
}

function forEachByte(file: string, visit: (byte: number, at: number) => void): void {
  let at = 0;
  for (const chunk of chunksOf(file)) {
    for (let i = 0; i < chunk.length; i++) visit(chunk[i]!, at + i);
    at += chunk.length;
  }
}

/** Makes the digest of a file too large to read at once, equal to `digestOf`. */
function digestOfFile(file: string): string {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(file)) hash.update(chunk);
  return hash.digest('hex').slice(0, 16);
}

/** Yields one buffer again and again, with the next bytes of a file. */
function* chunksOf(file: string): Generator<Buffer> {
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
      yield chunk.subarray(0, size);
    }
  } finally {
    closeSync(descriptor);
  }
}

function bytesAt(file: string, { start, end }: Span): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes, 0, bytes.length, start);
  } finally {
    closeSync(descriptor);
  }
  return bytes;
}

const LINE_END = 0x0a;

/** @throws {UserError} for a file that ends inside a row */
async function openCsvExamples(file: string): Promise<ExampleSource> {
  const { parse } = await import('csv-parse/sync');
  const spans: Span[] = [];
  let start = 0;
  let inQuotes = false;
  forEachByte(file, (byte, at) => {
    if (byte === QUOTE) inQuotes = !inQuotes;
    if (byte !== LINE_END || inQuotes) return;
    spans.push({ start, end: at });
    start = at + 1;
  });
  if (inQuotes) throw endsInside(file);
  const { size } = statSync(file);
  if (size > start) spans.push({ start, end: size });
  const [head, ...rows] = spans;
  const columns = head ? `${bytesAt(file, head)}\n` : '';
  return examplesAt(
    file,
    rows,
    'CSV',
    (row) => parse(columns + row, { bom: true, columns: true })[0],
  );
}

const KEPT_ROWS = 4;

/** @throws {UserError} for a file that is no Parquet file */
async function openParquetExamples(path: string): Promise<ExampleSource> {
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  const { size: byteLength } = statSync(path);
  const file: AsyncBuffer = {
    byteLength,
    slice: (start, end = byteLength) => bytesAt(path, { start, end }).buffer,
  };
  const metadata = await orFetchAgain(path, parquetMetadataAsync(file));
  const read = (rowStart: number, rowEnd: number, columns?: string[]) => {
    const rows = { file, metadata, rowStart, rowEnd, ...(columns && { columns }) };
    return orFetchAgain(path, parquetReadObjects(rows));
  };
  const known = new Set(metadata.schema.map(({ name }) => name));
  const rows = new Map<number, unknown>();
  return {
    example: (index) => rows.get(index),
    async load(index) {
      if (rows.has(index)) return;
      const [row] = await read(index, index + 1);
      rows.set(index, plain(row));
      const [oldest] = rows.keys();
      if (rows.size > KEPT_ROWS) rows.delete(oldest!);
    },
    async *fields(names) {
      const columns = names.filter((name) => known.has(name));
      let start = 0;
      for (const { num_rows } of metadata.row_groups) {
        const end = start + Number(num_rows);
        for (const row of await read(start, end, columns)) yield plain(row);
        start = end;
      }
    },
  };
}

async function orFetchAgain<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new UserError(
      `published: ${path} cannot be read as Parquet (${error instanceof Error ? error.message : error}). ` +
        'Fetch the file again, or convert it to JSON.',
    );
  }
}

/** Converts 64-bit integers of Parquet to numbers. */
function plain(row: Record<string, unknown> | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value,
    ]),
  );
}

/**
 * What is wrong with `lengths` beside `published`, where these are the octaves that are asked.
 *
 * @example
 * octavesConflict({ published: '8needle_0.parquet', lengths: 8 })
 */
export function octavesConflict({
  published,
  lengths,
}: Record<string, unknown>): string | undefined {
  if (published === undefined || lengths === undefined) return undefined;
  if (String(published).endsWith('.csv')) {
    return '`lengths` cannot choose among the prompts of a CSV, which are counted in tokens of their authors. Name the file that has the lengths, and leave `lengths` out.';
  }
  const isOctave = (length: unknown) => Number.isInteger(Math.log2(Number(length)));
  if (Array.isArray(lengths) && lengths.every(isOctave)) return undefined;
  return '`lengths` beside `published` is a list of powers of two, for example [65536, 131072]. Each asks the prompts that are longer than half of it.';
}
