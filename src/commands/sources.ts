/** The one door by which every command reads results. */
import { UserError } from '../case.js';
import type { Source } from '../evaluation/runs.js';
import { namedFiles } from '../files/patterns.js';
import { withProgress } from '../output/progress.js';
import type { ReadFrom, ReadResults } from '../results/read-results.js';
import type { FoundBySearch } from '../search/read-search.js';
import { logText } from '../text/log-text.js';

/** Results of one file, evaluation or search. */
export interface NamedSource extends Source {
  /** What a search found, where the source is its folder. */
  search?: FoundBySearch;
}

/**
 * Read files of results, and then evaluations in promptfoo's database.
 *
 * @param files - their names, patterns where the shell has left them, folders of searches, or `-`
 * @param evalIds - their ids, or `latest`
 * @throws {UserError} when none is given, or one cannot be read
 */
export async function sourcesOf(
  files: readonly string[],
  evalIds: readonly string[],
): Promise<NamedSource[]> {
  if (files.length === 0 && evalIds.length === 0) {
    throw new UserError(
      'Name at least one file of results (written with `promptfoo eval -o results.json`), or give ' +
        '`--eval latest`.',
    );
  }
  const [{ readEvaluation, readFile }, { hasSearch }] = await Promise.all([
    import('../results/read-results.js'),
    import('../search/search-state.js'),
  ]);
  return withProgress('Reading results', async () => {
    const readFrom: ReadFrom = new Map();
    const sources: NamedSource[] = [];
    for (const file of await namedFiles(files)) {
      sources.push(
        hasSearch(file) ? await searchAt(file) : await checked(await readFile(file, readFrom)),
      );
    }
    for (const evalId of evalIds) {
      sources.push(await checked(await readEvaluation(evalId, readFrom)));
    }
    return sources;
  });
}

async function searchAt(folder: string): Promise<NamedSource> {
  const { readSearch } = await import('../search/read-search.js');
  const { rows, ...search } = await readSearch(folder);
  return { name: folder, rows, search };
}

/** Results, with what there should be; what was left out of them is said. */
async function checked({ warning, columns, ...read }: ReadResults): Promise<NamedSource> {
  if (warning) process.stderr.write(logText(`${read.name}: ${warning}\n`));
  const { expectedOfConfig } = await import('../evaluation/expected.js');
  return { ...read, expected: await expectedOfConfig(read.config, columns, read.rows) };
}
