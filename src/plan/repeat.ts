import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import { parse } from 'yaml';
import { isFile, isFolder } from '../files/files.js';

/** How promptfoo's own config may end, in the order in which promptfoo looks. */
export const CONFIG_ENDINGS = ['yaml', 'yml', 'json', 'cjs', 'cts', 'js', 'mjs', 'mts', 'ts'];

/** The file that promptfoo reads in a folder, if there is one. */
export function defaultConfig(folder: string): string | undefined {
  return CONFIG_ENDINGS.map((ending) => join(folder, `promptfooconfig.${ending}`)).find(isFile);
}

interface RepeatSettings {
  commandLineOptions?: { repeat?: unknown };
  evaluateOptions?: { repeat?: unknown };
}

/**
 * How often a config repeats each test: the one setting that promptfoo shows no hook. Of several
 * configs the last counts that says it; 1 where none does.
 *
 * @param configs - files, folders or patterns of files; none for the one in the working folder
 */
export async function configuredRepeat(configs: readonly string[]): Promise<number> {
  const paths = (configs.length > 0 ? configs : ['.']).flatMap((path) =>
    isFile(path) || isFolder(path) ? path : globSync(path),
  );
  const settings = await Promise.all(paths.map(readSettings));
  const lists = [
    settings.map(({ commandLineOptions }) => commandLineOptions?.repeat),
    settings.map(({ evaluateOptions }) => evaluateOptions?.repeat),
  ];
  const found = lists.map((list) => list.findLast((repeat) => repeat !== undefined));
  const repeat = found.find((value) => value !== undefined);
  return typeof repeat === 'number' && Number.isSafeInteger(repeat) && repeat > 0 ? repeat : 1;
}

async function readSettings(path: string): Promise<RepeatSettings> {
  const file = isFolder(path) ? defaultConfig(path) : path;
  if (file === undefined) return {};
  const content: unknown = /\.(ya?ml|json)$/.test(file)
    ? parse(readFileSync(file, 'utf8'), { merge: true })
    : ((await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }).default;
  return typeof content === 'object' && content !== null ? content : {};
}
