/**
 * What an adaptive search asks next, and when it is decided: after the octaves, the lengths that tell most of the interval
 * that is probably the cheapest to show.
 */

import { largest } from '../../base/extremes.js';
import { groupBy } from '../../base/group-by.js';
import { mean, sum } from '../../base/numbers.js';
import {
  crossing,
  isKnown,
  likelyLengths,
} from '../../measuring/statistics/curve/effective-length.js';
import type { ExplainedCurve } from '../../measuring/statistics/curve/expected-information.js';
import { learntCurve } from '../../measuring/statistics/curve/learnt-curve.js';
import type { PromptMarks } from '../../measuring/statistics/curve/prompt-marks.js';
import { expectedRecall } from '../../measuring/statistics/curve/recall-band.js';
import type { Interval } from '../../measuring/statistics/interval.js';
import { clearestHole, type Hole } from '../../measuring/statistics/reliable/hole.js';
import {
  type ReliableLength,
  reliableLength,
} from '../../measuring/statistics/reliable/reliable-length.js';
import {
  type AnswerMarks,
  areFew,
  areMany,
  unusableShare,
} from '../../measuring/statistics/reliable/unusable.js';
import {
  failuresIn,
  type WholeFailures,
  wholeFailures,
} from '../../measuring/statistics/whole-failures.js';
import type { SearchRange } from './ends.js';
import { lengthsThatTell, SURE } from './ends.js';

/**
 * Why a search needs no more prompts: the interval is narrow, or recall holds, or it never does; or the
 * length that was asked about is reached, or missed.
 */
export type SearchEnd = 'within' | 'holds' | 'below' | 'reached' | 'missed';

/** How probable it is that recall holds at the length that was asked about. */
export interface AtLeast {
  tokens: number;
  probability: number;
  /** Recall there is known to be within the tolerance of the threshold, so that it makes no difference. */
  near?: true;
}

/** Where a search stands. */
export interface SoFar {
  interval: Interval;
  /** How far the model is reliable, at lengths that were asked. */
  reliable?: ReliableLength;
  /** Answers that failed whole; absent where it can be told of none. */
  failedWhole?: WholeFailures;
  decision?: SearchEnd;
  /** Lengths to ask next besides those under way; none when there is a decision. */
  next: number[];
  curve?: ExplainedCurve;
  atLeast?: AtLeast;
}

/**
 * What is to be shown of a model that was decided while prompts were under way, once those are answered: less than before,
 * as a search that waits until all answers agree takes a seventh more tokens for the same share of right ones.
 */
export function lastAnswered({ within }: Pick<SearchRange, 'within'>) {
  return { within: within ** 2, sure: ONCE_DECIDED };
}

const ONCE_DECIDED = 0.9;

/** So many prompts show a hole. */
const FEWEST_PROMPTS = 3;

/** An octave is asked for once unless recall has fallen before it with this probability: long prompts are dear. */
const FALLEN = 0.3;

/** No octave is asked for that is more times as long as what was answered: shorter ones may still tell that recall fell. */
const REACH = 4;

/** Lengths in an octave that may be asked. */
const IN_OCTAVE = 4;

/**
 * Decide, or choose the next lengths.
 *
 * @param prompts - all that were answered, at lengths of the range
 * @param underWay - lengths of prompts that were sent and not yet answered: what they will tell counts as asked
 */
export function standing(
  prompts: readonly AnswerMarks[],
  range: SearchRange,
  underWay: readonly number[] = [],
): SoFar {
  const failedWhole = wholeFailures(prompts);
  const hole = clearestHole(prompts, range.threshold);
  const now =
    range.atLeast === undefined
      ? hole?.cut || hole?.place
        ? standingBelow(hole, prompts, range, underWay)
        : standingOf(prompts, range, underWay)
      : standingAt(prompts, range, range.atLeast, underWay.length);
  const { curve } = now;
  const reliable = curve && reliableIn(curve, prompts, range);
  return { ...now, ...(reliable && { reliable }), ...(failedWhole && { failedWhole }) };
}

