/**
 * Did a reader's recall fall? The decision of the gate for one reader, from scores alone. Method,
 * error rates and power: docs/gate.md; their proof: bench/truth-gate.mjs.
 */
import { type DropBounds, dropBounds } from './drop-bounds.js';
import { type ComparedSeries, mean, type PairedPrompt, pairPrompts } from './paired-prompts.js';
import {
  exceeds,
  type RegressionTests,
  regressionTests,
  type TestedDrop,
} from './regression-tests.js';
import { type DriftNode, type RunDrift, runDrift } from './run-drift.js';
import type { ScopeGroup, ScopeName } from './scopes.js';

export type RegressionVerdict = 'failed' | 'passed' | 'undecided';

export interface RegressionOptions {
  /** Probability that a reader that did not change fails. */
  alpha: number;
  /** A mean drop of recall that is accepted, as a share. */
  maxDrop: number;
  /** Passing takes proof that the drop is smaller than this. */
  margin?: number;
  /** Of the intervals; the drop that is excluded is one-sided at `confidence` too. */
  confidence: number;
}

/** Data that do not exclude even a drop of this share of all recall are too little to pass. */
const LITTLE = 0.5;

export const DEFAULT_REGRESSION: RegressionOptions = {
  alpha: 0.05,
  maxDrop: 0.02,
  confidence: 0.95,
};

/** Where a finding is. */
export interface Place {
  /** None: all series together. */
  series?: string;
  scope: ScopeName;
  fromTokens: number;
  toTokens: number;
  prompts: number;
  /** Mean recall in the baseline and now. */
  before: number;
  now: number;
}

export interface DropComparison extends Place {
  /**
   * Mean drop with its interval: of all series together by itself, of the other comparisons widened
   * so that all of them hold together.
   */
  drop: DropBounds;
  /** Of this comparison by itself, without drift; and for all comparisons of the reader together. */
  p: number;
  adjusted: number;
  verdict: 'failed' | 'passed';
}

export interface CollapseFinding extends Place {
  p: number;
  adjusted: number;
  /** Less than a tenth is left, and the baseline does nothing of the kind. */
  toNothing: boolean;
  verdict: 'failed' | 'undecided' | 'passed';
}

/** Why a verdict is what it is. */
export type RegressionReason =
  | 'drop'
  | 'collapse'
  | 'fell to nothing'
  | 'interval beyond the accepted drop'
  | 'margin not shown'
  | 'too little data'
  | 'no prompts';

export interface RegressionResult {
  verdict: RegressionVerdict;
  /** In the order of weight; empty where it passed. */
  reasons: RegressionReason[];
  prompts: number;
  before: number;
  now: number;
  /** Mean drop over all prompts of all series, with its two-sided interval. */
  drop: DropBounds;
  /** X: a larger mean drop is excluded, by a one-sided bound. */
  excludes: number;
  /** First that of all series and all lengths. */
  comparisons: DropComparison[];
  collapses: CollapseFinding[];
  /** Baseline runs, and the standard deviation of a run's shift; with one run none is assumed. */
  drift: { runs: number; deviation: number };
}

/** Decide whether one reader's recall fell. Equal input gives an equal result. */
export function judgeRegression(
  series: readonly ComparedSeries[],
  options: RegressionOptions = DEFAULT_REGRESSION,
): RegressionResult {
  const prompts = pairPrompts(series);
  const drift = runDrift(prompts);
  if (prompts.length === 0) return nothingCompared(drift);
  const { alpha, maxDrop, margin, confidence } = options;
  const tests = regressionTests(prompts, drift);
  const names = series.map(({ series: name }) => name);
  const drop = dropBounds(prompts, drift.whole, confidence);
  const excludes = dropBounds(prompts, drift.whole, 2 * confidence - 1).high;
  const comparisons = compared(prompts, tests, names, drift, options, drop);
  const found = tests.collapses
    .map((collapse): CollapseFinding => {
      const { group, before, now, p, adjusted, toNothing } = collapse;
      const fails = adjusted <= alpha && exceeds(before - now, maxDrop);
      const verdict = fails ? 'failed' : toNothing ? 'undecided' : 'passed';
      return { ...placeOf(group, names, before, now), p, adjusted, toNothing, verdict };
    })
    .filter(({ verdict }) => verdict !== 'passed');
  const failures: RegressionReason[] = [
    ...(comparisons.some(({ verdict }) => verdict === 'failed') ? (['drop'] as const) : []),
    ...(found.some(({ verdict }) => verdict === 'failed') ? (['collapse'] as const) : []),
  ];
  const doubts: RegressionReason[] = [
    ...(found.some(({ verdict }) => verdict === 'undecided') ? (['fell to nothing'] as const) : []),
    ...(comparisons.some((own) => exceeds(own.drop.low, maxDrop))
      ? (['interval beyond the accepted drop'] as const)
      : []),
    ...(margin !== undefined && excludes >= margin ? (['margin not shown'] as const) : []),
    ...(excludes >= LITTLE ? (['too little data'] as const) : []),
  ];
  return {
    verdict: failures.length > 0 ? 'failed' : doubts.length > 0 ? 'undecided' : 'passed',
    reasons: failures.length > 0 ? failures : doubts,
    prompts: prompts.length,
    before: mean(prompts.map(({ before }) => before)),
    now: mean(prompts.map(({ now }) => now)),
    drop,
    excludes,
    comparisons,
    collapses: found,
    drift: { runs: drift.runs, deviation: drift.deviation },
  };
}

function compared(
  prompts: readonly PairedPrompt[],
  { drops }: RegressionTests,
  names: readonly string[],
  drift: RunDrift,
  { alpha, maxDrop, confidence }: RegressionOptions,
  overall: DropBounds,
): DropComparison[] {
  const together = 1 - (1 - confidence) / Math.max(1, drops.length - 1);
  return drops.map((tested: TestedDrop, i): DropComparison => {
    const { group, before, now, p, adjusted } = tested;
    const own = group.members.map((index) => prompts[index]!);
    const nodes: readonly DriftNode[] = drift.whole;
    const fails = adjusted <= alpha && exceeds(tested.drop, maxDrop);
    return {
      ...placeOf(group, names, before, now),
      drop: i === 0 ? overall : dropBounds(own, nodes, together),
      p,
      adjusted,
      verdict: fails ? 'failed' : 'passed',
    };
  });
}

function placeOf(
  { series, scope, fromTokens, toTokens, members }: ScopeGroup,
  names: readonly string[],
  before: number,
  now: number,
): Place {
  return {
    ...(series !== undefined && { series: names[series]! }),
    scope,
    fromTokens,
    toTokens,
    prompts: members.length,
    before,
    now,
  };
}

function nothingCompared(drift: RunDrift): RegressionResult {
  const unknown = Number.NaN;
  return {
    verdict: 'undecided',
    reasons: ['no prompts'],
    prompts: 0,
    before: unknown,
    now: unknown,
    drop: { value: unknown, low: -1, high: 1 },
    excludes: 1,
    comparisons: [],
    collapses: [],
    drift: { runs: drift.runs, deviation: drift.deviation },
  };
}
