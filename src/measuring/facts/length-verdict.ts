/** Decides how far a model is reliable: a kind and figures, without words. Every surface says this verdict. */

import { amountAt, type Sizes } from '../document/sizes.js';
import type { LikelyLength } from '../statistics/curve/effective-length.js';
import type { Interval } from '../statistics/interval.js';
import type { ContextPart, Cut } from '../statistics/reliable/hole.js';
import type { Cap, Limit, ReliableLength } from '../statistics/reliable/reliable-length.js';
import { areMany, type Unusable } from '../statistics/reliable/unusable.js';

/** How far a model got. */
export interface Reached {
  /**
   * Where recall, as a curve that does not rise with length, falls below the threshold, in tokens:
   * `Infinity` for the longest length or more, 0 for less than the shortest. Absent without an answer,
   * and where recall plainly rises.
   */
  effectiveLength?: Interval;
  /** At each length that has an answer, how probable it is that the model is reliable there: never rising. */
  likely: readonly LikelyLength[];
  /** Absent without an answer. */
  reliable?: Omit<ReliableLength, 'likely'>;
  /** Found by a search, for a recall close to the threshold. */
  tolerated?: Tolerated;
  /** The shortest and the longest length that has an answer, or that a server is known to refuse; of all, where none has. */
  shortest: number;
  longest: number;
  /** Set if prompts are sized by how many things they have. */
  sizes?: Sizes;
  rise?: { clear: boolean };
  /** Set if the data leave a question open. */
  open?: Open;
  /** What most of the losses come from. */
  cause?: LossCause;
  /** Set if the cause says more than a length. */
  causeKind?: 'refused' | 'made-up' | 'unread';
}

/** What most of the losses come from: a problem or diagnosis with its answers, the `place` that is ignored, or the `limit`. */
export interface LossCause {
  of: string;
  answers?: number;
  outOf?: number;
}

/** A length that is known for a threshold give or take a tolerance, in tokens. */
export interface Tolerated {
  threshold: number;
  tolerance: number;
  /** The longest length at which recall is no more than the tolerance below the threshold; 0 where none is shown. */
  holds: number;
  /** The shortest at which it is no more than that above it; `Infinity` where none is shown. */
  fails: number;
}

/** A question that is open: whether recall holds at the longest length, or at any. */
export interface Open {
  /** `few`: too few prompts to decide. `unread`: it hangs on answers that could not be read. */
  why: 'few' | 'unread';
  /** What would tell; absent where few more prompts would not, and with many models. */
  more?: More;
}

/** More prompts at every length, and how to ask them. */
export interface More {
  /** By the option `seeds`, by `try --resume --seeds`, or, where a prompt is not drawn, by prompts about other things. */
  by: 'seeds' | 'try' | 'prompts';
  /** How many there are at each length, and how many more are to be asked. */
  seeds: number;
  further: number;
  /** All further prompts, and their tokens. */
  prompts: number;
  tokens: number;
  /** Their price, by what the prompts so far cost. */
  cost?: number;
}

/**
 * Holds the first kind that applies. A model that reads only some tokens is `cut`, however far it is reliable.
 * What else is wrong is told only without a reliable length.
 */
export type LengthVerdict =
  | { kind: 'no answer' | 'rises' }
  /** Without a cause where only some answers leave the length open. */
  | { kind: 'unread'; cause?: LossCause }
  | { kind: 'refused' | 'made-up'; cause: LossCause }
  | { kind: 'unusable'; unusable: Unusable }
  /** Stops reading at some tokens. `tokens` is the longest reliable length below, or 0. */
  | { kind: 'cut'; cut: Cut; tokens: number }
  /** A server answers nothing longer, and no shorter prompt fails for sure. `tokens` is as for a cut. */
  | { kind: 'limit'; limit: Limit; tokens: number }
  | { kind: 'longest'; tokens: number }
  /** `notFrom` is `Infinity` if no longer length is ruled out. */
  | { kind: 'shorter'; tokens: number; notFrom: number }
  /** Found by a search, for a recall close to the threshold. */
  | ({ kind: 'within' } & Tolerated)
  | { kind: 'misses'; place: ContextPart }
  | { kind: 'inconclusive' }
  | { kind: 'not reliable'; notFrom: number };

type Told = Pick<
  Reached,
  'reliable' | 'tolerated' | 'open' | 'cause' | 'causeKind' | 'likely' | 'rise'
>;

export function verdictOf(row: Told & Pick<Reached, 'longest'>): LengthVerdict {
  const { reliable, tolerated, open, cause, causeKind, longest } = row;
  if (row.rise?.clear && !(reliable && reliable.tokens >= longest)) return { kind: 'rises' };
  if (!reliable) return tolerated ? { kind: 'within', ...tolerated } : { kind: 'no answer' };
  const { tokens, notFrom, hole, limit, unusable } = reliable;
  const isBad = tokens === 0 && !tolerated;
  if (isBad && open?.why === 'unread') return { kind: 'unread' };
  const { answers, of, broken } = unusable;
  const isTold = causeKind === 'refused' || causeKind === 'unread';
  // Answers that are cut off say nothing of made-up numbers.
  if (isBad && !isTold && areMany(broken, of)) return { kind: 'unusable', unusable };
  if (isBad && causeKind !== undefined) return { kind: causeKind, cause: cause! };
  const areLost = reliable.cappedBy === 'unusable' && areMany(answers, of);
  if (isBad && areLost) return { kind: 'unusable', unusable };
  // A cut is all that is wrong if nothing is ignored before it.
  if (hole?.cut && hole.fromTokens > hole.cut.low) return { kind: 'cut', cut: hole.cut, tokens };
  if (tolerated) return { kind: 'within', ...tolerated };
  if (limit && notFrom >= limit.fromTokens) return { kind: 'limit', limit, tokens };
  if (tokens >= longest) return { kind: 'longest', tokens };
  if (tokens > 0) return { kind: 'shorter', tokens, notFrom };
  // If a model forgets elsewhere too, a place is only where it forgets most.
  if (hole?.place?.isOnly) return { kind: 'misses', place: hole.place };
  return notFrom === Number.POSITIVE_INFINITY
    ? { kind: 'inconclusive' }
    : { kind: 'not reliable', notFrom };
}

