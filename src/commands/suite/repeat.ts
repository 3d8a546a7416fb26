import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { isFile, isFolder } from '../../base/files/files.js';
import { filesMatching } from '../../base/files/patterns.js';

/** How promptfoo's own config may end, in the order in which promptfoo looks. */
const CONFIG_ENDINGS = ['yaml', 'yml', 'json', 'cjs', 'cts', 'js', 'mjs', 'mts', 'ts'];

/** The file that promptfoo reads in a folder, if there is one. */
export function defaultConfig(folder: string): string | undefined {
  return CONFIG_ENDINGS.map((ending) => join(folder, `promptfooconfig.${ending}`)).find(isFile);
}

type Where = 'commandLineOptions' | 'evaluateOptions';
type RunSettings = Partial<Record<Where, Record<string, unknown>>>;

/** Calls that promptfoo makes at once, unless it is told otherwise. */
const DEFAULT_CONCURRENCY = 4;

/**
 * How often a config repeats each test, which promptfoo shows no hook. Of several configs the last counts
 * that says it; 1 where none does.
 *
 * @param configs - files, folders or patterns of files; none for the one in the working folder
 */
export async function configuredRepeat(configs: readonly string[]): Promise<number> {
  return (await configured(configs, 'repeat')) ?? 1;
}

/**
 * How many calls promptfoo makes at once.
 *
 * @param args - of `promptfoo eval`, which go before the config
 */
export async function configuredConcurrency(
  configs: readonly string[],
  args: readonly string[],
): Promise<number> {
  const given = givenCount(args, /^(?:-j|--max-concurrency)$/, /^(?:-j|--max-concurrency=)(\d+)$/);
  return given ?? (await configured(configs, 'maxConcurrency')) ?? DEFAULT_CONCURRENCY;
}

/**
 * Reads how many calls promptfoo makes at once, the milliseconds that it waits between two (with a wait it makes one at a
 * time), and after how many it gives a test up.
 *
 * @param args - of `promptfoo eval`, which go before the config
 */
export async function configuredPace(
  configs: readonly string[],
  args: readonly string[],
): Promise<{ lanes: number; delay: number; timeoutMs: number | undefined }> {
  const given = givenCount(args, /^--delay$/, /^--delay=(\d+)$/);
  const delay = given ?? (await configured(configs, 'delay')) ?? 0;
  const lanes = delay > 0 ? 1 : await configuredConcurrency(configs, args);
  return { lanes, delay, timeoutMs: await configured(configs, 'timeoutMs') };
}

/**
 * A whole number above 0 that arguments of promptfoo give, the last one if there are several.
 * @param apart - the option whose value is the next argument
 * @param joined - the option with its value
 */
export function givenCount(
  args: readonly string[],
  apart: RegExp,
  joined: RegExp,
): number | undefined {
  const given = args
    .map((arg, i) => (apart.test(arg) ? args[i + 1] : joined.exec(arg)?.[1]))
    .findLast((value) => value !== undefined);
  return isCount(Number(given)) ? Number(given) : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** A whole number above 0 that configs set; nothing where none does. */
async function configured(configs: readonly string[], name: string): Promise<number | undefined> {
  const lookups = (configs.length > 0 ? configs : ['.']).map((path) =>
    isFile(path) || isFolder(path) ? [path] : filesMatching(path),
  );
  const settings = await Promise.all((await Promise.all(lookups)).flat().map(readSettings));
  const last = (where: Where) =>
    settings.map((one) => one[where]?.[name]).findLast((value) => value !== undefined);
  const value = last('commandLineOptions') ?? last('evaluateOptions');
  return isCount(value) ? value : undefined;
}

async function readSettings(path: string): Promise<RunSettings> {
  const file = isFolder(path) ? defaultConfig(path) : path;
  if (file === undefined) return {};
  const content: unknown = /\.(ya?ml|json)$/.test(file)
    ? parse(readFileSync(file, 'utf8'), { merge: true })
    : ((await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }).default;
  return typeof content === 'object' && content !== null ? content : {};
}
