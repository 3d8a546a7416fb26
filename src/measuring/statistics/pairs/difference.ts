/** The bounds of a difference: what would have to be taken from one of two readers for both to be equal. */
import type { Interval } from '../interval.js';
import { kindOf } from './evidence.js';
import { exchanges } from './exchanges.js';
import {
  exchangesFor,
  mostAllowed,
  mostByCoins,
  type PairedScores,
  sumOf,
} from './paired-scores.js';

/**
 * By how much the first reader recalls more: mean over prompts. Of each exchange the mean is taken of what the answers that change sides
 * are better; a bound is what few of these means lie beyond (Hartigan's typical values, 1969).
 *
 * @param level - chance that the truth lies beyond a bound, for both bounds together
 */
export function differenceOf(paired: PairedScores, level: number): Interval {
  const { first, second } = paired;
  const kind = kindOf(paired, level);
  const value = sumOf(paired) / first.length;
  if (kind === 'none') {
    const half = mostByCoins(first.length, level / 2) / first.length;
    return within({ value, low: value - half, high: value + half });
  }
  const own = level / 2;
  const tried = exchangesFor(own);
  const next = exchanges(kind, paired.counts);
  const means: number[] = [];
  let empty = 0;
  for (let n = 0; n < tried; n++) {
    const { given, got } = next();
    let moved = 0;
    let sum = 0;
    for (let i = 0; i < given.length; i++) {
      if (given[i]) {
        moved++;
        sum += first[i]!;
      }
      if (got[i]) sum -= second[i]!;
    }
    if (moved === 0) empty++;
    else means.push(sum / moved);
  }
  const ordered = Float64Array.from(means).sort();
  const beyond = mostAllowed(own, tried) - empty;
  if (!(beyond >= 0)) return { value, low: -1, high: 1 };
  return { value, low: ordered[beyond]!, high: ordered[ordered.length - 1 - beyond]! };
}

function within({ value, low, high }: Interval): Interval {
  return { value, low: Math.max(-1, low), high: Math.min(1, high) };
}
