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
 * What can be said of an answer in one word. A benchmark uses those that its answers can show; a
 * report orders and colours them, and knows no more of a benchmark than these words.
 */
export type Diagnosis = keyof typeof NAMES;

/** All diagnoses, in their order. */
export const DIAGNOSES = Object.keys(NAMES) as readonly Diagnosis[];

/** How a diagnosis is called where people read it; one of another version by its id. */
export function diagnosisName(id: string): string {
  return Object.hasOwn(NAMES, id) ? NAMES[id as Diagnosis]() : id;
}
