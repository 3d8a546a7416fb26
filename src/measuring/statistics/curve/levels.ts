/**
 * Recall is told apart in coarse steps. A fall is one or several of them, so finer ones would leave no room for
 * a cliff.
 */
const COARSE: Logits = { step: 0.8, lowest: -4.6, highest: 7.6 };

/** Lowest and highest level in logits, and their distance. */
interface Logits {
  step: number;
  lowest: number;
  highest: number;
}

/** Levels of recall, evenly spaced in logits, so denser near 0 and 1. */
export interface Levels {
  /** Rising, each above 0 and below 1. */
  recalls: readonly number[];
  /** Distance of neighbours in logits. */
  step: number;
}

/** Places levels so that two lie at the same distance from the threshold and none on it. */
export function levelsAround(
  threshold: number,
  { step, lowest, highest }: Logits = COARSE,
): Levels {
  if (!(threshold > 0 && threshold < 1)) {
    throw new RangeError(`threshold must be above 0 and below 1, not ${threshold}`);
  }
  const center = Math.min(highest, Math.max(lowest, logit(threshold)));
  const below = Math.max(1, Math.round((center - lowest) / step));
  const above = Math.max(1, Math.round((highest - center) / step));
  const recalls = Array.from({ length: below + above }, (_, i) => {
    const exponent = center + (i - below + 0.5) * step;
    return 1 / (1 + Math.exp(-exponent));
  });
  return { recalls, step };
}

function logit(share: number): number {
  return Math.log(share / (1 - share));
}
