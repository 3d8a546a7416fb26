/** Each diagnosis in a few words, for people. */
export const PHRASES = {
  complete: 'found everything',
  'missing-head': 'lost the head',
  'missing-middle': 'lost the middle',
  'missing-tail': 'lost the tail',
  scattered: 'lost some here and there',
  missing: 'did not find it',
  partway: 'stopped partway',
  another: 'took another one for the one asked for',
  distractor: 'took a distractor for it',
  superseded: 'gives superseded values',
  obeyed: 'follows instructions inside tool results',
  wrong: 'answered something else',
  'regular-sequence': 'went on in regular steps instead of reading',
  repetition: 'repeated itself',
  recited: 'recited the sentences instead of listing the numbers',
  'mixed-up': 'took the mistaken numbers for the right ones',
  unreadable: 'could not be read',
  empty: 'said nothing',
  refused: 'refused',
  'cut-off': 'was cut off at the output limit',
  'thinking-used-up': 'used up its output by thinking',
  filtered: 'was held back by a filter',
  transformed: 'went through a transform',
} as const;

/**
 * What can be said of an answer in one word. A benchmark uses those that its answers can show; a
 * report orders and colours them, and knows no more of a benchmark than these words.
 */
export type Diagnosis = keyof typeof PHRASES;
