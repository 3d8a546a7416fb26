/**
 * Reads data sets too large for memory example by example, from JSON (a list, or an object per line), CSV or
 * Parquet. Only fields needed for a grid are kept of all.
 */
import type { z } from 'zod';
import { assertUnchanged, referenceFile } from '../../base/files/file-reference.js';
import { statAt } from '../../base/files/files.js';
import { bytesText, LARGEST_TEXT } from '../../base/limits.js';
import { baseName, type FileReference } from '../../base/references.js';
import { UserError } from '../../base/user-error.js';
import type { ExampleSource } from './json-examples.js';
import { digestOfFile, openJsonExamples } from './json-examples.js';
import { checkedRecord } from './published-records.js';

export interface ExampleReader<Summary, Example> {
  /** Yields the examples a grid asks, from the first: what it needs of each, and fields of its Case that name it. */
  asked(
    path: string,
    choice: {
      remedy: string;
      /** By default all. */
      most?: number | undefined;
      isWanted?: (summary: Summary) => boolean;
    },
  ): AsyncGenerator<Summary & { example: number; base: { published: FileReference; seed: 0 } }>;
  load(draft: OfExample): Promise<void>;
  example(draft: OfExample): Example;
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
 * @param names - the fields that `summary` needs
 */
export function exampleReader<S extends z.ZodType<object>, E extends z.ZodType>(
  summary: S,
  example: E,
  shape: string,
  names: readonly string[],
): ExampleReader<z.output<S>, z.output<E>> {
  const open = new Map<string, ExampleSource>();
  const keyOf = ({ file, sha256 }: FileReference) => `${sha256} ${file}`;
  const sourceOf = async (reference: FileReference) => {
    let source = open.get(keyOf(reference));
    if (!source) {
      assertUnchanged('published', reference);
      source = await openExamples(reference.file);
      open.set(keyOf(reference), source);
    }
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
    async *asked(path, { remedy, most = Number.POSITIVE_INFINITY, isWanted = () => true }) {
      const base = { published: referenceExamples(path, remedy), seed: 0 as const };
      let asked = 0;
      for (const [i, one] of (await summariesOf(base.published)).entries()) {
        if (isWanted(one) && asked++ < most) yield { ...one, example: i + 1, base };
      }
    },
    async load({ published, cell }) {
      if (published) await (await sourceOf(published)).load((cell.example ?? 1) - 1);
    },
    example({ published, cell: { example: number = 1 } }) {
      const source = published && open.get(keyOf(published));
      if (!source) throw new Error('an example is read before it is loaded');
      const where = `${published.file}, example ${number}`;
      return checkedRecord(source.example(number - 1), example, originOf(where));
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
  if (file.endsWith('.csv')) {
    const { openCsvExamples } = await import('./csv-examples.js');
    return openCsvExamples(file);
  }
  if (!file.endsWith('.parquet')) return openJsonExamples(file);
  const { openParquetExamples } = await import('./parquet-examples.js');
  return openParquetExamples(file);
}
