/** The tests of one reader for a drop of recall, all together within one error rate. */
import { type Collapse, canCollapse, collapses } from './collapse.js';
import type { PairedPrompt } from './paired-prompts.js';
import { type Draws, type Family, relabellingFamily } from './relabelling.js';
import { overDrift, type RunDrift } from './run-drift.js';
import { type ScopeGroup, type Scopes, scopesOf } from './scopes.js';

/** A drop of the mean recall of one group, tested. */
export interface TestedDrop {
  group: ScopeGroup;
  before: number;
  now: number;
  drop: number;
  /** Of this comparison by itself, without drift. */
  p: number;
  /** For all comparisons of the reader together; it fails at alpha or below. */
  adjusted: number;
}

/** A collapse, tested. */
export interface TestedCollapse extends Collapse {
  adjusted: number;
}

export interface RegressionTests {
  drops: TestedDrop[];
  collapses: TestedCollapse[];
}

/**
 * How alpha is shared out: between drops of all series together, drops of single series, and
 * collapses. A single series has no second share.
 */
const SHARES = { whole: 0.45, series: 0.3, collapse: 0.25 };

/** What need not be found anew when the tests are run many times over the same grid. */
export interface TestOptions extends Draws {
  scopes?: Scopes;
  /** The tails of an evaluation of the same shape. */
  tails?: { whole: Family['tail']; series: Family['tail'] };
}

/**
 * Test everything about one reader: the mean drop of all series, of each series, and of their longer
 * lengths by relabelling, and collapses of each length and series by the spread of the whole grid.
 */
export function regressionTests(
  prompts: readonly PairedPrompt[],
  drift: RunDrift,
  { scopes = scopesOf(prompts), tails, ...draws }: TestOptions = {},
): RegressionTests {
  const single = scopes.series.length === 0;
  const wholeShare = single ? SHARES.whole + SHARES.series : SHARES.whole;
  const sides = 1 + 1 / Math.max(1, drift.runs);
  const wholeDrift = drift.whole;
  const seriesDrift = joined(drift);
  const family = (
    groups: readonly ScopeGroup[],
    nodes: RunDrift['whole'],
    share: number,
    known: Family['tail'] | undefined,
  ): TestedDrop[] => {
    const { statistics, errors, chances, tail } = relabellingFamily(
      prompts,
      groups.map(({ members }) => members),
      { ...draws, ...(known && { tail: known }) },
    );
    return groups.map((group, g) => {
      const drop = statistics[g]! * errors[g]!;
      const together =
        errors[g] === 0
          ? 1
          : overDrift(nodes, (shift) => tail(drop / Math.sqrt(errors[g]! ** 2 + sides * shift)));
      const { before, now } = meansOf(prompts, group);
      return { group, before, now, drop, p: chances[g]!, adjusted: Math.min(1, together / share) };
    });
  };
  const candidates = distinctGroups([...scopes.lengths, ...scopes.whole, ...scopes.series]);
  const tested = candidates.filter(canCollapse).length;
  return {
    drops: [
      ...family(scopes.whole, wholeDrift, wholeShare, tails?.whole),
      ...family(scopes.series, seriesDrift, SHARES.series, tails?.series),
    ],
    collapses: collapses(prompts, candidates, seriesDrift).map((collapse) => ({
      ...collapse,
      adjusted: canCollapse(collapse.group)
        ? Math.min(1, (collapse.p * tested) / SHARES.collapse)
        : 1,
    })),
  };
}

/** Whether anything fell by more than chance and more than is accepted. */
export function hasFailed(
  { drops, collapses: found }: RegressionTests,
  alpha: number,
  maxDrop: number,
): boolean {
  return (
    drops.some(({ adjusted, drop }) => adjusted <= alpha && exceeds(drop, maxDrop)) ||
    found.some(({ adjusted, before, now }) => adjusted <= alpha && exceeds(before - now, maxDrop))
  );
}

/** Whether a drop is larger than is accepted; differences below 1e-9 are rounding. */
export function exceeds(drop: number, maxDrop: number): boolean {
  return drop > maxDrop + 1e-9;
}

/** A series drifts with its run, and by itself. */
function joined({ whole, series }: RunDrift): RunDrift['whole'] {
  return whole.flatMap((run) =>
    series.map((own) => ({
      variance: run.variance + own.variance,
      weight: run.weight * own.weight,
    })),
  );
}

/** The longest quarter of three lengths is the longest length. */
function distinctGroups(groups: readonly ScopeGroup[]): ScopeGroup[] {
  const key = ({ series, fromTokens, toTokens, members }: ScopeGroup) =>
    [series, fromTokens, toTokens, members.length].join();
  return [...new Map([...groups].reverse().map((group) => [key(group), group])).values()];
}

function meansOf(prompts: readonly PairedPrompt[], { members }: ScopeGroup) {
  let before = 0;
  let now = 0;
  for (const i of members) {
    before += prompts[i]!.before / members.length;
    now += prompts[i]!.now / members.length;
  }
  return { before, now };
}
