/** What the answers of a provider have shown of what its calls take. */
import { largest } from '../../base/extremes.js';
import type { Paid } from '../../contract/row.js';

/** Answers after which what they took replaces what is assumed of a model. */
export const FIRST_ANSWERS = 3;

/** What a call may take, by the longest answer so far. */
const TIMES_LONGEST = 2;

/** What answers of one provider took, by its own count. */
export interface Seen {
  /** Answers whose tokens are known. */
  answers: number;
  /** Tokens of the longest answer, thinking included. */
  longest: number;
}

/** Reads off what answers took; calls that failed may have been cut short and are left out. */
export function seenIn(rows: readonly Pick<Paid, 'error' | 'outputTokens'>[]): Seen {
  const outputs = rows.flatMap(({ error, outputTokens }) =>
    error === undefined && outputTokens !== undefined ? outputTokens : [],
  );
  return { answers: outputs.length, longest: largest([0, ...outputs]) };
}

/** Returns what an answer takes at most, once enough were seen: thinking varies, so twice the longest. */
export function mostSeen(seen: Seen | undefined): number | undefined {
  return seen !== undefined && seen.answers >= FIRST_ANSWERS
    ? TIMES_LONGEST * seen.longest
    : undefined;
}
