/** Where, over length, one reader recalls more than another. */

import { CONFIDENCE, checkConfidence } from '../interval.js';
import type { CurvePoint } from './effective-length.js';
import type { RecallCurve } from './recall-curve.js';

/** Differences are told apart in steps of 1/1000. */
const BINS = 1000;

/**
 * By how much the second reader's curve lies above the first's, at every length that both were asked:
 * median and band of the difference, the two taken as independent. That the prompts are the same makes
 * the band, if anything, too wide.
 */
export function curveDifference(
  first: RecallCurve,
  second: RecallCurve,
  confidence = CONFIDENCE,
): CurvePoint[] {
  checkConfidence(confidence);
  const tail = (1 - confidence) / 2;
  return first.tokens.flatMap((tokens, node) => {
    const other = second.tokens.indexOf(tokens);
    if (other < 0) return [];
    const shares = new Float64Array(2 * BINS + 1);
    const [ones, twos] = [first.marginals[node]!, second.marginals[other]!];
    const { recalls } = second.levels;
    for (let i = 0; i < ones.length; i++) {
      const one = ones[i]!;
      if (one < 1e-9) continue;
      const recall = first.levels.recalls[i]!;
      for (let k = 0; k < twos.length; k++) {
        shares[Math.round((recalls[k]! - recall) * BINS) + BINS]! += one * twos[k]!;
      }
    }
    const quantile = (share: number): number => {
      let sum = 0;
      const bin = shares.findIndex((one) => {
        sum += one;
        return sum >= share;
      });
      return (bin < 0 ? BINS : bin - BINS) / BINS;
    };
    const recall = { value: quantile(0.5), low: quantile(tail), high: quantile(1 - tail) };
    return [{ tokens, recall }];
  });
}
