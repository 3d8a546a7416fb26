import { z } from 'zod';
import type { Evidence } from '../haystack/haystack.js';
import { count, share } from '../options/kinds.js';

const DEPTHS = 'must be a whole number of at least 1, or a list of numbers from 0 to 1';
const SPACING = 'must be linear or sigmoid';

export const depthOptions = {
  /** How many depths from the start of the data (0) to their end (1), or a list of depths. */
  depths: z.union([count, z.array(share).nonempty(DEPTHS)], DEPTHS).optional(),
  /** How a number of depths is spread: evenly, or closer together towards both ends. */
  spacing: z.enum(['linear', 'sigmoid'], SPACING).default('linear'),
} as const;

/** Steepness of the sigmoid in Needle in a Haystack (Kamradt 2023), for depths from 0 to 1. */
const STEEPNESS = 10;

/**
 * The depths that options ask for, ascending. The ends are 0 and 1; a single depth is the middle.
 *
 * @param steps - how many depths, when there is no option `depths`
 *
 * @example
 * depthsOf({ depths: 5, spacing: 'sigmoid' }, 11) // [0, 0.0759, 0.5, 0.9241, 1]
 */
export function depthsOf(
  { depths, spacing }: { depths?: number | number[] | undefined; spacing: 'linear' | 'sigmoid' },
  steps: number,
): number[] {
  if (Array.isArray(depths)) return [...new Set(depths)].sort((a, b) => a - b);
  const amount = depths ?? steps;
  if (amount === 1) return [0.5];
  return Array.from({ length: amount }, (_, i) => {
    const depth = i / (amount - 1);
    const isInside = i > 0 && i < amount - 1;
    return rounded(isInside && spacing === 'sigmoid' ? sigmoid(depth) : depth);
  });
}

export function depthConflict({ depths, spacing }: Record<string, unknown>): string | undefined {
  if (!Array.isArray(depths) || spacing === undefined) return undefined;
  return '`spacing` cannot change `depths` that are a list. Leave it out, or give a number of depths.';
}

/**
 * Where several pieces stand: the first at a depth, the others evenly on the way from there to the
 * end, as in the multi-needle test of Needle in a Haystack.
 *
 * @example
 * spreadFrom(0.2, 4) // [0.2, 0.4, 0.6, 0.8]
 */
export function spreadFrom(depth: number, pieces: number): number[] {
  return Array.from({ length: pieces }, (_, i) => rounded(depth + ((1 - depth) * i) / pieces));
}

const sigmoid = (depth: number) => 1 / (1 + Math.exp(-STEEPNESS * (depth - 0.5)));

export function depthText(depth: number): string {
  return `depth ${Math.round(1000 * depth) / 10}%`;
}

/** Rounds, so that equal places are equal numbers and share a line of the report. */
function rounded(depth: number): number {
  return Math.round(depth * 10_000) / 10_000;
}

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
