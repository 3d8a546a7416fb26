import { type Length, nearestPair, tokensIn } from './lengths.js';

/** How many last items are chosen by length. There may be one more. */
export const FILLERS = 5;

/**
 * The indices of a few items whose lengths together come closest to a length from below. Since items are
 * about equally long, two of them make few different lengths, and a third or fifth fills the gaps.
 *
 * @param lengths - ascending
 */
export function nearestSum(lengths: readonly Length[], most: number): string[] | undefined {
  let best: readonly Length[] = [];
  for (let size = 0; size <= FILLERS - 1; size++) {
    const last = Math.max(0, lengths.length - size);
    for (const start of size === 0
      ? [0]
      : [0, 0.25, 0.5, 0.75, 1].map((share) => Math.floor(share * last))) {
      const base = lengths.slice(start, start + size);
      const others = lengths.filter((_, i) => i < start || i >= start + size);
      const pair = nearestPair(others, most - tokensIn(base));
      if (pair && tokensIn(pair) + tokensIn(base) > tokensIn(best)) best = [...pair, ...base];
    }
  }
  return best.length > 0 ? best.map(({ index }) => `${index}`) : undefined;
}
