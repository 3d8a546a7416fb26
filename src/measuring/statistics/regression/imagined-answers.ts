/** Draws scores of imagined models, to see what a test says of them. */

export interface ImaginedPrompt {
  series: number;
  tokens: number;
  marks: number;
  /** Expected score, from 0 to 1. */
  recall: number;
  /** The candidate's, where it lost something here only. */
  now?: number;
  /** Correlation of its marks, from 0 (independent) to 1 (all or nothing). */
  icc: number;
}

/** More marks than this are drawn by a normal approximation. */
const MOST_MARKS = 400;

/**
 * Draws a score with a beta-binomial number of marks.
 *
 * @param random - uniform on [0, 1)
 * @param shift - added to the expected score, which stays from 0 to 1
 */
export function imaginedScore(
  { marks, recall, icc }: Pick<ImaginedPrompt, 'marks' | 'recall' | 'icc'>,
  random: () => number,
  shift = 0,
): number {
  const expected = Math.min(1, Math.max(0, recall + shift));
  if (expected === 0 || expected === 1) return expected;
  if (icc >= 1 || marks === 1) return Number(random() < expected);
  const own =
    icc > 0 ? beta(expected * (1 / icc - 1), (1 - expected) * (1 / icc - 1), random) : expected;
  if (marks > MOST_MARKS) {
    const drawn = own + Math.sqrt((own * (1 - own)) / marks) * normal(random);
    return Math.min(1, Math.max(0, drawn));
  }
  return binomial(marks, own, random) / marks;
}

/** Inverts the distribution function, from the side with fewer steps. */
function binomial(trials: number, share: number, random: () => number): number {
  if (share > 1 / 2) return trials - binomial(trials, 1 - share, random);
  const odds = share / (1 - share);
  let left = random();
  let probability = (1 - share) ** trials;
  let found = 0;
  while (left > probability && found < trials) {
    left -= probability;
    probability *= ((trials - found) / (found + 1)) * odds;
    found++;
  }
  return found;
}

function beta(a: number, b: number, random: () => number): number {
  const x = gamma(a, random);
  const y = gamma(b, random);
  // Tiny shapes may both underflow. Then it is all or nothing.
  return x + y > 0 ? x / (x + y) : Number(random() < a / (a + b));
}

/** Gamma(shape, 1) by Marsaglia & Tsang (2000). */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Standard normal (Box & Muller 1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
