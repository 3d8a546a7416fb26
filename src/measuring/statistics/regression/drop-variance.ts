import type { PairedPrompt } from './paired-prompts.js';

/** Spread of scores summed over prompts, as multiples of p(1 − p). */
export interface SummedSpread {
  candidate: number;
  baseline: number;
}

/** Returns the variance of summed drops if recall fell by d (Farrington & Manning 1990). */
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

/** Sums prompts, each with the spread of its score and its weight. */
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

/** Returns a drop's variance as a multiple of one score's: 2 with one baseline run, less with several. */
export function sidesOf({ runs }: PairedPrompt): number {
  let known = 0;
  for (const score of runs) if (score !== undefined) known++;
  return 1 + 1 / known;
}
