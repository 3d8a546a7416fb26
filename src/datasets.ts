/** The YAML files of `datasets/`, which come with the package. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { z } from 'zod';
import { UserError } from './case.js';

const ROOT = new URL('../datasets/', import.meta.url);

/**
 * Names of the YAML files of a folder, without their ending, in an order that is the same everywhere.
 *
 * @param folder - below `datasets/`, for example `kinship/`
 */
export function datasetNames(folder: string): string[] {
  return readdirSync(new URL(folder, ROOT))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
}

/** Names of the folders in a folder. */
export function datasetFolders(folder: string): string[] {
  return readdirSync(new URL(folder, ROOT), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** A file as text. */
export function datasetText(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

/**
 * A file's content, checked.
 *
 * @param path - below `datasets/`
 * @throws {UserError} naming the file and the field that is missing or wrong
 */
export function readDataset<T extends z.ZodType>(path: string, schema: T): z.output<T> {
  return parseDataset(path, schema, datasetText(path));
}

/** The content of a text in the place of a file's. Throws as `readDataset` does. */
export function parseDataset<T extends z.ZodType>(
  path: string,
  schema: T,
  yaml: string,
): z.output<T> {
  const result = schema.safeParse(parse(yaml));
  if (result.success) return result.data;
  const { path: field, message } = result.error.issues[0]!;
  throw new UserError(`datasets/${path}: \`${field.join('.') || 'the file'}\`: ${message}.`);
}
