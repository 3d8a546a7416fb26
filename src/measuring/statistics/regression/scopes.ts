/** Chooses which groups of prompts are tested by themselves. */
import { groupBy } from '../../../base/group-by.js';
import type { PairedPrompt } from './paired-prompts.js';

export type PlacedPrompt = Pick<PairedPrompt, 'series' | 'tokens'>;

export type ScopeName =
  | 'all lengths'
  | 'longer half'
  | 'longest quarter'
  | 'longest eighth'
  | 'one length';

export interface ScopeGroup {
  /** Number of the series; none: all series together. */
  series?: number;
  scope: ScopeName;
  fromTokens: number;
  toTokens: number;
  /** Indices of its prompts. */
  members: number[];
}

/** Long contexts are lost first, so the longest lengths are tested by themselves. */
const SHARES: readonly { scope: ScopeName; share: number }[] = [
  { scope: 'all lengths', share: 1 },
  { scope: 'longer half', share: 1 / 2 },
  { scope: 'longest quarter', share: 1 / 4 },
  { scope: 'longest eighth', share: 1 / 8 },
];

export interface Scopes {
  /** All lengths, longer half, longest quarter and eighth of all series together. */
  whole: ScopeGroup[];
  /** The same for each of several series, except the eighth. */
  series: ScopeGroup[];
  /** Each length of each series and of all together, if there are several. */
  lengths: ScopeGroup[];
}

export function scopesOf(prompts: readonly PlacedPrompt[]): Scopes {
  const indices = prompts.map((_, i) => i);
  const bySeries = [...groupBy(indices, (i) => prompts[i]!.series)].map(([series, members]) => ({
    series,
    byLength: [...groupBy(members, (i) => prompts[i]!.tokens)].sort(([a], [b]) => a - b),
  }));
  const longest = bySeries.map(({ series, byLength }) => ({
    series,
    groups: SHARES.map(({ scope, share }) =>
      groupOf(prompts, scope, longestOf(byLength, share), series),
    ),
  }));
  const whole = SHARES.map(({ scope }, i) =>
    groupOf(
      prompts,
      scope,
      longest.flatMap(({ groups }) => groups[i]!.members),
    ),
  );
  if (bySeries.length < 2) {
    const lengths = bySeries.flatMap(({ byLength }) => byLength);
    return {
      whole: distinct(whole),
      series: [],
      lengths:
        lengths.length < 2 ? [] : lengths.map(([, own]) => groupOf(prompts, 'one length', own)),
    };
  }
  const together = [...groupBy(indices, (i) => prompts[i]!.tokens).values()];
  return {
    whole: distinct(whole),
    series: longest.flatMap(({ groups }) =>
      distinct(groups).filter(({ scope }) => scope !== 'longest eighth'),
    ),
    lengths: [
      ...bySeries.flatMap(({ series, byLength }) =>
        byLength.length < 2
          ? []
          : byLength.map(([, own]) => groupOf(prompts, 'one length', own, series)),
      ),
      ...together
        .filter((own) => own.some((i) => prompts[i]!.series !== prompts[own[0]!]!.series))
        .map((own) => groupOf(prompts, 'one length', own)),
    ],
  };
}

/** Finds the longest length of all series together with more than one prompt. */
export function longestGroup(groups: readonly ScopeGroup[]): ScopeGroup | undefined {
  const together = groups.filter(
    ({ series, members }) => series === undefined && members.length > 1,
  );
  const end = Math.max(...together.map(({ toTokens }) => toTokens));
  return together
    .filter(
      ({ toTokens, scope }) =>
        toTokens === end && scope !== 'all lengths' && scope !== 'longest eighth',
    )
    .sort((a, b) => b.fromTokens - a.fromTokens)[0];
}

function longestOf(byLength: readonly (readonly [number, number[]])[], share: number): number[] {
  return byLength.slice(-Math.ceil(share * byLength.length)).flatMap(([, members]) => members);
}

function groupOf(
  prompts: readonly PlacedPrompt[],
  scope: ScopeName,
  members: number[],
  series?: number,
): ScopeGroup {
  let fromTokens = Infinity;
  let toTokens = 0;
  for (const i of members) {
    fromTokens = Math.min(fromTokens, prompts[i]!.tokens);
    toTokens = Math.max(toTokens, prompts[i]!.tokens);
  }
  return { ...(series !== undefined && { series }), scope, fromTokens, toTokens, members };
}

/** Drops repeated groups: the longest quarter of two lengths is their longer half. */
function distinct(groups: readonly ScopeGroup[]): ScopeGroup[] {
  return groups.filter(
    ({ scope, fromTokens, toTokens, members }, i) =>
      i === 0 ||
      (members.length < groups[i - 1]!.members.length &&
        (scope !== 'longest eighth' || fromTokens < toTokens)),
  );
}
