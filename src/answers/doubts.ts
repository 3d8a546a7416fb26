import { say, sentences } from '../base/text/language.js';
import type { Decoration, Doubt } from '../contract/reading.js';
import type { Doubted } from './answer.js';

const DOUBTS: Readonly<Record<Exclude<Doubt, Decoration | 'form'>, () => string>> = {
  'not asserted': () => say`the answer denies it, or offers it as one of two guesses`,
  'one of two': () => say`the answer joins it with another one`,
  asked: () => say`it stands in a question`,
  elsewhere: () => say`it stands before or after the part that answers`,
  part: () => say`it stands there only as a part of other words`,
  spelling: () => say`it stands there in another spelling`,
  repeated: () => say`it stands in a part of the prompt that the answer repeats`,
  corrected: () => say`the answer corrects itself`,
};

const DECORATED: Readonly<Record<Decoration, () => string>> = {
  preamble: () => say`the preamble`,
  ending: () => say`the ending`,
  JSON: () => say`the JSON around it`,
  'code fence': () => say`the code fence`,
  box: () => say`the box`,
  table: () => say`the table`,
  'list marks': () => say`the list marks`,
  bold: () => say`the bold`,
  quotes: () => say`the quotes`,
  backticks: () => say`the backticks`,
  separators: () => say`the separators of thousands`,
  'line breaks': () => say`the line breaks`,
  characters: () => say`the characters of another script`,
  'number words': () => say`the numbers in words`,
  remarks: () => say`the remarks in brackets`,
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

/** `the rule of the original gives 0, without the preamble and the bold it is 1`. */
function doubtText({ why, low = 0, high = 1, without = [] }: Doubted): string {
  if (why in DOUBTS) return DOUBTS[why as keyof typeof DOUBTS]();
  const [least, most] = [figure(low), figure(high)];
  if (why === 'form') {
    return say`the rule of the original gives ${least}, in the form that the task wants it would be ${most}`;
  }
  const off = without
    .map((one) => DECORATED[one]())
    .reduce((all, one) => (all === '' ? one : say`${all} and ${one}`), '');
  return say`the rule of the original gives ${least}, without ${off} it is ${most}`;
}

function figure(score: number): string {
  return `${Number(score.toFixed(2))}`;
}
