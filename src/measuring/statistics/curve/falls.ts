/**
 * Models how recall may fall with length: level by level, at lengths that chance chooses (a pure death process
 * over log2 length). Several levels may go at once, which is a cliff. Its transition matrices are totally
 * positive (Karlin & McGregor 1957), which recall-curve.ts builds on.
 */

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

/** Recall at the first length, in logits: a normal distribution. */
interface Start {
  mean: number;
  sd: number;
}

/** Tokens at which models start: one first tested at 32K may have fallen before. */
const FIRST_LENGTH = 4000;

/** Levels lost over a distance (Poisson): the probability of this many, and of this many or more. */
export interface Falls {
  exactly: Float64Array;
  orMore: Float64Array;
}

/**
 * Returns the falls between neighbouring lengths.
 *
 * @param lost - logits lost in an octave, on average
 */
export function fallsBetween(tokens: readonly number[], levels: Levels, lost: number): Falls[] {
  return tokens
    .slice(1)
    .map((length, i) => fallsOver(Math.log2(length / tokens[i]!), levels, lost));
}

function fallsOver(octaves: number, { recalls, step }: Levels, lost: number): Falls {
  const mean = (lost / step) * octaves;
  const chances = [Math.exp(-mean)];
  while (chances.length < recalls.length || chances[chances.length - 1]! > NEGLIGIBLE) {
    chances.push((chances[chances.length - 1]! * mean) / chances.length);
  }
  // Adds the smallest first, so that nothing is lost to rounding.
  let sum = 0;
  const sums = chances.map(() => 0);
  for (let fallen = chances.length - 1; fallen >= 0; fallen--) {
    sum += chances[fallen]!;
    sums[fallen] = sum;
  }
  return {
    exactly: Float64Array.from(chances.slice(0, recalls.length)),
    orMore: Float64Array.from(sums.slice(0, recalls.length)),
  };
}

/** Falls less probable than this are left out. */
const NEGLIGIBLE = 1e-30;

/**
 * Returns, by level, its probability at the shortest tested length before any answer.
 *
 * @param start - at the first length
 * @param lost - logits lost in an octave, on average
 */
export function startAt(tokens: number, levels: Levels, start: Start, lost: number): Float64Array {
  const first = Float64Array.from(levels.recalls, (recall) => {
    const logit = Math.log(recall / (1 - recall));
    return Math.exp(-(((logit - start.mean) / start.sd) ** 2) / 2);
  });
  scale(first);
  return tokens <= FIRST_LENGTH
    ? first
    : forward(first, fallsOver(Math.log2(tokens / FIRST_LENGTH), levels, lost));
}

/** Filters forward: returns, by length and level, the probability given the marks so far, and the log evidence. */
export function filter(
  start: Float64Array,
  likelihoods: readonly Float64Array[],
  falls: readonly Falls[],
): { filtered: Float64Array[]; logEvidence: number } {
  const filtered: Float64Array[] = [];
  let logEvidence = 0;
  for (let node = 0; node < likelihoods.length; node++) {
    const now = node === 0 ? start.slice() : forward(filtered[node - 1]!, falls[node - 1]!);
    multiply(now, likelihoods[node]!);
    logEvidence += Math.log(scale(now));
    filtered.push(now);
  }
  return { filtered, logEvidence };
}

/** Smooths backward: returns, by length and level, the probability given all marks. */
export function smooth(
  filtered: readonly Float64Array[],
  likelihoods: readonly Float64Array[],
  falls: readonly Falls[],
): Float64Array[] {
  const smoothed: Float64Array[] = new Array(filtered.length);
  let later: Float64Array = new Float64Array(filtered[0]!.length).fill(1);
  for (let node = filtered.length - 1; node >= 0; node--) {
    const own = filtered[node]!.slice();
    multiply(own, later);
    scale(own);
    smoothed[node] = own;
    if (node === 0) break;
    multiply(later, likelihoods[node]!);
    later = backward(later, falls[node - 1]!);
    scale(later);
  }
  return smoothed;
}

/** Moves levels over a distance. What would fall below the lowest stays on it. */
function forward(before: Float64Array, { exactly, orMore }: Falls): Float64Array {
  const after = new Float64Array(before.length);
  for (let from = 0; from < before.length; from++) {
    const share = before[from]!;
    if (share < NEGLIGIBLE) continue;
    for (let level = from; level > 0; level--) after[level]! += share * exactly[from - level]!;
    after[0]! += share * orMore[from]!;
  }
  return after;
}

/** Moves likelihoods back over a distance. */
function backward(after: Float64Array, { exactly, orMore }: Falls): Float64Array {
  const before = new Float64Array(after.length);
  for (let from = 0; from < after.length; from++) {
    let sum = orMore[from]! * after[0]!;
    for (let level = from; level > 0; level--) sum += exactly[from - level]! * after[level]!;
    before[from] = sum;
  }
  return before;
}

/** Returns, by level before a distance, the probability of arriving at one level after it. */
export function arrivals({ exactly, orMore }: Falls, level: number): Float64Array {
  return exactly.map((_, from) =>
    from < level ? 0 : level === 0 ? orMore[from]! : exactly[from - level]!,
  );
}

function multiply(values: Float64Array, factors: Float64Array): void {
  for (let i = 0; i < values.length; i++) values[i]! *= factors[i]!;
}

/** Scales to a sum of 1, in place, and returns the sum before. */
function scale(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  for (let i = 0; i < values.length; i++) values[i]! /= total;
  return total;
}
