import { UserError } from '../case.js';
import { withProgress } from '../output/progress.js';
import type { ReadFrom } from '../results/read-results.js';
import type { Row } from '../results/rows.js';

/**
 * The rows of files of results and of an evaluation in promptfoo's database.
 *
 * @param evalId - its id, or `latest`
 * @throws {UserError} when neither is given, or one cannot be read
 */
export async function allRows(
  files: readonly string[],
  evalId: string | undefined,
): Promise<Row[]> {
  if (files.length === 0 && evalId === undefined) {
    throw new UserError(
      'Name at least one file of results (written with `promptfoo eval -o results.json`), or give ' +
        '`--eval latest`.',
    );
  }
  const { readEvaluation, readRows } = await import('../results/read-results.js');
  return withProgress('Reading results', async () => {
    const readFrom: ReadFrom = new Map();
    const rows = await readRows(files, readFrom);
    const stored = evalId === undefined ? [] : (await readEvaluation(evalId, readFrom)).rows;
    return [...rows, ...stored];
  });
}
