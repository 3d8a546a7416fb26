/**
 * Supports a comparison in rounds, which ends as soon as it is decided (docs/method/gate.md). Each group of
 * prompts has its own fraction of information: the share of its prompts that was sent.
 */
import { groupBy } from '../../../base/group-by.js';
import { erfc, normalQuantile } from '../special-functions.js';
import type { PairedPrompt } from './paired-prompts.js';
import type { PlacedPrompt, ScopeGroup } from './scopes.js';

/** Most rounds. */
export const LOOKS = 8;

/** The boundary of a round grows with this power of what is missing (Wang & Tsiatis 1987). */
const SHAPE = 1 / 4;

/** Passing needs a boundary that holds for all rounds together: the normal quantile of 0.95 times this. */
const OF_ALL_LOOKS = 1.157;

export interface Look {
  /** All prompts of the grid, sent or not. */
  planned: readonly PlacedPrompt[];
  /** In the last round, a drop is shown as without any rounds before. */
  isLast: boolean;
}

/** Maps groups of planned prompts to those sent, with the share that these are. */
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

/** Returns the tail before the last round that is worth `tail` at the end. */
export function tailAtLook(tail: number, fraction: number): number {
  if (fraction === 1) return tail;
  return tailOf(quantileOf(tail) / fraction ** SHAPE);
}

/** Returns the tail at the end that a tail in a round is worth. */
export function worthOf(tail: number, fraction: number): number {
  if (fraction === 1) return tail;
  return tailOf(quantileOf(tail) * fraction ** SHAPE);
}

/** Returns the tail by which a drop may be excluded in any round. */
export function passingTail(tail: number, fraction: number): number {
  return tailOf((OF_ALL_LOOKS * quantileOf(tail)) / fraction ** SHAPE);
}

const LEAST = 1e-300;

export function quantileOf(tail: number): number {
  return -normalQuantile(Math.min(1 - 1e-15, Math.max(LEAST, tail)), 0, 1);
}

function tailOf(quantile: number): number {
  return erfc(quantile / Math.SQRT2) / 2;
}

/**
 * Weighs prompts so that their mean is one of the full grid: each planned prompt counts with those sent nearest
 * to its length.
 */
export function weighedByLength(
  prompts: readonly PairedPrompt[],
  planned: readonly PlacedPrompt[],
): PairedPrompt[] {
  const asked = groupBy(prompts, placeOf);
  // Of two equally near ones, the longer.
  const firsts = [...asked.values()]
    .flatMap(([first]) => first!)
    .sort((a, b) => b.tokens - a.tokens);
  const bySeries = groupBy(firsts, ({ series }) => series);
  const stands = planned.flatMap(({ series, tokens }) => {
    const apart = (prompt: PlacedPrompt) => Math.abs(Math.log(prompt.tokens / tokens));
    return (
      bySeries
        .get(series)
        ?.reduce((best, prompt) => (apart(prompt) < apart(best) ? prompt : best)) ?? []
    );
  });
  const standing = groupBy(stands, placeOf);
  return prompts.map((prompt) => {
    const place = placeOf(prompt);
    const share = (standing.get(place)?.length ?? 0) / asked.get(place)!.length;
    return { ...prompt, weight: (share * prompts.length) / stands.length };
  });
}
