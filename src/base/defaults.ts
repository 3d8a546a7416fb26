/** What holds unless an option says otherwise, where several options share it. Light to load. */

/** The recall from which a test passes and a length counts as held, unless a user says otherwise. */
export const DEFAULT_THRESHOLD = 0.85;

/** A mean drop of recall up to this one is accepted. */
export const MAX_DROP = 0.02;

/** Where a budget ended a run, a larger drop than this must be ruled out for a pass. */
const LARGEST_UNSEEN = 0.1;

/** The drop that must be ruled out where a budget ended a run: never less than what is accepted. */
export function largestUnseen(maxDrop: number): number {
  return Math.max(LARGEST_UNSEEN, maxDrop);
}

/** Probability that a reader that did not change fails. */
export const ALPHA = 0.05;

/** What a plan assumes where nothing is measured: recall, and how much the marks of one prompt correlate. */
export const PLANNED = { recall: 0.95, icc: 0.05 } as const;

/** How much larger than the accepted drop the one is whose probability of being found is stated. */
const MARGIN = 0.03;

/** The drop whose probability of being found is stated, as a share. */
export function detectedDrop(maxDrop: number): number {
  return Math.min(1, Number((maxDrop + MARGIN).toFixed(9)));
}

/** Of the error rate of stretched tests, what the longest length gets at once: most is lost there. */
export const TO_LONGEST = 0.8;
