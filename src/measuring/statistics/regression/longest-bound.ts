/** Estimates what a gate rules out at the longest length. */

import seedrandom from 'seedrandom';
import type { ImaginedPrompt } from './imagined-answers.js';
import { DEFAULT_REGRESSION } from './regression.js';
import { imaginedEvaluation, type PowerOptions } from './regression-power.js';
import { regressionTests } from './regression-tests.js';
import { runDrift } from './run-drift.js';
import { longestGroup, scopesOf } from './scopes.js';

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
    const tests = regressionTests(prompts, runDrift(prompts), scopesOf(prompts));
    const group = longestGroup(tests.map((tested) => tested.group));
    const tested = tests.find((one) => one.group === group);
    if (!tested) return undefined;
    const bound = tested.high((1 - DEFAULT_REGRESSION.confidence) / 2);
    const { fromTokens, toTokens } = tested.group;
    return { fromTokens, toTokens, bound };
  });
  const [first] = bounds;
  if (!first) return undefined;
  const sorted = bounds.map((one) => one!.bound).sort((a, b) => a - b);
  return { ...first, bound: sorted[sorted.length >> 1]! };
}
