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

/** The prompts that are asked of a group, and the share of the group that they are. */
export interface AskedGroup {
  group: ScopeGroup;
  fraction: number;
}

/** Groups of planned prompts as groups of those that were asked. */
export function askedGroups(
  prompts: readonly PairedPrompt[],
  planned: readonly PlacedPrompt[],
): (group: ScopeGroup) => AskedGroup {
  const asked = groupBy(
    prompts.map((_, i) => i),
    (i) => placeOf(prompts[i]!),
  );
  return (group) => {
    const places = new Set(group.members.map((i) => placeOf(planned[i]!)));
    const members = [...places].flatMap((place) => asked.get(place) ?? []);
    return {
      group: { ...group, members },
      fraction: Math.min(1, members.length / group.members.length),
    };
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

/** How near a test is to its boundary: 1 and more where a drop is shown, 0 or less where there is none. */
export function nearness({ p, share }: { p: number; share: number }, alpha: number): number {
  return share > 0 ? quantileOf(p) / quantileOf(alpha * share) : Number.NEGATIVE_INFINITY;
}

/** Smaller tails have quantiles of no use. */
const LEAST = 1e-300;

function quantileOf(tail: number): number {
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
  const plannedOf = groupBy(planned, ({ series }) => series);
  const asked = groupBy(prompts, ({ series }) => series);
  const standsFor = new Map<string, number>();
  let all = 0;
  for (const [series, own] of asked) {
    const lengths = [...new Set(own.map(({ tokens }) => tokens))].sort((a, b) => b - a);
    for (const { tokens } of plannedOf.get(series) ?? own) {
      const apart = (length: number) => Math.abs(Math.log(length / tokens));
      const nearest = lengths.reduce((best, one) => (apart(one) < apart(best) ? one : best));
      const place = placeOf({ series, tokens: nearest });
      standsFor.set(place, (standsFor.get(place) ?? 0) + 1);
      all++;
    }
  }
  const counts = new Map([...groupBy(prompts, placeOf)].map(([place, own]) => [place, own.length]));
  return prompts.map((prompt) => {
    const place = placeOf(prompt);
    const share = (standsFor.get(place) ?? 0) / all;
    return { ...prompt, weight: (share * prompts.length) / counts.get(place)! };
  });
}
