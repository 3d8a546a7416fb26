/** Writes a reliable length as fixed sentences with figures, by what `verdictOf` decides. */
import { say, sayCount } from '../../base/text/language.js';
import { amountAt, type Sizes } from '../document/sizes.js';
import {
  costText,
  lengthText,
  percentText,
  pointsText,
  type Rise,
  rangeText,
  sizeText,
} from '../document/words.js';
import type { Cut, Place } from '../statistics/reliable/hole.js';
import type { Limit } from '../statistics/reliable/reliable-length.js';
import { type LengthVerdict, type Open, type Reached, verdictOf } from './length-verdict.js';

/** Writes one figure of a length: `64K`, `8 documents`, or `none` if the shortest length fails already. */
export function reachText(tokens: number, sizes?: Sizes): string {
  return tokens === 0 ? say`none` : sizeText(tokens, sizes);
}

/** Writes a probability as `97%`, never rounded to a surer one, and never as 0% or 100%. */
export function likelyText(probability: number): string {
  if (probability > 0.99) return '>99%';
  if (probability < 0.01) return '<1%';
  const percent = probability * 100;
  return `${probability < 0.5 ? Math.ceil(percent - ROUNDING) : Math.floor(percent + ROUNDING)}%`;
}

const ROUNDING = 1e-6;

/** Writes where a model stops reading, to three digits: `27.5K`. */
function cutText({ tokens }: Pick<Cut, 'tokens'>, sizes: Sizes | undefined): string {
  if (sizes) return sizeText(tokens, sizes);
  return lengthText(tokens >= 1000 ? Number(tokens.toPrecision(3)) : Math.round(tokens));
}

const percent = (share: number): string => `${Math.round(100 * share)}`;

const rangeOf = ({ from, to }: Pick<Place, 'from' | 'to'>): string =>
  `${percent(from)}–${percent(to)}%`;

/** Names a part of the context: `the end (last 20%)`, `the middle (25–75%)`. */
function placeOf({ from, to }: Place): string {
  if (to === 1) return say`the end (last ${percent(1 - from)}%)`;
  if (from === 0) return say`the start (first ${percent(to)}%)`;
  const range = rangeOf({ from, to });
  return from < 0.5 && to > 0.5
    ? say`the middle (${range} of the prompt)`
    : say`what is at ${range} of the context`;
}

/** Names it in a cell: `the end`, `25–75%`. */
function placeBriefly({ from, to }: Place): string {
  if (to === 1) return say`the end`;
  return from === 0 ? say`the start` : rangeOf({ from, to });
}

/** Says where facts are lost, after a name. Nothing if places do not matter. */
export function placeText({
  reliable,
  sizes,
  shortest,
}: Pick<Reached, 'reliable' | 'sizes' | 'shortest'>): string | undefined {
  const { hole: { cut, place } = {}, limit } = reliable ?? {};
  if (limit) return limitText(limit, sizes);
  if (cut) return ignoresText(cut, sizes);
  if (!place) return undefined;
  return place.fromTokens > shortest
    ? say`misses ${placeOf(place)} from ${sizeText(place.fromTokens, sizes)}`
    : say`misses ${placeOf(place)}`;
}

function ignoresText(cut: Cut, sizes: Sizes | undefined): string {
  const at = cutText(cut, sizes);
  if (sizes) {
    return cut.kept === 'start' ? say`reads only the first ${at}` : say`reads only the last ${at}`;
  }
  return cut.kept === 'start'
    ? say`ignores everything after the first ${at} tokens`
    : say`ignores everything before the last ${at} tokens`;
}

const IS_REFUSED: ReadonlySet<Limit['kind']> = new Set(['window', 'refused']);

