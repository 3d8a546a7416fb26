/** Reads a search that is over, for those who judge it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readKept, STATE_VERSION } from '../../base/files/kept-state.js';
import { UserError } from '../../base/user-error.js';
import type { AskingHalf } from '../../contract/asking-half.js';
import type { Row } from '../../contract/row.js';
import { RECALL } from '../../contract/signs.js';
import { outcomesOf, readRound } from './answers.js';
import type { SearchJson } from './search-json.js';
import { RESULT_FILE, readState, resultName } from './search-state.js';

/** Checks what tells a result from other files. The rest is as `resultJson` wrote it. */
const resultSchema = z.object({
  format: z.literal(STATE_VERSION),
  threshold: z.number(),
  models: z.array(z.looseObject({ provider: z.string(), longest: z.number() })),
});

/** What a search found, and the metric that it searched by. */
export interface FoundBySearch extends Pick<SearchJson, 'threshold' | 'models'> {
  measures: string[];
}

/**
 * Reads a search.
 * @param folder - where it keeps its state
 * @throws {UserError} if there is none, or it is not over
 */
export async function readSearch(
  folder: string,
  asking: AskingHalf,
): Promise<{ rows: Row[]; search: FoundBySearch }> {
  const state = readState(folder);
  const file = join(folder, RESULT_FILE);
  if (!existsSync(file)) {
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
    return outcomes.flatMap((outcome) => (outcome.tooLong && answered ? [] : outcome.rows));
  });
  const restart = 'Start a new search with another --out.';
  const found = readKept(file, resultSchema, 'format', restart) as unknown as SearchJson;
  return { rows, search: { ...found, measures: [state.measure ?? RECALL] } };
}
