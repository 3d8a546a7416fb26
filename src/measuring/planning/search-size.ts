/**
 * Longest prompts of a model that a search takes for an interval of an octave, in half and in nine of ten
 * searches. Measured on RULER's curves with 32 marks (docs/method/search.md).
 */
export const SEARCH_PROMPTS = { half: 5, nineInTen: 8.2 } as const;

/** Fewest marks of one length and seed for which that is known. */
export const SEARCH_MARKS = 32;
