/**
 * What a search takes for an interval of an octave, in longest prompts of a reader: half of all searches no more than
 * `half`, nine in ten no more than `nineInTen`. Measured on RULER's curves with 32 marks (docs/method/search.md).
 */
export const SEARCH_PROMPTS = { half: 5, nineInTen: 8.2 } as const;

/** Marks of one length and seed from which on that is known. */
export const SEARCH_MARKS = 32;
