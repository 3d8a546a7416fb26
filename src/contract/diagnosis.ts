import { say } from '../base/text/language.js';

const NAMES = {
  complete: () => say`complete`,
  'missing-head': () => say`missing-head`,
  'missing-middle': () => say`missing-middle`,
  'missing-tail': () => say`missing-tail`,
  scattered: () => say`scattered`,
  missing: () => say`missing`,
  partway: () => say`partway`,
  another: () => say`another`,
  distractor: () => say`distractor`,
  superseded: () => say`superseded`,
  obeyed: () => say`obeyed`,
  wrong: () => say`wrong`,
  'off-topic': () => say`off-topic`,
  'regular-sequence': () => say`regular-sequence`,
  repetition: () => say`repetition`,
  recited: () => say`recited`,
  'mixed-up': () => say`mixed-up`,
  unreadable: () => say`unreadable`,
  empty: () => say`empty`,
  refused: () => say`refused`,
  'cut-off': () => say`cut-off`,
  'thinking-used-up': () => say`thinking-used-up`,
  filtered: () => say`filtered`,
  transformed: () => say`transformed`,
} as const;

/**
 * One-word diagnoses of an answer. A benchmark uses those its answers can show. Reports know no more of a
 * benchmark than these.
 */
export type Diagnosis = keyof typeof NAMES;

export const DIAGNOSES = Object.keys(NAMES) as readonly Diagnosis[];

/** Names a diagnosis for people. Those of another version keep their id. */
export function diagnosisName(id: string): string {
  return Object.hasOwn(NAMES, id) ? NAMES[id as Diagnosis]() : id;
}
