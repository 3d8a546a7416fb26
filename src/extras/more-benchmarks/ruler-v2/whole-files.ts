/** Files of the user's of which all records are needed at once: JSON (a list, or one object on each line), CSV or Parquet. */
import type { z } from 'zod';
import { assertUnchanged } from '../../../base/files/file-reference.js';
import type { FileReference } from '../../../base/references.js';
import { UserError } from '../../../base/user-error.js';
import { openExamples } from '../../../benchmarks/published/example-files.js';
import { checkedRecord } from '../../../benchmarks/published/published-records.js';

/**
 * Makes a reader of such files, each content once per process. It throws a UserError that names option, file,
 * record and field.
 *
 * @param names - the fields that a record needs
 * @param shape - one sentence that says what a file has in it, for error messages
 */
export function wholeFileReader<S extends z.ZodType>(
  option: string,
  record: S,
  names: readonly string[],
  shape: string,
) {
  const known = new Map<string, z.output<S>[]>();
  const keyOf = ({ file, sha256 }: FileReference) => `${sha256} ${file}`;
  const read = async ({ file }: FileReference) => {
    const records: z.output<S>[] = [];
    try {
      for await (const fields of (await openExamples(file)).fields(names)) {
        const where = `${option}: ${file}, record ${records.length + 1}`;
        records.push(checkedRecord(fields, record, { where, whole: 'the record', shape }));
      }
    } catch (error) {
      // The reader of examples knows them by another option.
      if (!(error instanceof UserError)) throw error;
      throw new UserError(error.message.replace(/^published:/, `${option}:`));
    }
    if (records.length > 1) return records;
    throw new UserError(`${option}: ${file} has too few records. ${shape}`);
  };
  return {
    async load(reference: FileReference): Promise<void> {
      if (known.has(keyOf(reference))) return;
      assertUnchanged(option, reference);
      known.set(keyOf(reference), await read(reference));
    },
    records(reference: FileReference): readonly z.output<S>[] {
      const records = known.get(keyOf(reference));
      if (!records) throw new Error('a file is read before it is loaded');
      return records;
    },
  };
}
