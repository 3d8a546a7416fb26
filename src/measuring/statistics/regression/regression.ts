/** Decides whether a model's recall fell, from scores alone (docs/method/gate.md, bench/truth-gate.mjs). */

import { groupBy } from '../../../base/group-by.js';
import { meanOrNaN } from '../curve/prompt-marks.js';
import { type DropDecision, decisionOf, partVerdict, wholeVerdict } from './decision.js';
import type { DropBounds } from './drop-test.js';
import { type ComparedSeries, type PairedPrompt, pairPrompts } from './paired-prompts.js';
import { hasFailed, regressionTests, type TestedDrop, testsAtLook } from './regression-tests.js';
import { type RunDrift, runDrift } from './run-drift.js';
import { longestGroup, type ScopeName } from './scopes.js';

type RegressionDecision = DropDecision<'fell to nothing' | 'no prompts' | 'budget spent'>;

/** Unknown: no drop is shown, but a large one is possible. It decides nothing by itself. */
export type PartVerdict = RegressionDecision['verdict'] | 'unknown';

export interface RegressionOptions {
  /** Probability that a model that did not change fails. */
  alpha: number;
  /** A mean drop of recall that is accepted, as a share. */
  maxDrop: number;
  /** Passing takes proof that the drop is smaller than this. */
  margin?: number;
  /** Of the intervals; the bound of a drop is one-sided at `confidence` too. */
  confidence: number;
  /** Where only a part of what is planned is asked so far: whether no other look follows. */
  look?: { isLast: boolean };
}

