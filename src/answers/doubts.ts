/** Why a reading is doubtful, and how a result says so. */

/** Why it is doubtful that an answer says a value, in words for people. */
const DOUBTS = {
  'not asserted': 'the answer denies it, or offers it as one of two guesses',
  'one of two': 'the answer joins it with another one by "or"',
  asked: 'it stands in a question',
  elsewhere: 'it stands before or behind the part that answers',
  part: 'it stands there only as a part of other words',
  spelling: 'it stands there in another spelling',
  repeated: 'it stands in a part of the prompt that the answer repeats',
} as const;

export type Doubt = keyof typeof DOUBTS;

/** A doubt about a score, which is at least `low` (by default 0) and at most `high` (1). */
export interface Doubted {
  why: Doubt;
  low?: number;
  high?: number;
}

/** A score whose reason and metadata say that its reading is doubtful, and why. */
export function withDoubt<Scored extends { reason: string; metadata: Record<string, unknown> }>({
  doubt,
  ...scored
}: Scored & { doubt?: Doubted | undefined }) {
  if (!doubt) return scored;
  const { why, low = 0, high = 1 } = doubt;
  return {
    ...scored,
    reason: `${scored.reason}; doubtful: ${DOUBTS[why]}`,
    metadata: { ...scored.metadata, reading: 'doubtful', doubt: why, bounds: { low, high } },
  };
}