/** Says where a server stops taking prompts, after a name. */
function limitText({ kind, tokens }: Limit, sizes: Sizes | undefined): string {
  const at = sizeText(tokens, sizes);
  switch (kind) {
    case 'window':
      return say`refuses prompts above ${at} (context limit)`;
    case 'refused':
      return say`refuses prompts above ${at}`;
    case 'cut':
      return say`is behind a server that seems to cut prompts above ${at}: nothing longer was answered on topic`;
    case 'off topic':
      return say`is behind a server that seems to cut prompts above ${at}, though it counts them whole: nothing longer was answered on topic`;
  }
}

/** Says the same in small print, or as a cause: `longer than 16K: off topic`. */
export function beyondText({ kind, tokens }: Limit, sizes: Sizes | undefined): string {
  const at = sizeText(tokens, sizes);
  return IS_REFUSED.has(kind) ? say`longer than ${at}: refused` : say`longer than ${at}: off topic`;
}

/** Says it of the only model: `The server seems to cut prompts above 16K: nothing longer was answered on topic`. */
export function onlySentence(
  name: string,
  row: Reached & { rise?: Rise | { clear: boolean } },
): string {
  const verdict = verdictOf(row);
  if (verdict.kind !== 'limit' || IS_REFUSED.has(verdict.limit.kind)) {
    return say`${name} ${effectiveLengthSentence(row)}`;
  }
  return serverText(verdict.limit, row.sizes);
}

/** Says what a server does to long prompts that it does not refuse. */
export function serverText({ kind, tokens }: Limit, sizes: Sizes | undefined): string {
  const at = sizeText(tokens, sizes);
  return kind === 'cut'
    ? say`The server seems to cut prompts above ${at}: nothing longer was answered on topic`
    : say`The server seems to cut prompts above ${at}, though it counts them whole: nothing longer was answered on topic`;
}

/** Writes the verdict in a cell. */
function cellOf(verdict: LengthVerdict, { sizes, shortest, longest }: Reached): string {
  const at = (tokens: number) => sizeText(tokens, sizes);
  switch (verdict.kind) {
    case 'no answer':
    case 'unread':
      return say`unknown`;
    case 'rises':
      return say`none: recall rises`;
    case 'refused':
      return say`none: refuses ${verdict.cause.answers!} of ${verdict.cause.outOf!}`;
    case 'made-up':
      return say`none: makes up ${verdict.cause.answers!} of ${verdict.cause.outOf!}`;
    case 'unusable':
      return say`none: ${verdict.unusable.answers} of ${verdict.unusable.of} unusable`;
    case 'cut': {
      const [cut, tokens] = [cutText(verdict.cut, sizes), verdict.tokens];
      const isStart = verdict.cut.kept === 'start';
      if (tokens === 0) {
        return isStart ? say`none: reads the first ${cut}` : say`none: reads the last ${cut}`;
      }
      return isStart
        ? say`${at(tokens)} (reads the first ${cut})`
        : say`${at(tokens)} (reads the last ${cut})`;
    }
    case 'limit':
      return verdict.tokens > 0 ? at(verdict.tokens) : say`inconclusive`;
    case 'longest':
      return `${at(verdict.tokens)}+`;
    case 'shorter':
      return at(verdict.tokens);
    case 'within':
      if (verdict.holds === 0) return say`below ${at(verdict.fails)}`;
      if (Number.isFinite(verdict.fails)) return rangeText(verdict.holds, verdict.fails);
      return verdict.holds >= longest ? `${at(verdict.holds)}+` : at(verdict.holds);
    case 'misses':
      return say`none: misses ${placeBriefly(verdict.place)}`;
    case 'inconclusive':
      return say`inconclusive`;
    case 'not reliable':
      return say`below ${at(Math.max(shortest, verdict.notFrom))}`;
  }
}

/** Writes the small print below that cell. */
function besideOf(verdict: LengthVerdict, { sizes, likely }: Reached): string {
  switch (verdict.kind) {
    case 'unusable':
      return say`at least ${percentText(verdict.unusable.atLeast)}`;
    case 'shorter': {
      if (Number.isFinite(verdict.notFrom)) return say`not at ${sizeText(verdict.notFrom, sizes)}`;
      const next = likely.find(({ tokens }) => tokens > verdict.tokens);
      return next ? say`${sizeText(next.tokens, sizes)}: inconclusive` : '';
    }
    case 'limit':
      return beyondText(verdict.limit, sizes);
    case 'within':
      return say`recall ${percentText(verdict.threshold)} ± ${pointsText(verdict.tolerance)} points`;
    default:
      return '';
  }
}

