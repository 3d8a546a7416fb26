/** What a recheck has spent, at the most, and what more would cost: counted before it is asked. */

import { largestUnseen } from '../../../base/defaults.js';
import { largest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { redactText } from '../../../base/secrets.js';
import { say, sayCount } from '../../../base/text/language.js';
import type { Row } from '../../../contract/row.js';
import { costText, lengthText, pointsText } from '../../../measuring/document/words.js';
import { paidForCall } from '../../../measuring/planning/call-cost.js';
import { pricingOf } from '../../../measuring/planning/prices.js';
import {
  limitNotes,
  mostOutput,
  seenIn,
  type Thinking,
  thinkingOf,
} from '../../../measuring/planning/thinking.js';
import { resultName } from '../search-state.js';
import type { RecheckProvider, RecheckState } from './recheck-state.js';

/** Tokens of prompts, and US dollars where the prices are known. */
export interface Spending {
  tokens: number;
  dollars?: number;
}

/** What calls of one provider cost, as dear as its dearest so far. */
type CostOf = (id: string) => Spending;

/** Tokens that a provider counted for one of ours, where that is more. */
function factorOf(rows: readonly Row[]): number {
  const factors = rows.map(
    ({ promptTokens = 0, tokens, reserve }) => promptTokens / Math.max(1, tokens - reserve),
  );
  return largest([1, ...factors]);
}

/** What all calls for a Case cost: the prompt as long as it may be, and an answer with what the model may think before it. */
export function costsOf(
  provider: RecheckProvider,
  { cases, prices }: Pick<RecheckState, 'cases' | 'prices'>,
  rows: readonly Row[],
): CostOf {
  const pricing = pricingOf(provider, prices);
  const own = ownRows(provider, rows);
  const factor = factorOf(own);
  const asking = { ...provider, seen: seenIn(own) };
  return (id) => {
    const { tokens, reserve } = cases[id]!;
    const calls = provider.calls[id]!;
    const prompt = Math.ceil((tokens - reserve) * factor);
    return {
      tokens: calls * Math.max(tokens, prompt),
      ...(pricing && { dollars: calls * pricing.cost(prompt, mostOutput(asking, reserve)) }),
    };
  };
}

/** The rows of one provider. Rows are without secrets, in names too. */
export function ownRows(provider: RecheckProvider, rows: readonly Row[]): Row[] {
  const known = redactText(resultName(provider));
  return rows.filter((row) => row.provider === known);
}

/**
 * What was spent, at the most: everything that an evaluation was to ask counts, whether or not an answer came, since a call
 * may be billed that was under way when its process was killed. What an answer says that it cost counts where that is more.
 */
export function spentSoFar(
  { looks, providers, cases, prices }: RecheckState,
  rows: readonly Row[],
): Spending {
  const evaluations = looks.flatMap((look) => look.evaluations);
  const parts = providers.flatMap((provider): Spending[] => {
    const own = ownRows(provider, rows);
    const costOf = costsOf(provider, { cases, prices }, own);
    const pricing = pricingOf(provider, prices);
    const answered = groupBy(own, ({ id }) => id);
    const asked = evaluations.flatMap(({ asked }) => asked[resultName(provider)] ?? []);
    return [...groupBy(asked, (id) => id)].map(([id, times]) => {
      const { tokens, dollars } = costOf(id);
      if (!pricing || dollars === undefined) return { tokens: times.length * tokens };
      const most = dollars / provider.calls[id]!;
      const paid = (answered.get(id) ?? []).map((row) => paidForCall(row, pricing, most));
      const open = Math.max(0, times.length * provider.calls[id]! - paid.length);
      return { tokens: times.length * tokens, dollars: sum(paid) + open * most };
    });
  });
  return totalOf(parts);
}

export function totalOf(parts: readonly Spending[]): Spending {
  const known = parts.flatMap(({ dollars }) => dollars ?? []);
  return {
    tokens: sum(parts.map(({ tokens }) => tokens)),
    ...(known.length === parts.length && { dollars: sum(known) }),
  };
}

/** Whether a budget has room for that. */
export function fits({ tokens, dollars }: Spending, budget: RecheckState['budget']): boolean {
  if (budget.tokens !== undefined && tokens > budget.tokens) return false;
  return budget.dollars === undefined || (dollars !== undefined && dollars <= budget.dollars);
}

/** What all prompts of one provider take. */
interface Most {
  provider: string;
  prompts: number;
  all: Spending;
  /** How long it may think before an answer. */
  thinking?: Thinking;
}

/** With less than this share of the tokens, most rechecks of unchanged models end open (bench/figures/recheck-budget.md). */
const LEAST_SHARE = 0.3;

export function mostOf(state: RecheckState): Most[] {
  return state.providers.map((provider) => {
    const ids = Object.keys(provider.calls);
    const thinking = thinkingOf(provider);
    return {
      provider: resultName(provider),
      prompts: new Set(ids.map((id) => state.cases[id]!.draw)).size,
      all: totalOf(ids.map(costsOf(provider, state, []))),
      ...(thinking && { thinking }),
    };
  });
}

/** A line for each provider, and the budget. */
export function recheckAnnouncement(
  { budget, limits }: Pick<RecheckState, 'budget' | 'limits'>,
  most: readonly Most[],
): string {
  const { dollars, tokens } = budget;
  const total = totalOf(most.map(({ all }) => all));
  const room = (limit: number | undefined, all = 0) => (limit === undefined ? 1 : limit / all);
  const share = Math.min(room(tokens, total.tokens), room(dollars, total.dollars));
  return [
    ...most.map(
      ({ provider, prompts, all }) =>
        say`${provider}: at most ${sayCount(prompts, 'prompt')} (${spendingText(all)}).`,
    ),
    dollars === undefined
      ? say`Budget: ${lengthText(tokens!)} tokens.`
      : say`Budget: ${costText(dollars)}.`,
    ...(limits.margin === undefined && share < LEAST_SHARE
      ? [
          say`It most likely ends before a drop above ${pointsText(largestUnseen(limits.maxDrop))} points is ruled out.`,
        ]
      : []),
    ...(total.dollars ? limitNotes(most, dollars !== undefined) : []),
  ].join('\n');
}

export function spendingText({ tokens, dollars }: Spending): string {
  return dollars === undefined
    ? say`${lengthText(tokens)} tokens`
    : say`${lengthText(tokens)} tokens, ${costText(dollars)}`;
}
