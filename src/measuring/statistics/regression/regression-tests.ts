/** Tests one model for a drop of recall everywhere, within one error rate. */
import { once } from '../../../base/kept.js';
import { type DropTest, dropTest, spreadsOf } from './drop-test.js';
import {
  askedGroups,
  type Look,
  passingTail,
  tailAtLook,
  weighedByLength,
  worthOf,
} from './looks.js';
import { type PairedPrompt, weightedMean } from './paired-prompts.js';
import type { RunDrift } from './run-drift.js';
import { type PlacedPrompt, type ScopeGroup, scopesOf } from './scopes.js';

export interface TestedDrop extends DropTest {
  group: ScopeGroup;
  /** Share of alpha. It fails if p is at most that. 0: a single prompt is not tested. */
  share: number;
  /** Share of its prompts that was sent. Absent if all were. */
  fraction?: number;
}

/**
 * Shares of alpha for all prompts together, and for all other groups. A tenth is not spent, since Student's t
 * is not exact with few prompts. Calibrated in bench/truth-gate.mjs.
 */
const WHOLE = 0.7;
const PARTS = 0.2;

/** How groups share alpha. The longest lengths have most of it, since long contexts are lost first. */
const KINDS = { half: 1, quarter: 2, eighth: 2, length: 2, series: 2 };

/**
 * Tests all series, each series, their longer lengths and each length. The smallest p divided by its share is a
 * Bonferroni test.
 */
export function regressionTests(prompts: readonly PairedPrompt[], drift: RunDrift): TestedDrop[] {
  const spreads = spreadsOf(prompts);
  return sharedOut(prompts).map(({ group, share }) => ({
    group,
    share,
    ...dropTest(
      group.members.map((i) => prompts[i]!),
      spreads,
      drift.nodes,
    ),
  }));
}

/**
 * Tells whether any group fails with as few tests as possible, for hundreds of imagined evaluations: accepted
 * drops need none, and the first failing group decides.
 */
export function anyFails(
  prompts: readonly PairedPrompt[],
  drift: RunDrift,
  { alpha, maxDrop }: { alpha: number; maxDrop: number },
  groups: readonly SharedGroup[],
): boolean {
  const spreads = once(() => spreadsOf(prompts));
  return groups.some(({ group, share }) => {
    if (share === 0) return false;
    const members = group.members.map((i) => prompts[i]!);
    const drop =
      weightedMean(members, ({ before }) => before) - weightedMean(members, ({ now }) => now);
    if (!exceeds(drop, maxDrop)) return false;
    return hasFailed({ share, ...dropTest(members, spreads(), drift.nodes) }, alpha, maxDrop);
  });
}

/**
 * Tests before all prompts are sent: the groups and shares of the full grid, each with what was sent of it. p
 * uses the scores as they are. Bounds weigh lengths, of which some are sent more often than others.
 */
export function testsAtLook(
  prompts: readonly PairedPrompt[],
  drift: RunDrift,
  { planned, isLast }: Look,
): TestedDrop[] {
  const spreads = spreadsOf(prompts);
  const askedOf = askedGroups(prompts, planned);
  const weighed = weighedByLength(prompts, planned);
  return sharedOut(planned).flatMap(({ group: whole, share }) => {
    const { group, fraction } = askedOf(whole);
    if (group.members.length === 0) return [];
    const asFar = isLast ? 1 : fraction;
    const tested = (from: readonly PairedPrompt[]) =>
      dropTest(
        group.members.map((i) => from[i]!),
        spreads,
        drift.nodes,
      );
    const { p, low } = tested(prompts);
    const { below, drop, ...found } = tested(weighed);
    return {
      ...{ group, fraction, share: canBeTested(group) ? share : 0, ...found, drop },
      p: worthOf(p, asFar),
      low: (tail: number) => Math.min(drop, low(tailAtLook(tail, asFar))),
      below: (tail: number) => below(passingTail(tail, fraction)),
    };
  });
}

type SharedGroup = Pick<TestedDrop, 'group' | 'share'>;

/** Shares alpha out to groups. Groups of the same prompts are one. */
export function sharedOut(prompts: readonly PlacedPrompt[]): SharedGroup[] {
  const { whole, series, lengths } = scopesOf(prompts);
  const [all, ...longer] = whole;
  const kinds = [
    { kind: KINDS.half, groups: longer.filter(({ scope }) => scope === 'longer half') },
    { kind: KINDS.quarter, groups: longer.filter(({ scope }) => scope === 'longest quarter') },
    { kind: KINDS.eighth, groups: longer.filter(({ scope }) => scope === 'longest eighth') },
    { kind: KINDS.series, groups: series },
    { kind: KINDS.length, groups: lengths },
  ].map(({ kind, groups }) => {
    const tested = groups.filter(canBeTested).length;
    return { kind: tested > 0 ? kind : 0, groups, tested };
  });
  const total = kinds.reduce((sum, { kind }) => sum + kind, 0);
  const shares = [
    { group: all!, share: WHOLE },
    ...kinds.flatMap(({ kind, groups, tested }) =>
      groups.map((group) => ({
        group,
        share: canBeTested(group) ? (PARTS * kind) / total / tested : 0,
      })),
    ),
  ];
  const distinct = new Map<string, (typeof shares)[number]>();
  for (const own of shares) {
    const { series: one, fromTokens, toTokens, members } = own.group;
    const key = [one, fromTokens, toTokens, members.length].join();
    const same = distinct.get(key);
    if (same) same.share += own.share;
    else distinct.set(key, own);
  }
  return [...distinct.values()];
}

/** A single prompt may be bad by chance. */
function canBeTested({ members }: ScopeGroup): boolean {
  return members.length > 1;
}

/** Tells whether a group fell by more than chance and more than is accepted. */
export function hasFailed(
  { p, share, drop }: Pick<TestedDrop, 'p' | 'share' | 'drop'>,
  alpha: number,
  maxDrop: number,
): boolean {
  return p <= alpha * share && exceeds(drop, maxDrop);
}

function exceeds(drop: number, maxDrop: number): boolean {
  return drop > maxDrop + 1e-9;
}
