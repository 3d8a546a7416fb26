/**
 * A comparison that is looked at while its prompts are asked, and ends where it is decided (docs/method/gate.md). Each
 * group of prompts has its own fraction of information: the share of its prompts that was asked.
 */
import { groupBy } from '../../../base/group-by.js';
import { erfc, normalQuantile } from '../special-functions.js';
import type { PairedPrompt } from './paired-prompts.js';
import type { PlacedPrompt, ScopeGroup } from './scopes.js';

/** How often is looked at most. */
export const LOOKS = 8;

/** How much stricter a look is the less is asked: the boundary grows with this power (Wang & Tsiatis 1987). */
const SHAPE = 1 / 4;

/**
 * Passing is claimed at no look but by a boundary that holds for all of them together: the normal quantile of 0.95 is this
 * many times larger for `LOOKS` looks.
 */
const OF_ALL_LOOKS = 1.157;

/** What a comparison is a look at. */
export interface Look {
  /** All prompts of the grid, asked or not. */
  planned: readonly PlacedPrompt[];
  /** Whether no other follows: then a drop is shown as without any looks. */
  isLast: boolean;
}

/** Groups of planned prompts as groups of those that were asked, and the share that these are. */
export function askedGroups(
  prompts: readonly PairedPrompt[],
  planned: readonly PlacedPrompt[],
): (group: ScopeGroup) => { group: ScopeGroup; fraction: number } {
  const asked = groupBy(
    prompts.map((_, i) => i),
    (i) => placeOf(prompts[i]!),
  );
  return (group) => {
    const places = new Set(group.members.map((i) => placeOf(planned[i]!)));
    const members = [...places].flatMap((place) => asked.get(place) ?? []);
    const fraction = Math.min(1, members.length / group.members.length);
    return { group: { ...group, members }, fraction };
  };
}

function placeOf({ series, tokens }: PlacedPrompt): string {
  return `${series}/${tokens}`;
}

/** The tail that counts before the last look where `tail` counts at the end. */
export function tailAtLook(tail: number, fraction: number): number {
  if (fraction === 1) return tail;
  return tailOf(quantileOf(tail) / fraction ** SHAPE);
}

/** The tail of the end that a tail at a look is worth. */
export function worthOf(tail: number, fraction: number): number {
  if (fraction === 1) return tail;
  return tailOf(quantileOf(tail) * fraction ** SHAPE);
}

/** The tail by which a drop may be said to be excluded at any of the looks. */
export function passingTail(tail: number, fraction: number): number {
  return tailOf((OF_ALL_LOOKS * quantileOf(tail)) / fraction ** SHAPE);
}

/** Smaller tails have quantiles of no use. */
const LEAST = 1e-300;

/** The normal quantile that leaves a tail above it. */
export function quantileOf(tail: number): number {
  return -normalQuantile(Math.min(1 - 1e-15, Math.max(LEAST, tail)), 0, 1);
}

function tailOf(quantile: number): number {
  return erfc(quantile / Math.SQRT2) / 2;
}

/**
 * Prompts with weights, so that their mean is one of the whole grid: each planned prompt counts with those that were asked
 * nearest to its length.
 */
export function weighedByLength(
  prompts: readonly PairedPrompt[],
  planned: readonly PlacedPrompt[],
): PairedPrompt[] {
  const asked = groupBy(prompts, placeOf);
  // Of two that are as near, the longer one.
  const firsts = [...asked.values()]
    .flatMap(([first]) => first!)
    .sort((a, b) => b.tokens - a.tokens);
  const bySeries = groupBy(firsts, ({ series }) => series);
  const stands = planned.flatMap(({ series, tokens }) => {
    const apart = (one: PlacedPrompt) => Math.abs(Math.log(one.tokens / tokens));
    return (
      bySeries.get(series)?.reduce((best, one) => (apart(one) < apart(best) ? one : best)) ?? []
    );
  });
  const standing = groupBy(stands, placeOf);
  return prompts.map((prompt) => {
    const place = placeOf(prompt);
    const share = (standing.get(place)?.length ?? 0) / asked.get(place)!.length;
    return { ...prompt, weight: (share * prompts.length) / stands.length };
  });
}
