/**
 * Estimates what a design can see of its longest length: whether it finds a loss only there, and how large one
 * may stay.
 */

import seedrandom from 'seedrandom';
import { CONFIDENCE } from '../../../base/defaults.js';
import { largest } from '../../../base/extremes.js';
import {
  type ImaginedPrompt,
  imaginedEvaluation,
  type PowerOptions,
  regressionPower,
} from './regression-power.js';
import { regressionTests } from './regression-tests.js';
import { runDrift } from './run-drift.js';
import { longestGroup } from './scopes.js';

/** Recall left after the imagined loss. Less than a tenth is reported without any test. */
export const LEFT = 0.3;

/** Prompts at a length that are enough to test it. */
const ENOUGH = 3;

/** Imagined evaluations with a loss, and without one, whose bounds hardly differ. */
const WITH_LOSS = 100;

export interface LongestLoss {
  /** The longest length, and its prompts. */
  tokens: number;
  prompts: number;
  /** Probability that the gate finds a loss of all but `LEFT` of recall there alone. */
  probability: number;
  /** The same with a few prompts there; absent where there are as many. */
  enough?: { prompts: number; probability: number };
}

/**
 * Imagines the gate where recall is lost only at the longest length.
 *
 * @param onlyFew - whether to return nothing where enough prompts are at the longest length
 * @returns nothing for prompts of one length
 */
export function longestLoss(
  grid: readonly ImaginedPrompt[],
  { drop: _, ...options }: PowerOptions,
  onlyFew = false,
): LongestLoss | undefined {
  const tokens = largest(grid.map((prompt) => prompt.tokens));
  const own = grid.filter((prompt) => prompt.tokens === tokens);
  if (own.length === grid.length || (onlyFew && own.length >= ENOUGH)) return undefined;
  const found = (prompts: readonly ImaginedPrompt[]) =>
    regressionPower(
      prompts.map((prompt) =>
        prompt.tokens === tokens ? { ...prompt, now: LEFT * prompt.recall } : prompt,
      ),
      { ...options, drop: 0 },
      { evaluations: WITH_LOSS, seed: 'longest' },
    ).probability;
  const missing = Math.max(0, ENOUGH - own.length);
  const more = Array.from({ length: missing }, (_, i) => own[i % own.length]!);
  return {
    tokens,
    prompts: own.length,
    probability: found(grid),
    ...(missing > 0 && { enough: { prompts: ENOUGH, probability: found([...grid, ...more]) } }),
  };
}

const UNCHANGED = 25;

/** The drop of some lengths is said to be at most this. */
export interface LongestBound {
  fromTokens: number;
  toTokens: number;
  bound: number;
}

/** Imagines what the gate rules out at the longest length if nothing is lost, in the median. */
export function longestBound(
  grid: readonly ImaginedPrompt[],
  options: PowerOptions,
): LongestBound | undefined {
  const random = seedrandom.alea('bound at the longest length');
  const bounds = Array.from({ length: UNCHANGED }, () => {
    const prompts = imaginedEvaluation(grid, { ...options, drop: 0 }, random);
    const tests = regressionTests(prompts, runDrift(prompts));
    const group = longestGroup(tests.map((tested) => tested.group));
    const tested = tests.find((test) => test.group === group);
    if (!tested) return undefined;
    const bound = tested.high((1 - CONFIDENCE) / 2);
    const { fromTokens, toTokens } = tested.group;
    return { fromTokens, toTokens, bound };
  });
  const [first] = bounds;
  if (!first) return undefined;
  const sorted = bounds.map((one) => one!.bound).sort((a, b) => a - b);
  return { ...first, bound: sorted[sorted.length >> 1]! };
}
