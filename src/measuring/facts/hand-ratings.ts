/** Counts ratings by people in promptfoo's viewer that flip a verdict. */
import { say } from '../../base/text/language.js';

/** Answers rated against their assertions or their score, of how many. */
export interface RatedByHand {
  count: number;
  of: number;
}

export function ratedByHand(answers: readonly { rated?: true }[]): RatedByHand | undefined {
  const count = answers.filter(({ rated }) => rated).length;
  return count === 0 ? undefined : { count, of: answers.length };
}

export function ratedTestsText({ count, of }: RatedByHand): string {
  return say`${count} of ${of} answers pass or fail only because a person rated them in promptfoo's viewer.`;
}

export function ratedScoresText({ count, of }: RatedByHand): string {
  return say`A person rated ${count} of ${of} answers in promptfoo's viewer against their score. These ratings do not change recall.`;
}
