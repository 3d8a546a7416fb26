/**
 * What is taken for granted of a reader before any answer: how well it reads the shortest length, at what
 * pace it falls, and how often that changes. `node bench/prior.mjs` fits it to published curves.
 */

/** Paces in logits an octave: from hardly any fall to a collapse, each 2.1 times the one before. */
export const PACES: readonly number[] = Array.from({ length: 8 }, (_, i) => 0.02 * 2.1 ** i);

/**
 * Tokens at which a reader is taken to start, as the curves that the prior was fitted to, where no shorter
 * prompt is asked: what is asked at 32K first may have fallen before.
 */
export const FIRST_LENGTH = 4000;

/** A normal distribution. */
export interface Spread {
  mean: number;
  sd: number;
}

export interface Prior {
  /** Recall at the first length, in logits. */
  start: Spread;
  /** Natural logarithm of the pace at the first length. */
  pace: Spread;
  /** Changes to the next higher pace and to the next lower one, in an octave. */
  faster: number;
  slower: number;
  /** Cliffs in an octave. */
  cliffs: number;
  /** The share of readers unlike those, and how they start. */
  broad: { share: 0.3; start: { mean: 1.3; sd: 2 }; pace: { mean: -3.9; sd: 0.5 } };
}

/**
 * Fitted to the published curves of RULER (arXiv:2404.06654, 42 curves) and NoLiMa (arXiv:2502.05167, 17
 * curves). The broad part is set by hand: readers that find next to nothing, and steady ones at any level,
 * of which no curve is published, and whose intervals are to be true as well (docs/method/curve.md).
 */
export const LEARNT: Prior = {
  start: { mean: 2.6, sd: 0.8 },
  pace: { mean: -1.4, sd: 0.25 },
  faster: 0.3,
  slower: 0.01,
  cliffs: 0.03,
  broad: { share: 0.3, start: { mean: 1.3, sd: 2 }, pace: { mean: -3.9, sd: 0.5 } },
};