/** Says how far a model is reliable: `64K+`, `16K (not at 32K)`, `inconclusive`. */
export function effectiveLengthText(row: Reached): string {
  const { answer, below } = reachCell(row);
  return below === '' ? answer : say`${answer} (${below})`;
}

export function effectiveLengthAnswer(row: Reached): string {
  return cellOf(verdictOf(row), row);
}

/** Writes the answer in the least room: `64K+`, `none`, `unknown`. */
export function shortestLengthText(row: Reached): string {
  const verdict = verdictOf(row);
  if (verdict.kind === 'cut' || verdict.kind === 'limit')
    return reachText(verdict.tokens, row.sizes);
  const isNone = ['rises', 'refused', 'made-up', 'unusable', 'misses'].includes(verdict.kind);
  return isNone ? say`none` : cellOf(verdict, row);
}

/** A verdict in a few words, with its tone. */
export interface LengthPill {
  tone: 'good' | 'bad' | 'warn';
  text: string;
}

/** Writes the pill: `Reliable up to 64K+`, `Stops at 27.5K`, `Inconclusive`. */
export function lengthPill(row: Reached): LengthPill {
  const verdict = verdictOf(row);
  const { sizes, shortest } = row;
  const at = (tokens: number) => sizeText(tokens, sizes);
  switch (verdict.kind) {
    case 'no answer':
      return { tone: 'bad', text: say`No answer` };
    case 'unread':
      return { tone: 'warn', text: say`Unreadable answers` };
    case 'rises':
      return { tone: 'warn', text: say`Finds more in longer prompts` };
    case 'refused':
      return { tone: 'bad', text: say`Refuses` };
    case 'made-up':
      return { tone: 'bad', text: say`Makes up numbers` };
    case 'unusable':
      return { tone: 'bad', text: say`Unusable answers` };
    case 'cut': {
      const cut = cutText(verdict.cut, sizes);
      return {
        tone: 'bad',
        text: verdict.cut.kept === 'start' ? say`Stops at ${cut}` : say`Reads the last ${cut}`,
      };
    }
    case 'limit': {
      if (verdict.tokens > 0)
        return { tone: 'warn', text: say`Reliable up to ${at(verdict.tokens)}` };
      const limit = at(verdict.limit.tokens);
      return IS_REFUSED.has(verdict.limit.kind)
        ? { tone: 'bad', text: say`Refuses above ${limit}` }
        : { tone: 'bad', text: say`Off topic above ${limit}` };
    }
    case 'longest':
      return { tone: 'good', text: say`Reliable up to ${`${at(verdict.tokens)}+`}` };
    case 'shorter':
      return { tone: 'warn', text: say`Reliable up to ${at(verdict.tokens)}` };
    case 'within':
      if (verdict.holds === 0) {
        return { tone: 'bad', text: say`Not reliable at ${at(verdict.fails)}` };
      }
      return Number.isFinite(verdict.fails)
        ? { tone: 'warn', text: say`Reliable up to ${at(verdict.holds)}` }
        : { tone: 'good', text: say`Reliable up to ${`${at(verdict.holds)}+`}` };
    case 'misses': {
      const { from, to } = verdict.place;
      if (to === 1) return { tone: 'bad', text: say`Misses the end` };
      if (from === 0) return { tone: 'bad', text: say`Misses the start` };
      return from < 0.5 && to > 0.5
        ? { tone: 'bad', text: say`Misses the middle` }
        : { tone: 'bad', text: say`Misses ${rangeOf(verdict.place)}` };
    }
    case 'inconclusive':
      return { tone: 'warn', text: say`Inconclusive` };
    case 'not reliable':
      return { tone: 'bad', text: say`Not reliable at ${at(Math.max(shortest, verdict.notFrom))}` };
  }
}

