/** The measure that every benchmark has: the share of the evidence that was found. */
export const RECALL = 'recall';