/** Where a finding is. */
export interface FindingPlace {
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

export interface DropComparison extends FindingPlace {
  /** Mean drop with its interval, whose low end is above 0 exactly where the test shows a drop. */
  drop: DropBounds;
  /** The drop is at most this, by a one-sided bound; of a part with half the error. */
  excludes: number;
  /** Of this comparison by itself; and for all comparisons of the model together. */
  p: number;
  adjusted: number;
  /** Less than a tenth is left, and the baseline does nothing of the kind. */
  toNothing: boolean;
  verdict: PartVerdict;
}

export interface RegressionResult extends RegressionDecision {
  prompts: number;
  /** Questions that the prompts are about, where a question is asked in several. */
  units?: number;
  /**
   * Mean recall in the baseline; not a number where nothing can be compared, and `null` in JSON.
   *
   * @nullable
   */
  before: number;
  /**
   * The same now.
   *
   * @nullable
   */
  now: number;
  /** Mean drop over all prompts of all series, with its two-sided interval. */
  drop: DropBounds;
  /** X: the mean drop is at most this, by a one-sided bound. */
  excludes: number;
  /** The same for the longest length, or the longest quarter where that has but one prompt. */
  longest?: DropComparison;
  /**
   * First that of all series and all lengths, then longer lengths and series; single lengths where
   * they decide something.
   */
  comparisons: DropComparison[];
  /** Baseline runs, what is known of drift, and the standard deviation of a run's shift. */
  drift: Pick<RunDrift, 'runs' | 'from' | 'deviation'>;
}

/** Decides whether one model's recall fell. Equal input gives an equal result. */
export function judgeRegression(
  series: readonly ComparedSeries[],
  options: RegressionOptions,
): RegressionResult {
  const prompts = pairPrompts(series);
  const { nodes, ...drift } = runDrift(prompts);
  if (prompts.length === 0) return nothingCompared(drift);
  const { margin } = options;
  const planned = series.flatMap((one, index) =>
    (one.planned ?? []).map((tokens) => ({ series: index, tokens })),
  );
  const tests = options.look
    ? testsAtLook(prompts, { nodes, ...drift }, { planned, isLast: options.look.isLast })
    : regressionTests(prompts, { nodes, ...drift });
  const isNothing = fallToNothing(prompts, tests.length);
  const names = series.map(({ series: name }) => name);
  const all = tests.map((tested) => compared(tested, prompts, names, isNothing, options));
  const [whole] = all as [DropComparison];
  const failed = all.some(({ verdict }) => verdict === 'failed');
  const { excludes } = whole;
  const fell = all.some(({ toNothing }) => toNothing);
  const group = longestGroup(tests.map((tested) => tested.group));
  const longest = all[tests.findIndex((tested) => tested.group === group)];
  return {
    ...decisionOf(failed, excludes, margin, fell ? ['fell to nothing'] : []),
    prompts: prompts.length,
    before: whole.before,
    now: whole.now,
    drop: whole.drop,
    excludes,
    ...(longest && { longest }),
    comparisons: all.filter(
      ({ scope, verdict, toNothing }) =>
        scope !== 'one length' || verdict === 'failed' || toNothing,
    ),
    drift,
  };
}

function compared(
  tested: TestedDrop,
  prompts: readonly PairedPrompt[],
  names: readonly string[],
  isNothing: (members: readonly PairedPrompt[]) => boolean,
  { alpha, maxDrop, confidence, look }: RegressionOptions,
): DropComparison {
  const { group, before, now, drop, p, share } = tested;
  const { series, scope, fromTokens, toTokens, members } = group;
  const whole = scope === 'all lengths' && series === undefined;
  const tail = 1 - confidence;
  const below = alpha * share;
  // Two drops are said to be excluded, and only of what passed.
  const high = whole && look ? tested.below : tested.high;
  const excludes = high(whole ? tail : tail / 2);
  const toNothing = isNothing(members.map((i) => prompts[i]!));
  const open = toNothing ? 'inconclusive' : (whole ? wholeVerdict : partVerdict)(excludes);
  return {
    ...(series !== undefined && { series: names[series]! }),
    scope,
    fromTokens,
    toTokens,
    prompts: members.length,
    before,
    now,
    // Both tails together are what the interval may miss.
    drop: {
      value: drop,
      low: share > 0 ? tested.low(below) : -1,
      high: whole ? high(Math.max(tail / 4, tail - below)) : excludes,
    },
    excludes,
    p,
    adjusted: share > 0 ? Math.min(1, p / share) : 1,
    toNothing,
    verdict: hasFailed(tested, alpha, maxDrop) ? 'failed' : open,
  };
}

export function nothingCompared(drift: RegressionResult['drift']): RegressionResult {
  const unknown = Number.NaN;
  return {
    verdict: 'inconclusive',
    reasons: ['no prompts'],
    prompts: 0,
    before: unknown,
    now: unknown,
    drop: { value: unknown, low: -1, high: 1 },
    excludes: 1,
    comparisons: [],
    drift,
  };
}

/** Share of the recall before that counts as nothing. */
const NOTHING = 0.1;

/** Recall from which a model is fine. */
const FINE = 0.3;

/** Falls to nothing that a baseline shows on average are normal from this many in a grid. */
const EXPECTED = 0.05;

/**
 * Finds groups that fell to next to nothing while the baseline does nothing of the kind.
 *
 * @param groups - how many groups are tested
 */
export function fallToNothing(
  prompts: readonly PairedPrompt[],
  groups: number,
): (members: readonly PairedPrompt[]) => boolean {
  const zeros = shareOfNothing(prompts);
  return (members) => {
    const before = meanOrNaN(members.map((prompt) => prompt.before));
    const now = meanOrNaN(members.map((prompt) => prompt.now));
    const marks = members.reduce((sum, prompt) => sum + prompt.marks, 0);
    return (
      before >= FINE &&
      now <= NOTHING * before &&
      marks > 1 &&
      groups * zeros(members) ** members.length < EXPECTED
    );
  };
}

/**
 * Returns the share of the baseline's prompts without recall, in series that are fine: in the group's own
 * series, or in all with at least half as many marks, whichever is larger.
 */
function shareOfNothing(
  prompts: readonly PairedPrompt[],
): (members: readonly PairedPrompt[]) => number {
  const fine = [...groupBy(prompts, ({ series }) => series).values()].flatMap((members) => {
    const recall = meanOrNaN(members.map(({ before }) => before));
    if (recall < FINE) return [];
    return members.flatMap(({ series, marks, runs }) =>
      runs
        .filter((score) => score !== undefined)
        .map((score) => ({ series, marks, nothing: Number(score <= NOTHING * recall) })),
    );
  });
  const shareIn = (of: typeof fine) =>
    of.length === 0 ? 0 : meanOrNaN(of.map(({ nothing }) => nothing));
  return (members) => {
    const series = new Set(members.map((prompt) => prompt.series));
    const fewest = Math.min(...members.map(({ marks }) => marks));
    return Math.max(
      shareIn(fine.filter((prompt) => series.has(prompt.series))),
      shareIn(fine.filter(({ marks }) => marks >= fewest / 2)),
    );
  };
}
