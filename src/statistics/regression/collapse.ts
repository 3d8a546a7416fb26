/** Whether recall collapsed at a length or in a series, where few prompts have to show it. */
import { type IccPrior, markCorrelation, spreadOf } from './mark-correlation.js';
import { grouped, mean, type PairedPrompt } from './paired-prompts.js';
import { type DriftNode, overDrift } from './run-drift.js';
import type { ScopeGroup } from './scopes.js';
import { tTail } from './t-tail.js';

/** A group whose recall collapsed, and what the chance of that is. */
export interface Collapse {
  group: ScopeGroup;
  before: number;
  now: number;
  /** Probability of such a fall in this group, if nothing changed. */
  p: number;
  /** Next to nothing is left, and the baseline does nothing of the kind. */
  toNothing: boolean;
}

/** A collapse takes at least half of the recall. */
const HALF = 0.5;

/** Next to nothing: less than this share of the recall before. */
const NOTHING = 0.1;

/** A reader is fine where its recall is at least this. */
const FINE = 0.3;

/** Falls to nothing are like the baseline when it would show so many of them in a grid on average. */
const EXPECTED = 0.05;

/**
 * A group that collapsed cannot itself say how much the marks of a prompt hang together, so the other
 * prompts do, and this prior where they all have every mark: with it three prompts of 32 marks that
 * fall from 1 to 0 are a collapse, and two might be chance. Calibrated in bench/truth-gate.mjs.
 */
const PRIOR: IccPrior = { icc: 0.3, freedom: 8 };

/**
 * Groups that lost at least half of their recall. The test is Student's t of the mean drop: under the
 * hypothesis both sides have one recall p in the group, a prompt's score has the variance
 * p(1 − p)·(1/M + (1 − 1/M)·ρ), and ρ is measured over the rest of the grid.
 *
 * @param drift - what whole runs may drift
 */
export function collapses(
  prompts: readonly PairedPrompt[],
  groups: readonly ScopeGroup[],
  drift: readonly DriftNode[],
): Collapse[] {
  const zeros = shareOfNothing(prompts);
  return groups.flatMap((group) => {
    const own = group.members.map((i) => prompts[i]!);
    const before = mean(own.map((prompt) => prompt.before));
    const now = mean(own.map((prompt) => prompt.now));
    if (!(before > 0 && before - now >= HALF * before)) return [];
    const marks = own.reduce((sum, prompt) => sum + prompt.marks, 0);
    const toNothing =
      before >= FINE &&
      now <= NOTHING * before &&
      marks > 1 &&
      groups.length * zeros(own) ** own.length < EXPECTED;
    return [{ group, before, now, p: chance(prompts, group, drift), toNothing }];
  });
}

/** Whether a group is large enough to show a collapse: one prompt alone may be bad by chance. */
export function canCollapse({ members }: ScopeGroup): boolean {
  return members.length > 1;
}

/**
 * Share of the baseline's prompts with next to no recall, in series that are fine as a whole: in the
 * group's own series, or over all that have half as many marks in a prompt, where it is larger there.
 */
function shareOfNothing(
  prompts: readonly PairedPrompt[],
): (own: readonly PairedPrompt[]) => number {
  const fine = [...grouped(prompts, ({ series }) => series).values()].flatMap((members) => {
    const recall = mean(members.map(({ before }) => before));
    if (recall < FINE) return [];
    return members.flatMap(({ series, marks, runs }) =>
      runs
        .filter((score) => score !== undefined)
        .map((score) => ({ series, marks, nothing: Number(score <= NOTHING * recall) })),
    );
  });
  const shareIn = (of: typeof fine) =>
    of.length === 0 ? 0 : mean(of.map(({ nothing }) => nothing));
  return (own) => {
    const series = new Set(own.map((prompt) => prompt.series));
    const fewest = Math.min(...own.map(({ marks }) => marks));
    return Math.max(
      shareIn(fine.filter((prompt) => series.has(prompt.series))),
      shareIn(fine.filter(({ marks }) => marks >= fewest / 2)),
    );
  };
}

function chance(
  prompts: readonly PairedPrompt[],
  { members }: ScopeGroup,
  drift: readonly DriftNode[],
): number {
  const within = new Set(members);
  const own = members.map((i) => prompts[i]!);
  let variance = 0;
  let freedom = Infinity;
  let runs = Infinity;
  for (const [series, group] of grouped(own, (prompt) => prompt.series)) {
    const rest = prompts.filter((prompt, i) => prompt.series === series && !within.has(i));
    const correlation = markCorrelation(rest.map(dropSpread), PRIOR);
    freedom = Math.min(freedom, correlation.freedom);
    const found = group.reduce((sum, { before, now }) => sum + before + now, 0);
    const recall = (found + HALF) / (2 * group.length + 1);
    for (const prompt of group) {
      const sides = sidesOf(prompt);
      runs = Math.min(runs, 1 / (sides - 1));
      variance += sides * recall * (1 - recall) * spreadOf(prompt.marks, correlation.icc);
    }
  }
  variance /= own.length ** 2;
  const drop = mean(own.map((prompt) => prompt.drop));
  return overDrift(drift, (shift) =>
    tTail(drop / Math.sqrt(variance + shift * (1 + 1 / runs)), freedom),
  );
}

/** Variance of a drop as a multiple of that of one score: 2 with one baseline run, less with several. */
export function sidesOf({ runs }: PairedPrompt): number {
  return 1 + 1 / runs.filter((score) => score !== undefined).length;
}

/** A prompt's drop, as what its spread is measured by. */
export function dropSpread(prompt: PairedPrompt) {
  const { series, tokens, marks, drop, before, now } = prompt;
  const recall = (before + now) / 2;
  return { series, tokens, marks, value: drop, recall, scores: sidesOf(prompt) };
}
