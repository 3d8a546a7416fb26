/** What was found of a model whose tests were stretched: a kind and figures, without words. */
import type { LengthVerdict, StretchedTest, StretchReader } from './verdict.js';

/** Tests that broke at one length, and none shorter. */
interface Broken {
  length: number;
  tests: string[];
}

export type StretchFinding =
  | { kind: 'breaks'; lengths: Broken[] }
  /** One short turn more costs as much as the padding. */
  | { kind: 'format' }
  /** Fewer pass at `length`, and no test can be named: `isOnce` where each was sent once. */
  | { kind: 'lower'; length: number; drop: number; about: number; isOnce: boolean }
  | { kind: 'no loss'; upTo: number; atMost: number }
  /** A loss of so much may be there. */
  | { kind: 'inconclusive'; upTo: number; atMost: number }
  | { kind: 'too few answers' | 'nothing to compare' | 'no answer as it is' };

/** A loss of this share that may be there leaves the question open. */
export const MUCH = 0.15;

/** Data that do not exclude a drop of this share say too little. */
const LITTLE = 0.5;

export function stretchFinding({ asIs, oneTurn, lengths, tests }: StretchReader): StretchFinding {
  if (asIs.answers === 0) return { kind: 'no answer as it is' };
  if (lengths.every(({ compared }) => !compared)) return { kind: 'nothing to compare' };
  const lower = lengths.filter(({ compared }) => compared?.isLower);
  if (lower.length === 0) return withoutLoss(lengths);
  if (oneTurn && isAllFormat(lengths)) return { kind: 'format' };
  const broken = brokenByLength(tests);
  if (broken.length > 0) return { kind: 'breaks', lengths: broken };
  const [worst] = lower.toSorted((a, b) => b.compared!.drop.value - a.compared!.drop.value);
  const { drop, tests: count, repeats } = worst!.compared!;
  return {
    ...{ kind: 'lower', length: worst!.length, drop: drop.value },
    ...{ about: Math.max(1, Math.round(drop.value * count)), isOnce: repeats.fewest === 1 },
  };
}

function withoutLoss(lengths: readonly LengthVerdict[]): StretchFinding {
  const known = lengths.filter(({ compared }) => compared && compared.excludes < LITTLE);
  const last = known.at(-1);
  if (!last) return { kind: 'too few answers' };
  const atMost = Math.max(...known.map(({ compared }) => compared!.excludes));
  return { kind: atMost < MUCH ? 'no loss' : 'inconclusive', upTo: last.length, atMost };
}

function brokenByLength(tests: readonly StretchedTest[]): Broken[] {
  const byLength = new Map<number, string[]>();
  for (const { name, state, from } of tests) {
    if (state !== 'broke' || from === undefined) continue;
    byLength.set(from, [...(byLength.get(from) ?? []), name]);
  }
  return [...byLength]
    .map(([length, names]) => ({ length, tests: names }))
    .sort((a, b) => a.length - b.length);
}

/** Whether all that is lower is so by its format. */
function isAllFormat(lengths: readonly LengthVerdict[]): boolean {
  const causes = lengths.flatMap(({ cause }) => cause ?? []);
  return causes.length > 0 && causes.every((cause) => cause === 'form');
}