/** Says how far a model is reliable, after its name: `is reliable up to 64K tokens`. */
export function effectiveLengthSentence(
  row: Reached & { rise?: Rise | { clear: boolean } },
): string {
  const verdict = verdictOf(row);
  const { sizes, shortest } = row;
  const at = (tokens: number) => {
    const text = sizeText(tokens, sizes);
    return sizes ? text : say`${text} tokens`;
  };
  switch (verdict.kind) {
    case 'no answer':
      return say`gave no answer that could be scored`;
    case 'unread':
      return say`has an unknown reliable length, since some answers could not be read`;
    case 'rises': {
      const { rise } = row;
      if (!rise || !('by' in rise))
        return say`has no reliable length, since recall rises with length`;
      const { shorterFrom, shorterTo, longerFrom, longerTo } = rise;
      const [shorter, longer] = [
        rangeText(shorterFrom, shorterTo),
        rangeText(longerFrom, longerTo),
      ];
      return say`finds more at ${longer} than at ${shorter} tokens, so something other than length affects it`;
    }
    case 'refused':
      return say`refuses to answer ${verdict.cause.answers!} of ${verdict.cause.outOf!} prompts`;
    case 'made-up':
      return say`makes up numbers instead of reading`;
    case 'unusable':
      return say`gives unusable answers to ${verdict.unusable.answers} of ${verdict.unusable.of} prompts`;
    case 'cut':
      return ignoresText(verdict.cut, sizes);
    case 'limit':
      return limitText(verdict.limit, sizes);
    case 'longest':
      return say`is reliable up to ${at(verdict.tokens)}`;
    case 'shorter':
      return Number.isFinite(verdict.notFrom)
        ? say`is reliable up to ${at(verdict.tokens)} but not at ${sizeText(verdict.notFrom, sizes)}`
        : say`is reliable up to ${at(verdict.tokens)}, and inconclusive above`;
    case 'within': {
      const { holds, fails } = verdict;
      const recall = percentText(verdict.threshold);
      const points = pointsText(verdict.tolerance);
      if (holds === 0)
        return say`is not reliable even at ${at(fails)} (recall ${recall} ± ${points} points)`;
      return Number.isFinite(fails)
        ? say`is reliable up to ${at(holds)} but not at ${sizeText(fails, sizes)} (recall ${recall} ± ${points} points)`
        : say`is reliable up to ${at(holds)} (recall ${recall} ± ${points} points)`;
    }
    case 'misses':
      return say`misses ${placeOf(verdict.place)}`;
    case 'inconclusive':
      return say`is inconclusive, since too few prompts were sent`;
    case 'not reliable':
      return verdict.notFrom <= shortest
        ? say`is not reliable even at ${at(shortest)}, the shortest length tested`
        : say`is not reliable at ${at(verdict.notFrom)}, and inconclusive below`;
  }
}

/** Says it of a model that was reliable further before: `now ignores everything after the first 27.5K tokens`. */
export function nowSentence(row: Reached): string {
  const verdict = verdictOf(row);
  const { sizes } = row;
  const at = (tokens: number) =>
    sizes ? sizeText(tokens, sizes) : say`${lengthText(tokens)} tokens`;
  switch (verdict.kind) {
    case 'shorter':
      return say`is now reliable only up to ${at(verdict.tokens)}`;
    case 'not reliable':
      return say`is now not reliable at ${at(verdict.notFrom)}`;
    default:
      return say`now ${effectiveLengthSentence(row)}`;
  }
}

