/** What a comparison with a baseline found, for tests of its words: a small drop, nothing shown. */
import type {
  DropComparison,
  RegressionResult,
} from '../../../../src/measuring/statistics/regression/regression.js';

const FOUND = {
  prompts: 16,
  before: 0.9,
  now: 0.89,
  drop: { value: 0.01, low: -0.02, high: 0.04 },
  excludes: 0.0301,
  verdict: 'passed',
} as const;

export function comparisonOf(changes: Partial<DropComparison> = {}): DropComparison {
  return {
    ...FOUND,
    scope: 'all lengths',
    fromTokens: 4000,
    toTokens: 64_000,
    p: 0.3,
    adjusted: 0.6,
    toNothing: false,
    ...changes,
  };
}

export function resultOf(changes: Partial<RegressionResult> = {}): RegressionResult {
  return {
    ...FOUND,
    reasons: [],
    comparisons: [comparisonOf()],
    drift: { runs: 1, from: 'prior', deviation: 0.012 },
    ...changes,
  };
}
