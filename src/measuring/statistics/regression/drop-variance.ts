/** How much a drop varies by chance, if recall fell by so much. */
import type { PairedPrompt } from './paired-prompts.js';

/** How the scores of some prompts spread, summed over prompts, as multiples of p(1 − p). */
export interface SummedSpread {
  /** Of the candidate's scores. */
  candidate: number;
  /** Of the means of the baseline's scores. */
  baseline: number;
}

/**
 * Variance of the sum of some drops under the hypothesis that recall fell by d: the recalls of both sides lie d
 * apart around their common mean (Farrington & Manning 1990).
 */
export function dropVariance(
  { before, now }: Pick<PairedPrompt, 'before' | 'now'>,
  { candidate, baseline }: SummedSpread,
  d: number,
): number {
  if (candidate === 0) return 0;
  const weight = candidate / (candidate + baseline);
  const common = weight * before + (1 - weight) * now;
  const high = Math.min(Math.min(1, 1 + d), Math.max(Math.max(0, d), common + (1 - weight) * d));
  const low = high - d;
  return candidate * low * (1 - low) + baseline * high * (1 - high);
}

/** What prompts add up to, each with the spread of one score and its weight. */
export function summedSpread(
  prompts: readonly PairedPrompt[],
  spreadOfScore: (prompt: PairedPrompt) => number,
): SummedSpread {
  const sum: SummedSpread = { candidate: 0, baseline: 0 };
  for (const prompt of prompts) {
    const spread = spreadOfScore(prompt) * (prompt.weight ?? 1) ** 2;
    sum.candidate += spread;
    sum.baseline += spread * (sidesOf(prompt) - 1);
  }
  return sum;
}

/** Variance of a drop as a multiple of that of one score: 2 with one baseline run, less with several. */
export function sidesOf({ runs }: PairedPrompt): number {
  let known = 0;
  for (const score of runs) if (score !== undefined) known++;
  return 1 + 1 / known;
}