/** Says what to do about a model that stops reading, and where its server stops if no sentence said so. */
export function adviceText(row: Reached): string | undefined {
  const verdict = verdictOf(row);
  const { limit } = row.reliable ?? {};
  // If memory fails earlier, the limit is the second thing to know.
  if (limit && verdict.kind !== 'limit') return say`It ${limitText(limit, row.sizes)}.`;
  if (verdict.kind !== 'cut' || row.reliable?.cappedBy !== 'hole') return undefined;
  return verdict.cut.kept === 'start'
    ? say`Keep prompts below ${cutText(verdict.cut, row.sizes)}.`
    : say`Keep what matters in the last ${cutText(verdict.cut, row.sizes)}.`;
}

/**
 * Says why a question is open, and what would settle it: `seeds: 3 instead of 1 (700K tokens, cost $1.40) would
 * tell with 80%`.
 */
export function openText({ why, more }: Open): string {
  if (why === 'unread') return say`it hangs on answers that could not be read for certain`;
  if (!more) return '';
  const { by, seeds, further, tokens, cost, chance } = more;
  const price =
    cost === undefined
      ? say`${lengthText(tokens)} tokens`
      : say`${lengthText(tokens)} tokens, cost ${costText(cost)}`;
  const order = {
    seeds: () => say`seeds: ${seeds + further} instead of ${seeds}`,
    try: () => `try --resume --seeds ${further}`,
    prompts: () => say`${sayCount(further, 'more prompt')} at each length`,
  }[by]();
  return say`${order} (${price}) would tell with ${likelyText(chance)}`;
}

/** Where a figure lies beyond what was asked: at the longest length or behind it, or before the shortest. */
export type Bound = 'at least' | 'below';

/** An effective length or number as JSON has it: numbers, and the signs beside them. */
export interface ReachFigures {
  /** In tokens, or in things of a kind; `null` where it is unknown. */
  value: number | null;
  bound?: Bound;
  low: number;
  lowBound?: Bound;
  high: number;
  highBound?: Bound;
}

/**
 * Writes an effective length as JSON has it, in whole tokens.
 *
 * @example
 * effectiveLengthFigures({ effectiveLength: { value: Infinity, low: 57_000, high: Infinity }, … })
 * // { value: 128000, bound: 'at least', low: 57000, high: 128000, highBound: 'at least' }
 */
export function effectiveLengthFigures(row: Reached): ReachFigures | undefined {
  return reachFigures(row, (tokens) => tokens);
}

/** The same as a number of what prompts are sized by, with its name: `documents`. */
export interface SizeFigures extends ReachFigures {
  of: string;
}

/** Writes the same as a number of what prompts are sized by, if it is not their length. */
export function effectiveSizeFigures(row: Reached): SizeFigures | undefined {
  const { sizes } = row;
  const figures = sizes && reachFigures(row, (tokens) => amountAt(sizes, tokens));
  return figures && { of: `${sizes.noun}s`, ...figures };
}

function reachFigures(row: Reached, at: (tokens: number) => number): ReachFigures | undefined {
  const { effectiveLength, shortest, longest } = row;
  if (!effectiveLength) return undefined;
  const figure = (tokens: number): [number, Bound?] => {
    if (tokens === 0) return [at(shortest), 'below'];
    return Number.isFinite(tokens) ? [at(tokens)] : [at(longest), 'at least'];
  };
  const isUnknown = ['no answer', 'unread'].includes(verdictOf(row).kind);
  const [value, bound] = isUnknown ? [null] : figure(effectiveLength.value);
  const [low, lowBound] = figure(effectiveLength.low);
  const [high, highBound] = figure(effectiveLength.high);
  return {
    value,
    ...(bound && { bound }),
    low,
    ...(lowBound && { lowBound }),
    high,
    ...(highBound && { highBound }),
  };
}

/** Returns the tokens that a figure stands for, as `Reached` has them. */
export function tokensOf(figure: number, bound: Bound | undefined): number {
  if (bound === undefined) return figure;
  return bound === 'below' ? 0 : Number.POSITIVE_INFINITY;
}

export function reachCell(row: Reached): { answer: string; below: string } {
  const verdict = verdictOf(row);
  return { answer: cellOf(verdict, row), below: besideOf(verdict, row) };
}
