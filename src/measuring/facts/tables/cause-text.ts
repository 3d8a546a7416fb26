/** Names the main cause of losses. */

import { say } from '../../../base/text/language.js';
import { lossPlaceText } from '../length-advice.js';
import { beyondText } from '../length-parts.js';
import type { LossCause, Reached } from '../length-verdict.js';
import { diagnosisPhrase } from './diagnosis-phrases.js';
import { briefProblem } from './problems.js';

/**
 * Names a cause in a few words: `refused 40 of 40`, `misses the end (last 25%)`.
 *
 * @param row - needed if the cause is a place
 */
export function causeText(
  { of, answers = 0, outOf = 0 }: LossCause,
  row?: Pick<Reached, 'reliable' | 'sizes' | 'shortest'>,
): string {
  if (of === 'limit' && row?.reliable?.limit) return beyondText(row.reliable.limit, row.sizes);
  if (of === 'place' || of === 'limit') return (row && lossPlaceText(row)) ?? '';
  const problem = briefProblem(of);
  return problem
    ? say`${problem} ${answers} of ${outOf}`
    : say`${diagnosisPhrase(of)} in ${answers} of ${outOf}`;
}
