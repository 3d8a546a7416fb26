import { say, sentences } from '../base/text/language.js';
import type { Doubt } from '../contract/reading.js';
import type { Doubted } from './answer.js';

const DOUBTS: Readonly<Record<Exclude<Doubt, 'form'>, () => string>> = {
  'not asserted': () => say`the answer denies it, or offers it as one of two guesses`,
  'one of two': () => say`the answer joins it with another one`,
  asked: () => say`it stands in a question`,
  elsewhere: () => say`it stands before or after the part that answers`,
  part: () => say`it stands there only as a part of other words`,
  spelling: () => say`it stands there in another spelling`,
  repeated: () => say`it stands in a part of the prompt that the answer repeats`,
  corrected: () => say`the answer corrects itself`,
};

/** Adds to a score's reason and metadata why its reading is doubtful. */
export function withDoubt<Scored extends { reason: string; metadata: Record<string, unknown> }>({
  doubt,
  ...scored
}: Scored & { doubt?: Doubted | undefined }) {
  if (!doubt) return scored;
  const { why, low = 0, high = 1 } = doubt;
  return {
    ...scored,
    reason: sentences([scored.reason, say`Doubtful: ${doubtText(doubt)}.`]),
    metadata: { ...scored.metadata, reading: 'doubtful', doubt: why, bounds: { low, high } },
  };
}

function doubtText({ why, low = 0, high = 1 }: Doubted): string {
  if (why !== 'form') return DOUBTS[why]();
  return say`the rule of the original gives ${figure(low)}, in the form that the task wants it would be ${figure(high)}`;
}

function figure(score: number): string {
  return `${Number(score.toFixed(2))}`;
}
