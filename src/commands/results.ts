import { UserError } from '../case.js';
import { namedFiles } from '../files/patterns.js';
import { withProgress } from '../output/progress.js';
import type { ReadFrom } from '../results/read-results.js';
import type { Row } from '../results/rows.js';
import type { Source } from '../results/runs.js';

/**
 * The rows of files of results and of an evaluation in promptfoo's database, together.
 *
 * @param evalId - its id, or `latest`
 * @throws {UserError} when neither is given, or one cannot be read
 */
export async function allRows(
  files: readonly string[],
  evalId: string | undefined,
): Promise<Row[]> {
  const sources = await allSources(files, evalId === undefined ? [] : [evalId]);
  return sources.flatMap(({ rows }) => rows);
}

/**
 * The rows of each file of results, and then of each evaluation in promptfoo's database.
 *
 * @param files - their names, or patterns where the shell has left them
 * @param evalIds - their ids, or `latest`
 * @throws {UserError} when none is given, or one cannot be read
 */
export async function allSources(
  files: readonly string[],
  evalIds: readonly string[],
): Promise<Source[]> {
  if (files.length === 0 && evalIds.length === 0) {
    throw new UserError(
      'Name at least one file of results (written with `promptfoo eval -o results.json`), or give ' +
        '`--eval latest`.',
    );
  }
  const { readEvaluation, readRows } = await import('../results/read-results.js');
  return withProgress('Reading results', async () => {
    const readFrom: ReadFrom = new Map();
    const sources: Source[] = [];
    for (const file of await namedFiles(files)) {
      sources.push({ name: file, rows: await readRows([file], readFrom) });
    }
    for (const evalId of evalIds) {
      sources.push({ name: evalId, rows: (await readEvaluation(evalId, readFrom)).rows });
    }
    return sources;
  });
}
