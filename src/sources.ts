/** The one door by which commands and programs read results and baselines. */
import { BASELINE_FORMAT, type BaselineFile } from './baseline/baseline.js';
import { UserError } from './case.js';
import type { AskingHalf } from './contract/asking-half.js';
import type { Source } from './evaluation/runs.js';
import { isFile, startOf } from './files/files.js';
import { namedFiles } from './files/patterns.js';
import type { GateOptions } from './gate/gate-result.js';
import { print } from './output/doors.js';
import { withProgress } from './progress.js';
import type { ReadResults } from './results/read-results.js';
import type { FoundBySearch } from './search/read-search.js';

/** Results of one file, evaluation or search. */
export interface NamedSource extends Source {
  /** What a search found, where the source is its folder. */
  search?: FoundBySearch;
}

/**
 * Read results, and then evaluations in promptfoo's database.
 *
 * @param given - names of files, patterns where the shell has left them, folders of searches, `-`, or what a program has
 * @param evalIds - their ids, or `latest`
 * @throws {UserError} when none is given, or one cannot be read
 */
export async function sourcesOf(
  given: readonly (string | object)[],
  evalIds: readonly string[],
): Promise<NamedSource[]> {
  if (given.length === 0 && evalIds.length === 0) {
    throw new UserError(
      'Name at least one file of results (written with `promptfoo eval -o results.json`), or give ' +
        '`--eval latest`.',
    );
  }
  const [{ ReadFrom, readEvaluation, readFile, readValue }, { hasSearch }, { askingHalf }] =
    await Promise.all([
      import('./results/read-results.js'),
      import('./search/search-state.js'),
      import('./assertions/asking-half.js'),
    ]);
  return withProgress('Reading results', async () => {
    const readFrom = new ReadFrom(askingHalf);
    const sources: NamedSource[] = [];
    for (const value of given) {
      if (typeof value === 'object')
        sources.push(await checked(await readValue(value, readFrom), askingHalf));
    }
    for (const file of await namedFiles(given.filter((one) => typeof one === 'string'))) {
      sources.push(
        hasSearch(file)
          ? await searchAt(file, askingHalf)
          : await checked(await readFile(file, readFrom), askingHalf),
      );
    }
    for (const evalId of evalIds) {
      sources.push(await checked(await readEvaluation(evalId, readFrom), askingHalf));
    }
    return sources;
  });
}

async function searchAt(folder: string, asking: AskingHalf): Promise<NamedSource> {
  const { readSearch } = await import('./search/read-search.js');
  const { rows, ...search } = await readSearch(folder, asking);
  return { name: folder, rows, search };
}

/** Results, with what there should be; what was left out of them is said. */
async function checked(
  { warnings, columns, ...read }: ReadResults,
  asking: AskingHalf,
): Promise<NamedSource> {
  for (const warning of warnings) print(process.stderr, `${read.name}: ${warning}\n`);
  const { expectedOfConfig } = await import('./evaluation/expected.js');
  const expected = await expectedOfConfig(read.config, columns, read.rows, asking);
  return { ...read, ...(expected !== undefined && { expected }) };
}

/**
 * Read a baseline file, or results of promptfoo, of which a baseline is made.
 *
 * @param allow - what of results need not be there
 * @throws {UserError} when it is neither, or results lack something
 */
export async function baselineAt(
  file: string,
  allow: Partial<Pick<GateOptions['allow'], 'errors' | 'missing'>> = {},
): Promise<BaselineFile> {
  const { readBaseline } = await import('./baseline/baseline.js');
  if (!isFile(file) || startOf(file).includes(BASELINE_FORMAT)) return readBaseline(file);
  const [{ baselineOf }, { assertComplete }, { cachedTexts }, { together }] = await Promise.all([
    import('./gate/baseline-of.js'),
    import('./evaluation/completeness.js'),
    import('./evaluation/copies.js'),
    import('./evaluation/runs.js'),
  ]);
  const evaluation = together(
    await sourcesOf([file], []).catch(prefixed('--baseline: it is not a baseline, and as results')),
    'all',
  );
  print(
    process.stderr,
    `${file} holds results of promptfoo; they are compared with as if they were a baseline.\n`,
  );
  for (const text of cachedTexts([evaluation])) print(process.stderr, `${text}\n`);
  try {
    if (!allow.missing) assertComplete(evaluation);
    return baselineOf([evaluation], allow.errors === true);
  } catch (error) {
    return prefixed(`--baseline ${file}`)(error);
  }
}

/** Throw an error again that says of what it speaks. */
function prefixed(what: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof UserError ? new UserError(`${what}: ${error.message}`) : error;
  };
}
