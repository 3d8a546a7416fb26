/** Ratings that a person gave in promptfoo's viewer, where they flip a verdict. */
import { say } from '../../base/text/language.js';

/** How many answers were rated against what their assertions or their score say, out of how many. */
export interface RatedByHand {
  count: number;
  of: number;
}

/** Count them; nothing where there is none. */
export function ratedByHand(answers: readonly { rated?: true }[]): RatedByHand | undefined {
  const count = answers.filter(({ rated }) => rated).length;
  return count === 0 ? undefined : { count, of: answers.length };
}

/** That tests pass or fail by such ratings. */
export function ratedTestsText({ count, of }: RatedByHand): string {
  return say`${count} of ${of} answers pass or fail only because a person rated them in promptfoo's viewer.`;
}

/** That generated tests are scored whatever such ratings say. */
export function ratedScoresText({ count, of }: RatedByHand): string {
  return say`A person rated ${count} of ${of} answers in promptfoo's viewer against their score. These ratings do not change recall.`;
}
