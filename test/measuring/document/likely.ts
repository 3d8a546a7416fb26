import type { Reached } from '../../../src/measuring/facts/length-verdict.js';
import type { LikelyLength } from '../../../src/measuring/statistics/curve/effective-length.js';
import { unusableOf } from '../../../src/measuring/statistics/reliable/unusable.js';

/** How likely a model is reliable at some lengths, that is shown to be at one and shown not to be at another. */
export function likelyAt(
  lengths: readonly number[],
  { low, high = Number.POSITIVE_INFINITY }: { low: number; high?: number },
): LikelyLength[] {
  return lengths.map((tokens) => ({
    tokens,
    probability: tokens <= low ? 0.97 : tokens >= high ? 0.03 : 0.5,
  }));
}

/** What probabilities alone say of how far a model is reliable: no place is ignored, and no answer unusable. */
export function reachedBy(likely: readonly LikelyLength[]): Pick<Reached, 'likely' | 'reliable'> {
  const held = likely.findLast(({ probability }) => probability >= 0.95);
  const failed = likely.find(({ probability }) => probability <= 0.05);
  return {
    likely,
    reliable: {
      tokens: held?.tokens ?? 0,
      notFrom: failed?.tokens ?? Number.POSITIVE_INFINITY,
      cappedBy: held === likely.at(-1) ? 'longest' : 'curve',
      unusable: unusableOf({ answers: 0, of: 12, broken: 0 }),
    },
  };
}

/** The same of lengths of which one is shown to be reliable, and another not to be. */
export function reachedAt(...of: Parameters<typeof likelyAt>): ReturnType<typeof reachedBy> {
  return reachedBy(likelyAt(...of));
}
