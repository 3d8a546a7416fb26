/** Defaults that several options share, in a file that is light to load. */

/** Recall from which a test passes and a length counts as reliable. */
export const DEFAULT_THRESHOLD = 0.85;

export const MAX_DROP = 0.02;

/** Drop to rule out for a pass, if a budget ended the run. */
const LARGEST_UNSEEN = 0.1;

/** Returns the drop to rule out if a budget ended the run: never less than what is accepted. */
export function largestUnseen(maxDrop: number): number {
  return Math.max(LARGEST_UNSEEN, maxDrop);
}

/** Probability that an unchanged model fails. */
export const ALPHA = 0.05;

/** What a plan assumes if nothing is measured: recall, and the correlation of one prompt's marks. */
export const PLANNED = { recall: 0.95, icc: 0.05 } as const;

/** By how much the drop whose power is stated exceeds the accepted one. */
const MARGIN = 0.03;

/** Returns the drop whose power is stated. */
export function detectedDrop(maxDrop: number): number {
  return Math.min(1, Number((maxDrop + MARGIN).toFixed(9)));
}

/** Share of the error rate of stretched tests for the longest length, where most is lost. */
export const TO_LONGEST = 0.8;

/** Confidence of intervals. */
export const CONFIDENCE = 0.95;
