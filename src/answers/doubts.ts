/** How a result says that its reading is doubtful. */
import type { Doubt, Doubted } from './answer.js';

/** Each doubt in words for people. */
const DOUBTS: Readonly<Record<Doubt, string>> = {
  'not asserted': 'the answer denies it, or offers it as one of two guesses',
  'one of two': 'the answer joins it with another one by "or"',
  asked: 'it stands in a question',
  elsewhere: 'it stands before or behind the part that answers',
  part: 'it stands there only as a part of other words',
  spelling: 'it stands there in another spelling',
  repeated: 'it stands in a part of the prompt that the answer repeats',
};

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
