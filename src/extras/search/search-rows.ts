/** The rows of a search that is over, for who asks no more of it than of other results. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../base/user-error.js';
import type { AskingHalf } from '../../contract/asking-half.js';
import type { Row } from '../../contract/row.js';
import { outcomesOf, readRound } from './answers.js';
import { RESULT_FILE, readState, resultName, type SearchState } from './search-state.js';

/**
 * Read the rows of a search.
 *
 * @param folder - where it keeps its state
 * @throws {UserError} where there is none, or it is not over
 */
export async function searchRows(
  folder: string,
  asking: AskingHalf,
): Promise<{ state: SearchState; rows: Row[] }> {
  const state = readState(folder);
  if (!existsSync(join(folder, RESULT_FILE))) {
    throw new UserError(
      `The search in ${folder} isn't done. Continue with \`search --resume --out ${folder}\`.`,
    );
  }
  const all: Row[] = [];
  for (const name of state.rounds.flatMap(({ files }) => files)) {
    all.push(...(await readRound(join(folder, name), asking)));
  }
  const rows = state.providers.map(resultName).flatMap((provider) => {
    const outcomes = outcomesOf(provider, state, all);
    // What a window cannot take is no failed call, unless nothing else is known of the model.
    const answered = outcomes.some(({ marks }) => marks);
    return outcomes.flatMap((one) => (one.tooLong && answered ? [] : one.rows));
  });
  return { state, rows };
}