/** A place that is ignored, and not all of the context, from a length on ends the search there: nothing longer is asked. */
function standingBelow(
  { fromTokens, cut }: Hole,
  prompts: readonly AnswerMarks[],
  range: SearchRange,
  underWay: readonly number[],
): Omit<SoFar, 'reliable'> {
  const below = prompts.filter(({ tokens }) => tokens < fromTokens);
  if (below.length === 0 && fromTokens <= range.shortest) {
    const curve = learntCurve(prompts, range.threshold);
    return { interval: NOWHERE, decision: 'below', next: [], curve };
  }
  const asked = below.reduce((most, { tokens }) => Math.max(most, tokens), range.shortest);
  const reads = cut?.kept === 'start' ? Math.max(asked, Math.floor(cut.low)) : asked;
  const longest = Math.min(reads, range.longest);
  const standing = standingOf(below, { ...range, longest }, underWay);
  const { value, low, high } = standing.interval;
  return {
    ...standing,
    interval: {
      value: Math.min(value, longest),
      low: Math.min(low, longest),
      high: Math.min(high, fromTokens),
    },
  };
}

const NOWHERE: Interval = { value: 0, low: 0, high: 0 };

/** How far the model is reliable, by the curve of a search: for a recall within the tolerance. */
function reliableIn(
  curve: ExplainedCurve,
  prompts: readonly AnswerMarks[],
  { threshold, tolerance, atLeast }: SearchRange,
): ReliableLength {
  const asked = new Set(prompts.map(({ tokens }) => tokens));
  const wanted = atLeast === undefined ? threshold - tolerance : threshold;
  const likely = likelyLengths({ ...curve, threshold: wanted });
  return reliableLength(
    prompts,
    likely.filter(({ tokens }) => asked.has(tokens)),
    { threshold },
  );
}

/** Where too few answers look as if an end of the context were ignored, the length at which they do is asked again. */
function lengthsWithDoubtfulEnd(prompts: readonly AnswerMarks[], threshold: number): number[] {
  const hole = clearestHole(prompts, threshold, 1);
  if (!hole?.cut) return [];
  const { fromTokens } = hole;
  const seen = prompts.filter(({ tokens }) => tokens >= fromTokens).length;
  return new Array<number>(Math.max(0, FEWEST_PROMPTS - seen)).fill(fromTokens);
}

/**
 * Lengths of which the only answers lost nearly all beside shorter ones: whether they failed whole, or are beyond a
 * cliff, another answer of that length tells.
 */
function lengthsToAskAgain(prompts: readonly PromptMarks[]): number[] {
  const sudden = failuresIn(prompts, Number.POSITIVE_INFINITY);
  const others = prompts.flatMap(({ tokens }, i) => (sudden[i] ? [] : tokens));
  return prompts.flatMap(({ tokens }, i) => (sudden[i] && !others.includes(tokens) ? tokens : []));
}

function standingOf(
  prompts: readonly AnswerMarks[],
  range: SearchRange,
  underWay: readonly number[],
): Omit<SoFar, 'reliable'> {
  const free = Math.max(0, range.batch - underWay.length);
  const again = [
    ...lengthsToAskAgain(prompts),
    ...lengthsWithDoubtfulEnd(prompts, range.threshold),
  ];
  const unasked = searchOctaves(range).filter(
    (length) => !prompts.some((p) => p.tokens === length),
  );
  if (prompts.length === 0) {
    return { interval: UNKNOWN, next: without(unasked, underWay).slice(0, free) };
  }
  const { threshold, shortest, longest } = range;
  const sent = underWay.filter((length) => length >= shortest && length <= longest);
  const lengths = [...grid(range), ...sent];
  const curve = learntCurve(prompts, threshold, lengths);
  const interval = known(curve, prompts, range);
  const decision = decisionOf(interval, range);
  if (decision) {
    const open = [
      ...again,
      ...doubtful(prompts, curve, range).filter((one) => !again.includes(one)),
    ];
    return {
      interval,
      ...(open.length === 0 && { decision }),
      next: without(open, underWay).slice(0, free),
      curve,
    };
  }
  const reach = REACH * largest(prompts.map(({ tokens }) => tokens));
  const scout = unasked.filter(
    (length) => length <= reach && probabilityBelow(curve, length / 2) < FALLEN,
  );
  const wanted = [...again, ...scout.filter((one) => !again.includes(one))];
  const next = without(wanted, underWay).slice(0, free);
  const chosen = [...underWay, ...next];
  next.push(...lengthsThatTell(curve, prompts, range, chosen, marksAsked(prompts, range.cells)));
  return { interval, next, curve };
}

