/** Decides what padded tests show of a model: a kind and figures, without words. */
import type { Unstretched } from './unstretched.js';
import type { StretchedLength, StretchedTest, StretchModel } from './verdict.js';

/** Tests that broke at this length, and at none shorter. */
interface Broken {
  length: number;
  tests: string[];
}

export type StretchFinding =
  /** The model was not sent the padding. */
  | ({ kind: 'not stretched' } & Unstretched)
  | { kind: 'breaks'; lengths: Broken[] }
  /** One short extra turn costs as much as the padding. */
  | { kind: 'format' }
  /** Fewer pass at `length`, but no test can be named. `isOnce`: each was sent once. */
  | { kind: 'lower'; length: number; drop: number; about: number; isOnce: boolean }
  | { kind: 'no loss'; upTo: number; atMost: number }
  /** Up to this much may be lost. */
  | { kind: 'inconclusive'; upTo: number; atMost: number }
  | { kind: 'too few answers' | 'nothing to compare' | 'no answer as it is' };

/** A possible loss of this share leaves the question open. */
export const MUCH = 0.15;

/** Data that don't rule out a drop of this share are too few. */
const LITTLE = 0.5;

export function stretchFinding(model: StretchModel): StretchFinding {
  const { asIs, oneTurn, lengths, tests, unstretched } = model;
  if (unstretched) return { kind: 'not stretched', ...unstretched };
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

function withoutLoss(lengths: readonly StretchedLength[]): StretchFinding {
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

/** True if the format explains every drop. */
function isAllFormat(lengths: readonly StretchedLength[]): boolean {
  const causes = lengths.flatMap(({ cause }) => cause ?? []);
  return causes.length > 0 && causes.every((cause) => cause === 'form');
}
