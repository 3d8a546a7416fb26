import { sum } from '../../base/numbers.js';
import { callCostRange } from '../../measuring/planning/call-cost.js';
import { pricingOf } from '../../measuring/planning/prices.js';
import type { SearchState } from './search-state.js';

/** What a prompt of a search may be priced by: its length, and whether one context may be asked several questions. */
export function pricedPrompt(
  { reserve, cells }: Pick<SearchState, 'reserve' | 'cells'>,
  tokens: number,
) {
  return { tokens, reserve, ...(cells > 1 && { asks: cells }) };
}

/** Half of the searches take at most this many prompts of the longest length, or of a length that is asked about. */
export const MEDIAN_LONGEST = 5;
export const MEDIAN_AT_LEAST = 6;

/** Tokens that half of the searches take at most (docs/method/search.md). */
export function expectedTokens(
  { longest, cells }: Pick<SearchState, 'longest' | 'cells'>,
  atLeast: number | undefined,
): number {
  const all = atLeast === undefined ? MEDIAN_LONGEST * longest : MEDIAN_AT_LEAST * atLeast;
  return all * cells;
}

/** What a search spends: all models together, in tokens of prompts and in money. */
export interface SearchCost {
  tokens: number;
  /** Nothing where the price of a provider is not known. */
  cost?: number;
}

/** A full grid, which a search is to make unnecessary: 32 lengths in equal steps, one seed. */
export function gridTokens({ longest, cells }: Pick<SearchState, 'longest' | 'cells'>): number {
  return 16.5 * longest * cells;
}

/**
 * What a number of tokens of each model costs, whether they are spent on long prompts or on many short ones: by our count,
 * or at most, with all that a provider may bill besides.
 */
export function spendingOf(
  state: SearchState,
  tokens: number,
  maxCost: number,
  by: 'count' | 'most',
): SearchCost {
  const { providers, prices, shortest, longest } = state;
  const costs = providers.map((provider) => {
    const pricing = pricingOf(provider, prices);
    if (!pricing) return undefined;
    const lengths = [shortest, longest].map((length) => {
      const calls = Math.ceil(tokens / length);
      const [cost, most] = callCostRange(provider, pricing, pricedPrompt(state, length));
      return calls * (by === 'most' ? most : cost);
    });
    return Math.max(...lengths);
  });
  return {
    tokens: tokens * providers.length,
    ...(costs.every((cost) => cost !== undefined) && {
      cost: Math.min(maxCost, sum(costs)),
    }),
  };
}
