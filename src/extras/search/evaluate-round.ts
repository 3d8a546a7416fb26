/** One evaluation of promptfoo for some prompts. */
import { UserError } from '../../base/user-error.js';
import type { AskingHalf } from '../../contract/asking-half.js';
import { SEARCH_VARIABLE, type SearchRequest } from '../../contract/requests.js';
import type { Row } from '../../contract/row.js';
import { complaintOf } from '../../measuring/results/promptfoo-complaint.js';
import { runPromptfoo } from '../../measuring/results/run-promptfoo.js';
import { readRound } from './answers.js';
import type { SearchState } from './search-state.js';

/** What the evaluation is for, which stands in its description. */
type Purpose = 'search' | 'gate';

/**
 * Let the user's promptfoo ask some prompts. It is an evaluation like any other: in its database and its
 * viewer, with its providers, retries and concurrency. Every answer is new: the cache would give those of an
 * earlier run, whose prompts are the same.
 *
 * @param file - where promptfoo writes each result as it comes
 * @throws {UserError} when promptfoo ends without any result
 */
export async function evaluateRound(
  { configs, args }: Pick<SearchState, 'configs' | 'args'>,
  request: SearchRequest,
  file: string,
  asking: AskingHalf,
  onStart: (pid: number) => void,
  purpose: Purpose = 'search',
): Promise<Row[]> {
  const { output } = await runPromptfoo(
    [
      'eval',
      ...configs.flatMap((config) => ['-c', config]),
      ...['--no-table', '--no-progress-bar', '--no-cache', '-o', file],
      ...['--description', `${purpose}, round ${request.round}`],
      ...['--filter-metadata', `search=${request.round}`],
      ...args,
    ],
    {
      [SEARCH_VARIABLE]: JSON.stringify(request),
      // The search judges, writes its own report, and does not share a grid among jobs.
      COUNTING_STARS_REPORT: 'off',
      COUNTING_STARS_SHARD: '',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
    },
    onStart,
  );
  const rows = await readRound(file, asking);
  if (rows.length === 0) throw new UserError(complaintOf(output));
  return rows;
}
