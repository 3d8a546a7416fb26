/** Where the search of one model stands, worked out anew from what it has answered. */
import { sum } from '../../base/numbers.js';
import type { Tolerated } from '../../measuring/facts/length-verdict.js';
import { isKnown } from '../../measuring/statistics/curve/effective-length.js';
import type { PromptMarks } from '../../measuring/statistics/curve/prompt-marks.js';
import { clearestRise, type Rise } from '../../measuring/statistics/curve/rise.js';
import type { Interval } from '../../measuring/statistics/interval.js';
import type { AnswerMarks } from '../../measuring/statistics/reliable/unusable.js';
import type { PromptOutcome } from './answers.js';
import type { SearchRange } from './ends.js';
import { type SearchEnd, type SoFar, searchOctaves, standing } from './next-prompts.js';

/**
 * Why a search of a model is over: a decision; recall rises with length; a limit is reached; its calls
 * fail; or its window ends below the shortest length.
 */
export type Ending = SearchEnd | 'rises' | 'limit' | 'errors' | 'window';

export interface ModelLimits {
  /** Tokens of all prompts of the model. */
  maxTokens: number;
  retries: number;
}

export interface ModelStanding
  extends Pick<SoFar, 'curve' | 'atLeast' | 'failedWhole' | 'reliable'> {
  /** What is known of it for a recall within the tolerance of the threshold. */
  tolerated?: Tolerated;
  /** Effective length; nothing where recall plainly rises, and before the first answer. */
  interval?: Interval;
  ending?: Ending;
  /** Lengths to ask next besides those under way; none at the end. */
  next: number[];
  rise?: Rise;
  /** Answered prompts, in order. */
  prompts: AnswerMarks[];
  /** Tokens of answered prompts. */
  tokens: number;
  /** Prompts that were given up after too many errors. */
  lost: number;
  /** The longest length that can be asked. */
  longest: number;
  /** The shortest length that the provider refused as too long. */
  window?: number;
  /** The last error, of a model that has any left. */
  error?: string;
}

/** A search looks for a rise after every round: at this level, so that all looks together err rarely. */
export const RISE_LEVEL = 0.004;

/** Of a model that rises, every octave is asked so often. */
const RISE_SEEDS = 2;

export function isSettled(outcome: PromptOutcome, { retries }: Pick<ModelLimits, 'retries'>) {
  return outcome.marks !== undefined || outcome.tooLong || outcome.failures > retries;
}

/** What ends a search while prompts are under way: their answers count too, and are waited for. */
const DECISIONS: ReadonlySet<Ending | undefined> = new Set<SearchEnd>([
  ...(['within', 'holds', 'below', 'reached', 'missed'] as const),
]);

/**
 * Where a model's search stands.
 *
 * @param outcomes - all settled, in the order of asking
 * @param underWay - lengths of prompts that were sent and are not settled
 * @param cells - prompts of each length and seed
 */
export function modelStanding(
  outcomes: readonly PromptOutcome[],
  underWay: readonly number[],
  given: SearchRange & { cells: number },
  limits: ModelLimits,
): ModelStanding {
  const { ending, ...now } = standingNow(outcomes, underWay, given, limits);
  return { ...now, ...(ending && (underWay.length === 0 || DECISIONS.has(ending)) && { ending }) };
}

