import { type RecallCurve, recallCurve } from './recall-curve.js';
import type { PromptMarks } from './prompt-marks.js';

/** An estimate with the bounds of its interval. */
interface Interval {
  value: number;
  low: number;
  high: number;
}

/** Where an exact curve crosses the threshold that its levels were laid around. */
export function crossingOf(curve: RecallCurve, threshold: number, confidence = 0.95): Interval {
  const below = curve.marginals.map((marginal) =>
    marginal.reduce(
      (sum, share, level) => (curve.levels.recalls[level]! < threshold ? sum + share : sum),
      0,
    ),
  );
  const quantile = (share: number): number => {
    if (below[0]! >= share) return 0;
    const node = below.findIndex((one) => one >= share);
    if (node < 0) return Number.POSITIVE_INFINITY;
    const [from, to] = [curve.tokens[node - 1]!, curve.tokens[node]!];
    const part = (share - below[node - 1]!) / (below[node]! - below[node - 1]!);
    return from * (to / from) ** part;
  };
  const all = 1 - confidence;
  const [least, most] = JSON.parse(process.env['TAILS'] ?? '[0.2,0.8]') as [number, number];
  const width = (tail: number): number =>
    Math.log(Math.min(2 * curve.tokens.at(-1)!, quantile(tail + confidence)) / Math.max(curve.tokens[0]! / 2, quantile(tail)));
  const tails = Array.from({ length: 13 }, (_, i) => all * (least + ((most - least) * i) / 12));
  const tail = tails.reduce((best, one) => (width(one) < width(best) - 1e-9 ? one : best), tails[6]!);
  return { value: quantile(0.5), low: quantile(tail), high: quantile(tail + confidence) };
}

export function effectiveLength(prompts: readonly PromptMarks[], { threshold = 0.85 } = {}): Interval {
  return crossingOf(recallCurve(prompts, threshold), threshold);
}
