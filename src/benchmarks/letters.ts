/** The letters of the options. */
export const LETTERS = ['A', 'B', 'C', 'D'] as const;
