/** Writes a reliable length as JSON has it: numbers with their bounds. */

import { amountAt } from '../document/sizes.js';
import { type Reached, verdictOf } from './length-verdict.js';

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
export function figureTokens(figure: number, bound: Bound | undefined): number {
  if (bound === undefined) return figure;
  return bound === 'below' ? 0 : Number.POSITIVE_INFINITY;
}