/** Returns the longest length said to be reliable, in tokens, or 0. */
export function saidToHold({ reliable, tolerated }: Told): number {
  return tolerated?.holds ?? reliable?.tokens ?? 0;
}

/** Returns the shortest length said not to be reliable, in tokens, or `Infinity`. */
export function saidToFail({ reliable, tolerated }: Told): number {
  return tolerated?.fails ?? reliable?.notFrom ?? Number.POSITIVE_INFINITY;
}

export function holdsLongest(row: Told & Pick<Reached, 'longest'>): boolean {
  return saidToHold(row) >= row.longest;
}

/** A reliable length as JSON has it. */
export interface ReliableFigures {
  kind: LengthVerdict['kind'];
  /** In tokens; `null` where no length is reliable for sure. */
  tokens: number | null;
  /** The longest length was asked, and is reliable. */
  bound?: 'at least';
  /** The shortest length that is shown not to be reliable. */
  notFrom?: number;
  /** The same in what prompts are sized by, with its name: `documents`. */
  amount?: number;
  of?: string;
  /** What ends the length: `hole`, `unusable`, `low`, `curve`, `rise`, `unread`, `limit`; absent at the longest. */
  cappedBy?: string;
  /** Which end of the context is read, and how many tokens of it, with the bounds that the answers allow. */
  reads?: 'start' | 'end';
  stopsAt?: number;
  stopsAtLow?: number;
  stopsAtHigh?: number;
  /** From which length on something is ignored, and where the clearest place begins and ends, as shares of the context. */
  ignoredFrom?: number;
  ignoredStart?: number;
  ignoredEnd?: number;
  /** What is elsewhere is found as wanted. */
  ignoredOnly?: true;
  /** Where the server stops taking prompts: how, the longest that it answered, and the shortest that it did not. */
  limit?: Limit['kind'];
  limitAt?: number;
  limitFrom?: number;
  /** Answers that nobody can use, of how many, and the share that this allows (one-sided 95%). */
  unusable: number;
  answers: number;
  /** Those that were refused, cut off or could not be read. */
  broken: number;
  unusableAtLeast: number;
  unusableAtMost: number;
}

/** Reads such figures back. */
export function reliableOfFigures(
  figures: Omit<ReliableFigures, 'kind' | 'bound' | 'cappedBy'> & { cappedBy?: Cap },
): NonNullable<Reached['reliable']> {
  const { tokens, notFrom = Number.POSITIVE_INFINITY, cappedBy = 'longest', reads } = figures;
  const { ignoredFrom: fromTokens, ignoredStart: from, ignoredEnd: to } = figures;
  const { stopsAt = 0, stopsAtLow: low = stopsAt, stopsAtHigh: high = stopsAt } = figures;
  const { limit, limitAt = 0, limitFrom = Number.POSITIVE_INFINITY } = figures;
  const { unusable: answers, answers: of, broken, unusableAtLeast, unusableAtMost } = figures;
  return {
    ...{ tokens: tokens ?? 0, notFrom, cappedBy },
    unusable: { answers, of, broken, atLeast: unusableAtLeast, atMost: unusableAtMost },
    ...(limit && { limit: { kind: limit, tokens: limitAt, fromTokens: limitFrom } }),
    ...(fromTokens !== undefined && {
      hole: {
        fromTokens,
        ...(from !== undefined &&
          to !== undefined && {
            place: { fromTokens, from, to, isOnly: figures.ignoredOnly === true },
          }),
        ...(reads && { cut: { kept: reads, tokens: stopsAt, low, high } }),
      },
    }),
  };
}

/** Writes a reliable length as JSON has it. */
export function reliableFigures(row: Reached): ReliableFigures | undefined {
  const { reliable, sizes } = row;
  if (!reliable) return undefined;
  const { hole, limit, unusable, cappedBy } = reliable;
  const [tokens, notFrom] = [saidToHold(row), saidToFail(row)];
  const { cut, place } = hole ?? {};
  return {
    kind: verdictOf(row).kind,
    tokens: tokens === 0 ? null : tokens,
    ...(tokens >= row.longest && { bound: 'at least' as const }),
    ...(Number.isFinite(notFrom) && { notFrom }),
    ...(sizes && tokens > 0 && { amount: amountAt(sizes, tokens), of: `${sizes.noun}s` }),
    ...(cappedBy !== 'longest' && { cappedBy }),
    ...(cut && {
      reads: cut.kept,
      stopsAt: Math.round(cut.tokens),
      stopsAtLow: Math.round(cut.low),
      stopsAtHigh: Math.round(cut.high),
    }),
    ...(hole && { ignoredFrom: hole.fromTokens }),
    ...(place && { ignoredStart: place.from, ignoredEnd: place.to }),
    ...(place?.isOnly && { ignoredOnly: true as const }),
    ...(limit && { limit: limit.kind, limitAt: limit.tokens, limitFrom: limit.fromTokens }),
    unusable: unusable.answers,
    answers: unusable.of,
    broken: unusable.broken,
    unusableAtLeast: unusable.atLeast,
    unusableAtMost: unusable.atMost,
  };
}
