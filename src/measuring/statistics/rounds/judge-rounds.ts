/** Judges whether tests fell from a baseline to a new run (docs/method/gate.md, bench/ordinary-tests.mjs). */
import { largest, smallest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { mean, sum } from '../../../base/numbers.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { type DropDecision, decisionOf } from '../regression/decision.js';
import type { DropBounds } from '../regression/drop-test.js';
import { overDrift, type RunDrift, runDrift } from '../regression/run-drift.js';
import { tTail } from '../regression/t-tail.js';
import { chanceOfGone } from './gone.js';

/** The scores of a test by one measure, from 0 to 1. */
export interface RepeatedTest {
  id: string;
  /** Model, if tests of several are judged together. */
  group?: number;
  /** Of each run of the baseline. None if a run lacks the test. */
  baseline: readonly (readonly number[])[];
  now: readonly number[];
}

interface RoundsOptions {
  /** Probability that an unchanged run fails, over everything that is tested. */
  alpha: number;
  /** Accepted mean drop. It does not excuse a test that broke. */
  maxDrop: number;
  /** Bound to prove for passing. */
  margin?: number;
  confidence: number;
  /** Whether repeats are known to be no copies. By default, by how they differ. */
  isIndependent?: boolean;
}

/** What was looked at, and what was found. */
export interface RoundsFinding {
  /** The mean, or whether a few tests broke, which a mean hides. */
  kind: 'mean' | 'few';
  measure: number;
  /** Nothing: all groups together. */
  group?: number;
  units: number;
  before: number;
  now: number;
  drop: number;
  /** Of the mean drop; and at most how large it is, by a one-sided bound. */
  bounds: DropBounds;
  excludes: number;
  /** By itself, and for all findings together. */
  p: number;
  adjusted: number;
  failed: boolean;
}

export interface RoundsJudgement extends DropDecision<'nothing in common'> {
  /** Tests that both sides have. */
  units: number;
  /** The fewest rounds that a run has of a test, and the most. */
  repeats: { fewest: number; most: number };
  findings: RoundsFinding[];
}

/**
 * Shares of the error rate for means and for tests that are gone. More than all of it, since so few tests are gone by
 * chance that this errs less than it may. Calibrated in bench/ordinary-tests.mjs.
 */
const SHARES = { mean: 0.8, few: 0.5 };

const STEPS = 24;

/**
 * Judges the tests that both sides have. The order of tests and rounds makes no difference.
 *
 * @param measures - the tests by each measure
 */
export function judgeRounds(
  measures: readonly (readonly RepeatedTest[])[],
  options: RoundsOptions,
): RoundsJudgement {
  const compared = measures.map((tests) =>
    tests
      .filter(({ baseline, now }) => now.length > 0 && baseline.flat().length > 0)
      .sort((a, b) => byCodeUnits(a.id, b.id)),
  );
  const all = [...new Map(compared.flat().map((test) => [test.id, test])).values()];
  const sizes = all.flatMap(({ baseline, now }) =>
    [...baseline, now].map(({ length }) => length).filter((length) => length > 0),
  );
  const repeats = { fewest: all.length > 0 ? smallest(sizes) : 0, most: largest([0, ...sizes]) };
  const findings = compared.flatMap((tests, measure) =>
    findingsOf(tests, { measure, share: 1 / compared.length }, options),
  );
  const failed = findings.some((finding) => finding.failed);
  const excludes = largest(findings.filter(isOfAll).map((one) => one.excludes));
  return {
    ...(all.length === 0
      ? { verdict: 'inconclusive', reasons: ['nothing in common'] }
      : decisionOf(failed, excludes, options.margin)),
    ...{ units: all.length, repeats, findings },
  };
}

/** Tells whether a finding is the mean of everything by a measure. */
export function isOfAll({ kind, group }: RoundsFinding): boolean {
  return kind === 'mean' && group === undefined;
}

/** Tests the mean of all and of each of several groups, and whether a few tests of a group broke. */
function findingsOf(
  tests: readonly RepeatedTest[],
  { measure, share }: { measure: number; share: number },
  { alpha, maxDrop, confidence, isIndependent }: RoundsOptions,
): RoundsFinding[] {
  if (tests.length === 0) return [];
  const drift = runDrift(
    tests.map(({ baseline }) => ({
      runs: baseline.map((run) => (run.length > 0 ? mean(run) : undefined)),
    })),
  );
  const groups = [...groupBy(tests, ({ group }) => group)].sort(([a = 0], [b = 0]) => a - b);
  const several = groups.length > 1 ? groups : [];
  const means = areWhole(tests) ? SHARES.mean : 1;
  const found = (
    kind: RoundsFinding['kind'],
    own: readonly RepeatedTest[],
    group: number | undefined,
    part: number,
  ): RoundsFinding => {
    const level = alpha * share * part;
    const { p: ofMean, bounds, excludes, ...levels } = meanDrop(own, drift, level, 1 - confidence);
    const p = kind === 'mean' ? ofMean : chanceOfGone(own.map(talliesOf), isIndependent);
    const drop = bounds.value;
    return {
      ...{ kind, measure, ...(group !== undefined && { group }) },
      ...{ units: own.length, ...levels, drop, bounds, excludes, p },
      adjusted: Math.min(1, p / share / part),
      failed: p <= level && (kind === 'few' || drop > maxDrop + 1e-9),
    };
  };
  return [
    found('mean', tests, undefined, several.length > 0 ? means / 2 : means),
    ...several.map(([group, own]) => found('mean', own, group, means / 2 / several.length)),
    ...(means === 1
      ? []
      : groups.map(([group, own]) => {
          const isOne = several.length === 0;
          return found('few', own, isOne ? undefined : group, SHARES.few / groups.length);
        })),
  ];
}

function areWhole(tests: readonly RepeatedTest[]): boolean {
  return tests.every(({ baseline, now }) =>
    [...baseline.flat(), ...now].every((score) => score % 1 === 0),
  );
}

/** Counts passes by run. */
export function talliesOf({ baseline, now }: Pick<RepeatedTest, 'baseline' | 'now'>) {
  const tally = (scores: readonly number[]) => ({ passed: sum(scores), rounds: scores.length });
  const runs = baseline.filter((run) => run.length > 0).map(tally);
  return { runs, before: tally(baseline.flat()), now: tally(now) };
}

/**
 * Tests and bounds a mean drop by Student's t over tests: repeats that copy their run then count once. For the
 * upper ends, two imagined tests are added, one broken and one mended, since rare moves may be missing.
 *
 * @param level - error rate of the test and of the drop's lower end, so that these agree
 * @param tail - what the upper ends may miss
 */
function meanDrop(
  tests: readonly RepeatedTest[],
  { nodes, runs }: RunDrift,
  level: number,
  tail: number,
) {
  const moves = tests.map(({ baseline, now }) => ({ was: mean(baseline.flat()), is: mean(now) }));
  const [before, now] = [mean(moves.map(({ was }) => was)), mean(moves.map(({ is }) => is))];
  const value = before - now;
  const squares = sum(moves.map(({ was, is }) => (was - is - value) ** 2));
  const unseen = areWhole(tests) ? 1 : largest(moves.map(({ was, is }) => Math.abs(was - is)));
  const sides = 1 + 1 / Math.max(1, runs);
  const tailOf = (total: number, count: number) => (distance: number) =>
    overDrift(nodes, (variance) => {
      const spread = Math.sqrt(total / count / (count - 1) + sides * variance);
      return spread > 0 ? tTail(distance / spread, count - 1) : Number(distance <= 0);
    });
  // Of single answers few moves show little of the spread, so one more is imagined.
  const isOnce = areWhole(tests) && tests.every((test) => test.now.length === 1);
  // A single test shows no spread.
  const shown = tailOf(squares + Number(isOnce), Math.max(2, tests.length));
  const possible = tailOf(squares + 2 * unseen ** 2, tests.length + 2);
  const bound = (sign: 1 | -1, chance: number, of: (distance: number) => number) => {
    let [near, far]: [number, number] = [value, sign];
    for (let i = 0; i < STEPS; i++) {
      const middle = (near + far) / 2;
      if (of(sign * (middle - value)) > chance) near = middle;
      else far = middle;
    }
    return far;
  };
  return {
    ...{ before, now, p: tests.length > 1 ? shown(value) : 1 },
    bounds: {
      value,
      low: tests.length > 1 ? bound(-1, level, shown) : -1,
      high: bound(1, tail / 2, possible),
    },
    excludes: bound(1, tail, possible),
  };
}
