/** Estimates what one call costs: at least, by our count of tokens, and at most. docs/method/plan.md */
import { cacheModeOf } from '../../base/cache-modes.js';
import { askOf, type Case } from '../../contract/case.js';
import type { Paid } from '../../contract/row.js';
import type { Pricing } from './prices.js';
import type { PlannedProvider } from './suite.js';
import { mostOutput } from './thinking.js';

export type Costs = readonly [number, number, number];

interface Call {
  /** Tokens of the prompt and of the longest answer, by our count. */
  tokens: number;
  answer: number;
  /** Tokens the model counts for one of ours, at least and at most. */
  factors: readonly [number, number];
  /** Most tokens it bills for an answer, thinking included. */
  output: number;
}

type Cached = Pick<Case, 'asks' | 'cache' | 'cell'>;

/** Tokens of a call in the provider's cache: read at most, and written at a price. */
interface CacheTokens {
  read: number;
  written: number;
}

/** A beginning may have more of the tokens than of the characters. */
const DENSER = 1.03;

/**
 * Estimates tokens of a prompt read from a cache, and written to it.
 *
 * @param isFresh - whether the prompt was not sent before
 */
export function cacheTokens(
  { tokens, factors: [, factor] }: Pick<Call, 'tokens' | 'factors'>,
  { id, writesWhole }: PlannedProvider,
  theCase: Cached,
  isFresh: boolean,
): CacheTokens {
  const { least, marks, write } = cacheModeOf(id);
  const { asks, cache } = theCase;
  const most = factor * tokens;
  const cacheable = (part: number) => {
    const cached = Math.min(1, part * DENSER) * most;
    return cached < least ? 0 : cached;
  };
  // An older Case says only that it is one of several questions.
  const { length, shares } = cache ?? { length: 1, shares: askOf(theCase) > 1 ? 1 : 0 };
  const isMarked = cache ? cache.marks.length > 0 : asks !== undefined;
  // A cut at a word's end is one place further at most.
  const upTo = (place: number) => (place === 0 ? 0 : cacheable((place + 1) / length));
  const deepest = isMarked ? upTo(cache?.marks.at(-1) ?? 1) : 0;
  const again = marks && !writesWhole ? deepest : cacheable(1);
  const shared = marks && !isMarked ? 0 : upTo(shares);
  return {
    read: isFresh ? shared : again,
    written: write > 1 ? (writesWhole ? cacheable(1) : deepest) : 0,
  };
}

/**
 * Estimates the cost of a call. At least: an empty answer, and a cached prompt if it was sent before. At most:
 * the full reserve, the longest thinking, and marked parts written to the cache again.
 */
export function callCosts(
  call: Call,
  { cost }: Pricing,
  provider: PlannedProvider,
  theCase: Cached,
  isFresh: boolean,
): Costs {
  const { tokens, answer, factors, output } = call;
  const [least, most] = factors;
  const { read, written } = cacheTokens(call, provider, theCase, isFresh);
  const leastRead = Math.min(least * tokens, (read * least) / most);
  const whole = provider.writesWhole ? tokens : 0;
  return [
    cost(least * tokens, 0, { read: read > 0 ? leastRead : 0 }),
    cost(tokens, answer, { written: whole }),
    cost(most * tokens, output, { written }),
  ];
}

/**
 * Estimates a call's cost by our count, and at most, if only the prompt's length is known.
 *
 * @param most - tokens that the model counts for one of ours, at most
 */
export function callCostRange(
  provider: PlannedProvider & { most?: number },
  pricing: Pricing,
  { tokens, reserve, asks }: Pick<Case, 'tokens' | 'reserve' | 'asks'>,
): [number, number] {
  const factor = provider.most ?? 1;
  const call = {
    tokens: tokens - reserve,
    answer: reserve,
    factors: [1, factor],
    output: mostOutput(provider, factor * reserve),
  } as const;
  const [, cost, most] = callCosts(
    call,
    pricing,
    provider,
    asks === undefined ? {} : { asks },
    true,
  );
  return [cost, most];
}

/** Returns what a call cost: promptfoo's figure or the provider's tokens, whichever is more, or else the most. */
export function paidForCall(
  { cost = 0, promptTokens, outputTokens = 0, cachedTokens = 0, writtenTokens = 0 }: Paid,
  pricing: Pricing,
  most: number,
): number {
  if (promptTokens === undefined) return cost || most;
  const cache = { read: cachedTokens, written: writtenTokens };
  return Math.max(cost, pricing.cost(promptTokens, outputTokens, cache));
}