function standingNow(
  outcomes: readonly PromptOutcome[],
  underWay: readonly number[],
  given: SearchRange & { cells: number },
  limits: ModelLimits,
): ModelStanding {
  const refused = outcomes.filter(({ tooLong }) => tooLong).map(({ prompt }) => prompt.tokens);
  const window = refused.length > 0 ? Math.min(...refused) : undefined;
  const answered = outcomes.filter(
    ({ marks, prompt }) =>
      marks !== undefined && !(window !== undefined && prompt.tokens >= window),
  );
  const prompts = answered.flatMap(({ marks }) => marks!);
  const longest = window === undefined ? given.longest : below(window, prompts, given);
  const range = { ...given, longest };
  const lost = outcomes.filter((one) => one.marks === undefined && !one.tooLong);
  const known = {
    prompts,
    tokens: sum(outcomes.map(({ marks, prompt }) => (marks ? prompt.tokens * given.cells : 0))),
    lost: lost.length,
    longest,
    ...(window !== undefined && { window }),
    ...(lost.length > 0 && { error: lost[lost.length - 1]!.error! }),
  };
  const sent = underWay.map((length) => length * given.cells);
  const room = (lengths: readonly number[]) =>
    within(lengths, limits.maxTokens - known.tokens - sum(sent), given.cells);
  const { atLeast } = given;
  if (window !== undefined && atLeast !== undefined && atLeast >= window) {
    const missed = { tokens: atLeast, probability: 0 };
    const interval = { value: 0, low: 0, high: 0 };
    const found = { ...figures(prompts, range), atLeast: missed, interval };
    return { ...known, ...found, next: [], ending: 'missed' };
  }
  if (longest < given.shortest) return { ...known, next: [], ending: 'window' };
  const last = outcomes.slice(-given.batch);
  if (last.length === given.batch && last.every((one) => lost.includes(one))) {
    return { ...known, ...figures(prompts, range), next: [], ending: 'errors' };
  }
  const rise = clearestRise(prompts, RISE_LEVEL);
  if (rise?.clear) {
    const missing = searchOctaves(range).flatMap((length) => {
      const sent = underWay.filter((one) => one === length).length;
      const asked = sent + outcomes.filter(({ prompt }) => prompt.tokens === length).length;
      return Array.from({ length: Math.max(0, RISE_SEEDS - asked) }, () => length);
    });
    const next = room(missing.slice(0, Math.max(0, given.batch - underWay.length)));
    const ending = missing.length > 0 && next.length === 0 ? 'limit' : 'rises';
    return { ...known, rise, next, ...(next.length === 0 && { ending }) };
  }
  const { next: wanted, decision, interval, ...found } = standing(prompts, range, underWay);
  const state = {
    ...known,
    ...found,
    ...(prompts.length > 0 && { interval, ...toleratedIn({ interval, ...found }, range) }),
  };
  if (decision) return { ...state, next: [], ending: decision };
  const next = room(window === undefined ? wanted : probingOnce(wanted, underWay, prompts));
  return { ...state, next, ...(next.length === 0 && { ending: 'limit' as const }) };
}

function figures(prompts: readonly AnswerMarks[], range: SearchRange) {
  if (prompts.length === 0) return {};
  const { next: _, decision: __, ...found } = standing(prompts, range);
  return { ...found, ...toleratedIn(found, range) };
}

/** What an interval says for the tolerance; nothing where it may be any, or of one length that was asked about, or where
 * something else ends the reliable length. */
function toleratedIn(
  { interval, reliable }: Pick<SoFar, 'interval' | 'reliable'>,
  { shortest, longest, threshold, tolerance, atLeast }: SearchRange,
): { tolerated?: Tolerated } {
  if (tolerance === 0 || atLeast !== undefined || !isKnown(interval)) return {};
  const { low, high } = interval;
  const holds = Math.round(Math.min(low, longest));
  const fails = high === 0 ? shortest : Math.round(high);
  const isEnded = reliable?.cappedBy === 'hole' || reliable?.cappedBy === 'unusable';
  if (isEnded && reliable.tokens < holds) return {};
  return { tolerated: { threshold, tolerance, holds, fails } };
}

/**
 * As many of the next lengths, in the order in which they were chosen, as the limit leaves room for. When
 * there is none for the best one, others that would fit tell too little.
 */
function within(lengths: readonly number[], tokens: number, cells: number): number[] {
  let left = tokens;
  const end = lengths.findIndex((length) => {
    left -= length * cells;
    return left < 0;
  });
  return lengths.slice(0, end < 0 ? undefined : end);
}

/** Near the end of a window, a length that nothing was answered at is tried with one prompt at first. */
function probingOnce(
  lengths: readonly number[],
  underWay: readonly number[],
  prompts: readonly PromptMarks[],
): number[] {
  const answered = prompts.reduce((most, { tokens }) => Math.max(most, tokens), 0);
  const isSecond = (length: number, i: number) =>
    underWay.includes(length) || lengths.indexOf(length) !== i;
  return lengths.filter((length, i) => length <= answered || !isSecond(length, i));
}

/** A quarter of an octave below what is refused, but not below what was answered or is asked about. */
function below(window: number, prompts: readonly PromptMarks[], range: SearchRange): number {
  const { shortest, atLeast = 0 } = range;
  const asked = atLeast < window ? atLeast : 0;
  const answered = prompts.reduce((most, { tokens }) => Math.max(most, tokens), asked);
  const nearer = Math.floor(window / 2 ** 0.25);
  if (answered > 0) return Math.max(answered, nearer);
  return window > shortest ? Math.max(shortest, nearer) : 0;
}
