/** Sums up what answers of a provider took so far. */
import { largest } from '../../base/extremes.js';
import type { Paid } from '../../contract/row.js';

/** Answers after which observation replaces assumption. */
export const FIRST_ANSWERS = 3;

const TIMES_LONGEST = 2;

/** What answers of one provider took, by its own count. */
export interface Seen {
  answers: number;
  longest: number;
}

/** Sums up what answers took, without failed calls, which may have been cut short. */
export function seenIn(rows: readonly Pick<Paid, 'error' | 'outputTokens'>[]): Seen {
  const outputs = rows.flatMap(({ error, outputTokens }) =>
    error === undefined && outputTokens !== undefined ? outputTokens : [],
  );
  return { answers: outputs.length, longest: largest([0, ...outputs]) };
}

/** Returns what an answer takes at most, after enough answers: thinking varies, so twice the longest. */
export function mostSeen(seen: Seen | undefined): number | undefined {
  return seen !== undefined && seen.answers >= FIRST_ANSWERS
    ? TIMES_LONGEST * seen.longest
    : undefined;
}
