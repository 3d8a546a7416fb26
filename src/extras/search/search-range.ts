/** Where a search looks, and how closely. */
export interface SearchRange {
  /** Tokens. */
  shortest: number;
  longest: number;
  /** Recall below which the effective length ends. */
  threshold: number;
  /** So much more or less recall makes no difference: the search is done when the length is known for one in between. */
  tolerance: number;
  /** High bound by low bound of the interval, within the range, at which the search is done. */
  within: number;
  /** Tokens, within the range: done when it is decided whether recall holds there, and only there asked. */
  atLeast?: number;
  /** How probable a decision about that length has to be. */
  sure?: number;
  /** Prompts that are asked at once. */
  batch: number;
  /** Prompts that are asked together wherever a length is chosen; 1 by default. */
  cells?: number;
}

/** High bound by low bound at which a search is done. */
export const OCTAVE = 2;

/** A difference of recall that hardly matters; less where the threshold is near 0 or 1. */
export function toleranceOf(threshold: number): number {
  return Math.min(0.02, threshold / 2, (1 - threshold) / 2);
}
