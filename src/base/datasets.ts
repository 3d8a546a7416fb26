/** Reads the YAML files of `datasets/`, which come with the package. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { z } from 'zod';
import { once } from './kept.js';
import { UserError } from './user-error.js';

const ROOT = new URL('../../datasets/', import.meta.url);

/** The same as JSON, if built (scripts/data.mjs). */
const BUILT = new URL('../data/', import.meta.url);

/** Loads the YAML library only for texts, since the package's own data is JSON. */
const library = once(() => createRequire(import.meta.url)('yaml') as typeof import('yaml'));

export function parseYaml(text: string): unknown {
  return library().parse(text);
}

/** Lists the YAML files of a folder below `datasets/`, without their ending, in the same order everywhere. */
export function datasetNames(folder: string): string[] {
  const [root, ending] = listed();
  return readdirSync(new URL(folder, root))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
}

/** Returns where files are listed, and how they end. The built package has no YAML. */
function listed(): [URL, string] {
  return existsSync(BUILT) ? [BUILT, '.yaml.json'] : [ROOT, '.yaml'];
}

export function datasetFolders(folder: string): string[] {
  return readdirSync(new URL(folder, listed()[0]), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export function datasetText(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

/**
 * Reads a file below `datasets/`.
 *
 * @throws {UserError} naming the file and the field that is missing or wrong
 */
export function readDataset<T extends z.ZodType>(path: string, schema: T): z.output<T> {
  return parseDataset(path, schema, datasetSource(path));
}

/** Returns a file as it was built, or its text, for `parseDataset`. */
export function datasetSource(path: string): unknown {
  return builtDataset(path) ?? datasetText(path);
}

function builtDataset(path: string): unknown {
  try {
    return JSON.parse(readFileSync(new URL(`${path}.json`, BUILT), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Checks a text in the place of a file's. Throws as `readDataset` does. */
export function parseDataset<T extends z.ZodType>(
  path: string,
  schema: T,
  yaml: unknown,
): z.output<T> {
  return checked(
    typeof yaml === 'string' ? parseYaml(yaml) : yaml,
    schema,
    (field, message) => new UserError(`datasets/${path}: ${field}: ${message}.`),
  );
}

/** Makes an error from the wrong part of a file, and what is wrong with it. */
type Fail = (where: string, what: string) => UserError;

export function checked<T extends z.ZodType>(value: unknown, schema: T, fail: Fail): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw fail(`\`${path.join('.') || 'the file'}\``, message);
}

/** Reads a user's YAML file. Throws what `fail` makes. */
export function checkedYaml<T extends z.ZodType>(yaml: string, schema: T, fail: Fail) {
  let value: unknown;
  try {
    value = parseYaml(yaml);
  } catch (error) {
    throw fail('the text', `is not YAML (${error instanceof Error ? error.message : error})`);
  }
  return checked(value, schema, fail);
}
