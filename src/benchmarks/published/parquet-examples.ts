/**
 * Reads examples of a Parquet file row by row, and keeps few. The authors of MRCR and GraphWalks publish only
 * Parquet (compressed with Snappy), larger than memory should be.
 */
import { openSync, readSync, statSync } from 'node:fs';
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { UserError } from '../../base/user-error.js';
import type { ExampleSource } from './json-examples.js';

const KEPT_ROWS = 4;

/** @throws {UserError} for a file that is no Parquet file */
export async function openParquetExamples(path: string): Promise<ExampleSource> {
  const file = bytesOf(path);
  const metadata = await orFetchAgain(path, parquetMetadataAsync(file));
  const read = (rowStart: number, rowEnd: number, columns?: string[]) =>
    orFetchAgain(
      path,
      parquetReadObjects({
        file,
        metadata,
        rowStart,
        rowEnd,
        ...(columns && { columns }),
      }),
    );
  const known = new Set(metadata.schema.map(({ name }) => name));
  const rows = new Map<number, unknown>();
  return {
    example(index) {
      const row = rows.get(index);
      if (row === undefined) throw new Error('a row is read before it is loaded');
      return row;
    },
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

/** Hands hyparquet parts of a file when needed. */
function bytesOf(path: string): AsyncBuffer {
  const descriptor = openSync(path, 'r');
  const { size: byteLength } = statSync(path);
  return {
    byteLength,
    slice(start, end = byteLength) {
      const bytes = new Uint8Array(Math.max(0, end - start));
      readSync(descriptor, bytes, 0, bytes.length, start);
      return bytes.buffer;
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
