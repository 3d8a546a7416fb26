import { z } from 'zod';
import type { Evidence } from '../haystack/haystack.js';

const AMOUNT = 'must be a whole number, at least 0';

export const distractorOption = {
  /** How many sentences like the facts, with other answers, are hidden in the text; 0 by default. */
  distractors: z.number(AMOUNT).int(AMOUNT).min(0, AMOUNT).default(0),
} as const;

/** Sorts by position. At the same place, evidence stands before distractors. */
export function amongDistractors(
  evidence: readonly Evidence[],
  distractors: readonly Evidence[],
): Evidence[] {
  return [...evidence, ...distractors].sort((a, b) => a.position - b.position);
}
