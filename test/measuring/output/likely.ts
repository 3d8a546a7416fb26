import type { LikelyLength } from '../../../src/measuring/statistics/curve/effective-length.js';

/** How likely recall holds at some lengths, of a reader that is shown to hold one and ruled out at another. */
export function likelyAt(
  lengths: readonly number[],
  { low, high = Number.POSITIVE_INFINITY }: { low: number; high?: number },
): LikelyLength[] {
  return lengths.map((tokens) => ({
    tokens,
    probability: tokens <= low ? 0.97 : tokens >= high ? 0.03 : 0.5,
  }));
}
