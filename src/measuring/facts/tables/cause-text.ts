/** Names the main cause of losses. */

import { say } from '../../../base/text/language.js';
import type { Diagnosis } from '../../../contract/diagnosis.js';
import { foreign } from '../../document/foreign.js';
import { lossPlaceText } from '../length-advice.js';
import { beyondText } from '../length-parts.js';
import type { LossCause, Reached } from '../length-verdict.js';
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

const PHRASES: Readonly<Record<Diagnosis, () => string>> = {
  complete: () => say`found everything`,
  'missing-head': () => say`lost the head`,
  'missing-middle': () => say`lost the middle`,
  'missing-tail': () => say`lost the tail`,
  scattered: () => say`lost some here and there`,
  missing: () => say`did not find it`,
  partway: () => say`stopped partway`,
  another: () => say`took another one for the right one`,
  distractor: () => say`took a distractor for it`,
  superseded: () => say`gives superseded values`,
  obeyed: () => say`follows instructions inside tool results`,
  wrong: () => say`answered another question`,
  'off-topic': () => say`was about something else than the question`,
  'regular-sequence': () => say`went on in regular steps instead of reading`,
  repetition: () => say`repeated itself`,
  recited: () => say`recited the sentences instead of listing the numbers`,
  'mixed-up': () => say`took the mistaken numbers for the right ones`,
  unreadable: () => say`could not be read`,
  empty: () => say`said nothing`,
  refused: () => say`refused`,
  'cut-off': () => say`was cut off at the output limit`,
  'thinking-used-up': () => say`used up its output by thinking`,
  filtered: () => say`was held back by a filter`,
  transformed: () => say`went through a transform`,
};

/** Describes a diagnosis: `lost the middle`. One of another version describes itself. */
export function diagnosisPhrase(diagnosis: string): string {
  return Object.hasOwn(PHRASES, diagnosis) ? PHRASES[diagnosis as Diagnosis]() : foreign(diagnosis);
}
