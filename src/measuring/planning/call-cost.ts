/** What one call costs: at least, by our count of tokens, and at most. docs/method/plan.md */
import type { Case } from '../../contract/case.js';
import type { Paid } from '../../contract/row.js';
import type { Pricing } from './prices.js';
import type { PlannedProvider } from './suite.js';
import { mostOutput } from './thinking.js';

/** At least, by our count, and at most. */
export type Costs = readonly [number, number, number];

interface Call {
  /** Tokens of the prompt and of the longest answer, by our count. */
  tokens: number;
  answer: number;
  /** Tokens that the model counts for one of ours, at least and at most. */
  factors: readonly [number, number];
  /** Tokens that it bills for an answer at most, thinking included. */
  output: number;
}

/** No provider caches a shorter beginning of a prompt. */
const LEAST_CACHED = 1024;

/** Caches only what a prompt marks. Prompts mark the context of several questions (`asks`). */
const CACHES_MARKED = /^anthropic:|claude/;

/** Whether a provider may have a context in its cache that it was asked before. */
export function maybeCached(
  { tokens, factors: [, most] }: Pick<Call, 'tokens' | 'factors'>,
  { id }: PlannedProvider,
  { asks }: Pick<Case, 'asks'>,
): boolean {
  return most * tokens >= LEAST_CACHED && (asks !== undefined || !CACHES_MARKED.test(id));
}

/**
 * At least, the answer is as good as empty, and a context that was asked before is read from the provider's cache. At most,
 * the answer takes its whole reserve, the model thinks as long as it may, and what is marked is written to the cache again.
 *
 * @param isFresh - whether the context is asked for the first time
 */
export function callCosts(
  call: Call,
  { cost }: Pricing,
  provider: PlannedProvider,
  theCase: Pick<Case, 'asks'>,
  isFresh: boolean,
): Costs {
  const { tokens, answer, factors, output } = call;
  const [least, most] = factors;
  const isRead = !isFresh && maybeCached(call, provider, theCase);
  const isWritten = theCase.asks !== undefined && CACHES_MARKED.test(provider.id);
  return [
    cost(least * tokens, 0, { read: isRead ? least * tokens : 0 }),
    cost(tokens, answer),
    cost(most * tokens, output, { written: isWritten ? most * tokens : 0 }),
  ];
}

/**
 * What one call costs by our count, and at most, where only the length of its prompt is known.
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

/**
 * What a call cost: as promptfoo reports it, or by the tokens that its provider counted, whichever is more; where neither
 * is known, what it cost at most.
 */
export function paidForCall(
  { cost = 0, promptTokens, outputTokens = 0, cachedTokens = 0 }: Paid,
  pricing: Pricing,
  most: number,
): number {
  if (promptTokens === undefined) return cost || most;
  return Math.max(cost, pricing.cost(promptTokens, outputTokens, { read: cachedTokens }));
}
