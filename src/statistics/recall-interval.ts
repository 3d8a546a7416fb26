/**
 * Intervals of recall over a grid, or at one length, for a reader of any curve: nothing is taken for
 * granted of how recall changes with length.
 */
import { CONFIDENCE, checkConfidence, type Interval } from './interval.js';
import type { Dependence } from './overdispersion.js';
import { mean, type PromptMarks, worthOf } from './prompt-marks.js';

/** A way in which marks hang together, and how probable it is given the marks of a series. */
export interface WeighedDependence {
  dependence: Dependence;
  weight: number;
}

/** Recall is told apart in steps of so many logits, from minus to plus this bound. */
const STEP = 0.02;
const BOUND = 14;
const GRID = Array.from({ length: 2 * Math.round(BOUND / STEP) + 1 }, (_, i) => {
  const logit = -BOUND + i * STEP;
  return {
    recall: 1 / (1 + Math.exp(-logit)),
    logRight: -Math.log1p(Math.exp(-logit)),
    logWrong: -Math.log1p(Math.exp(logit)),
  };
});

/**
 * The mean of all marks with its interval. Each way in which marks may hang together says how many
 * independent marks are as informative (Kish 1965); Jeffreys' interval for that number (Brown, Cai &
 * DasGupta 2001), over all ways by how probable they are. So the number of prompts, and not of marks,
 * counts as long as it is open whether a prompt is all or nothing.
 *
 * @param prompts - whose recall is meant: a whole grid, or one length of it
 * @param dependences - of the series that the prompts belong to: `recallCurve(…).explanations`
 * @param curve - recall at a length, if it is known to change
 */
export function recallInterval(
  prompts: readonly PromptMarks[],
  dependences: readonly WeighedDependence[],
  {
    confidence = CONFIDENCE,
    curve,
  }: { confidence?: number; curve?: (tokens: number) => number } = {},
): Interval {
  checkConfidence(confidence);
  const marks = prompts.flatMap((prompt) => prompt.marks);
  if (marks.length === 0) return { value: Number.NaN, low: 0, high: 1 };
  const value = mean(marks);
  const density = new Float64Array(GRID.length);
  for (const { dependence, weight } of dependences) {
    const trials = informativeMarks(prompts, dependence, value, curve);
    const [right, wrong] = [trials * value + 0.5, trials * (1 - value) + 0.5];
    const logs = GRID.map(({ logRight, logWrong }) => right * logRight + wrong * logWrong);
    const largest = logs.reduce((a, b) => Math.max(a, b));
    const shares = logs.map((log) => Math.exp(log - largest));
    const total = shares.reduce((sum, share) => sum + share, 0);
    for (let i = 0; i < density.length; i++) density[i]! += (weight * shares[i]!) / total;
  }
  const tail = (1 - confidence) / 2;
  return {
    value,
    low: value === 0 ? 0 : Math.min(value, quantile(density, tail)),
    high: value === 1 ? 1 : Math.max(value, quantile(density, 1 - tail)),
  };
}

/** The number of independent marks that are as informative as these. */
function informativeMarks(
  prompts: readonly PromptMarks[],
  dependence: Dependence,
  value: number,
  curve?: (tokens: number) => number,
): number {
  const worth = worthOf(prompts);
  const all = prompts.reduce((sum, { marks }) => sum + marks.length, 0);
  const recall = inside(value);
  const variance = prompts.reduce((sum, { tokens, marks }) => {
    if (marks.length === 0) return sum;
    const own = curve ? inside(curve(tokens)) : recall;
    return sum + marks.length ** 2 * promptVariance(own, marks.length * worth, dependence);
  }, 0);
  return (all ** 2 * possible(recall, dependence)) / variance;
}

/** Variance of a right-or-wrong mark of a reader whose answers would be as seen if none broke off. */
function possible(recall: number, { cut }: Dependence): number {
  const whole = recall * (1 - cut / 2);
  return whole * (1 - whole);
}

/** Variance of the mean of a prompt's marks. */
function promptVariance(recall: number, marks: number, { correlation, cut }: Dependence): number {
  const within = (recall * (1 - recall) * (1 + Math.max(0, marks - 1) * correlation)) / marks;
  return within + recall ** 2 * cut * (1 / 3 - cut / 4);
}

/** Variances at 0 and 1 themselves would be none. */
function inside(recall: number): number {
  return Math.min(0.999, Math.max(0.001, recall));
}

function quantile(density: Float64Array, share: number): number {
  let sum = 0;
  for (let i = 0; i < density.length; i++) {
    const next = sum + density[i]!;
    if (next >= share && i > 0) {
      const part = (share - sum) / (next - sum);
      return GRID[i - 1]!.recall + part * (GRID[i]!.recall - GRID[i - 1]!.recall);
    }
    sum = next;
  }
  return 1;
}