/** What is wanted besides what is under way: each of that counts for one. */
function without(wanted: readonly number[], underWay: readonly number[]): number[] {
  const left = [...underWay];
  return wanted.filter((length) => {
    const at = left.indexOf(length);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const UNKNOWN: Interval = { value: Number.NaN, low: 0, high: Number.POSITIVE_INFINITY };

/**
 * Whether recall holds at one length: recall there says most of it, so that no other length is asked, and nothing is
 * said of one. Rounds are small beside what was asked before, so that little is asked in vain. The probability needs
 * no correction for looking after every round: of models as the prior has them, at most a share of 1 − SURE is
 * decided wrongly, whenever it is stopped (Wald 1947; of other models bench/search.mjs tells).
 */
function standingAt(
  prompts: readonly AnswerMarks[],
  range: SearchRange,
  length: number,
  underWay: number,
): Omit<SoFar, 'reliable'> {
  const asked = prompts.filter(({ tokens }) => tokens === length).length / (range.cells ?? 1);
  const count = asked === 0 ? ENOUGH : Math.ceil(asked / ENOUGH);
  const free = Math.max(0, Math.min(range.batch, count) - underWay);
  const next = new Array<number>(free).fill(length);
  if (prompts.length === 0) return { interval: UNKNOWN, next };
  const { threshold, tolerance, sure = SURE } = range;
  const curve = onlyAt(length, learntCurve(prompts, threshold, [length]));
  const holds = (recall: number) => likelyLengths({ ...curve, threshold: recall })[0]!.probability;
  const probability = holds(threshold);
  const near = holds(threshold - tolerance) >= sure && holds(threshold + tolerance) <= 1 - sure;
  const atLeast = { tokens: length, probability, ...(near && { near }) };
  const known = { interval: crossing(curve), curve, atLeast };
  const hole = clearestHole(prompts, threshold);
  const unusable = sum(prompts.map(unusableShare));
  if ((hole && hole.fromTokens <= length) || areMany(unusable, prompts.length)) {
    return { ...known, atLeast: { tokens: length, probability: 0 }, decision: 'missed', next: [] };
  }
  if (probability >= (near ? 0.5 : sure)) {
    return areFew(unusable, prompts.length)
      ? { ...known, decision: 'reached', next: [] }
      : { ...known, next };
  }
  if (near || probability <= 1 - sure) return { ...known, decision: 'missed', next: [] };
  return { ...known, next };
}

/** What a curve says of one of its lengths. */
function onlyAt(length: number, curve: ExplainedCurve): ExplainedCurve {
  const node = curve.tokens.indexOf(length);
  return { ...curve, tokens: [length], marginals: [curve.marginals[node]!] };
}

/**
 * The effective length for a recall within the tolerance: recall is as much less, or more, at the low end, and as much
 * more, or less, at the high end. Where both hold of some lengths, any of them is one.
 *
 * The ends are widened to lengths that were asked. Between two of them nothing is known of where recall falls: a curve
 * that may fall anywhere has fallen below a threshold soon where it falls far, and a cliff comes when it comes.
 */
function known(
  curve: ExplainedCurve,
  prompts: readonly PromptMarks[],
  { threshold, tolerance }: SearchRange,
): Interval {
  const { value } = crossing(curve);
  const { low } = crossing({ ...curve, threshold: threshold - tolerance });
  const { high } = crossing({ ...curve, threshold: threshold + tolerance });
  const asked = prompts.map(({ tokens }) => tokens);
  const isInside = (end: number) => end > 0 && end < Number.POSITIVE_INFINITY;
  const from = isInside(low) ? Math.max(0, ...asked.filter((tokens) => tokens <= low)) : low;
  const to = isInside(high) ? Math.min(...asked.filter((tokens) => tokens >= high)) : high;
  if (from <= to) return { value, low: from, high: to };
  const any = Math.min(from, Math.max(to, value));
  return { value: any, low: any, high: any };
}

/** A bound beyond the range counts as its end: nothing beyond is asked. One of the two must be within it. */
function decisionOf(interval: Interval, range: SearchRange): SearchEnd | undefined {
  const { low, high } = interval;
  if (low === Number.POSITIVE_INFINITY) return 'holds';
  if (high === 0) return 'below';
  if (!isKnown(interval)) return undefined;
  const { shortest, longest, within } = range;
  return Math.min(high, longest) / Math.max(low, shortest) <= within ? 'within' : undefined;
}

/** Answers so far from the curve, on the other side of the threshold, are not taken for mere bad luck. */
const FAR = 0.15;

/** A length with such answers is asked so often before anything is decided. */
const ENOUGH = 4;

/**
 * Lengths at which a model did what the curve cannot explain but by chance: bad where it is good at longer
 * ones, or the other way round. Before a decision they are asked again, which tells a model that rises
 * from one that is moody.
 */
function doubtful(
  prompts: readonly PromptMarks[],
  curve: ExplainedCurve,
  { threshold, cells = 1 }: SearchRange,
): number[] {
  const expected = expectedRecall(curve);
  return [...groupBy(prompts, ({ tokens }) => tokens)]
    .filter(([tokens, own]) => {
      const recall = mean(own.flatMap(({ marks }) => marks));
      const differs = recall >= threshold !== expected(tokens) >= threshold;
      return differs && Math.abs(recall - expected(tokens)) > FAR && own.length < ENOUGH * cells;
    })
    .map(([tokens]) => tokens)
    .sort((a, b) => a - b);
}

/** Doublings of the shortest length, and the longest. */
export function searchOctaves({
  shortest,
  longest,
}: Pick<SearchRange, 'shortest' | 'longest'>): number[] {
  const count = Math.ceil(Math.log2(longest / shortest) - 0.25);
  const doubled = Array.from({ length: Math.max(1, count) }, (_, i) => shortest * 2 ** i);
  return [...new Set([...doubled, longest])];
}

function grid({ shortest, longest }: SearchRange): number[] {
  return spaced(shortest, longest, IN_OCTAVE);
}

function spaced(from: number, to: number, perOctave: number): number[] {
  const parts = Math.max(1, Math.ceil(Math.log2(to / from) * perOctave - 1e-9));
  return Array.from({ length: parts + 1 }, (_, i) =>
    i === parts ? to : Math.round(from * (to / from) ** (i / parts)),
  );
}

function probabilityBelow(curve: ExplainedCurve, length: number): number {
  const lengths = likelyLengths(curve);
  const at = lengths.findLast(({ tokens }) => tokens <= length * (1 + 1e-9));
  return at ? 1 - at.probability : 0;
}

/** More marks than this are imagined as this many: they correlate anyway. */
const MOST_MARKS = 100;

/** Marks of all prompts of a length and seed, usually. */
export function marksAsked(prompts: readonly PromptMarks[], cells = 1): number {
  const counts = prompts.map(({ marks }) => marks.length).sort((a, b) => a - b);
  return Math.min(MOST_MARKS, Math.max(1, counts[counts.length >> 1]! * cells));
}
