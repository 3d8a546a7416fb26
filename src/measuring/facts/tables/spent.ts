/** Sums what calls cost, as far as providers report it. */

import { sum } from '../../../base/numbers.js';
import type { Usage } from '../../../contract/response.js';
import type { Paid, Row } from '../../../contract/row.js';

/** Totals of calls. What no call told is absent. */
export interface Spent extends Usage {
  /** Calls that a provider answered, and of these those without a cost, and without a count of tokens. */
  calls: number;
  costUnknown: number;
  tokensUnknown: number;
  /** Calls that promptfoo's own cache answered: nothing was paid, and their tokens are not counted. */
  fromPromptfooCache: number;
  /** In US dollars, as promptfoo counts it. */
  cost?: number;
}

const FIGURES = [
  'cost',
  'promptTokens',
  'cachedTokens',
  'writtenTokens',
  'outputTokens',
  'reasoningTokens',
] as const;

/** Sums calls, including paid failed ones. A failed call without cost and tokens is taken to be free. */
export function spentBy(rows: readonly Row[]): Spent {
  const all = rows.flatMap((row): Paid[] => (row.again ? [] : [row, ...(row.overcome ?? [])]));
  const isPaid = (one: Paid) => FIGURES.some((name) => one[name]);
  const calls = all.filter((one) => !one.cached && (one.error === undefined || isPaid(one)));
  const totals = FIGURES.map((name) => [name, sum(calls.map((one) => one[name] ?? 0))]);
  return {
    calls: calls.length,
    costUnknown: calls.filter(({ cost }) => !cost).length,
    tokensUnknown: calls.filter(({ promptTokens }) => !promptTokens).length,
    fromPromptfooCache: all.filter(({ cached }) => cached).length,
    ...Object.fromEntries(totals.filter(([, total]) => total)),
  };
}

export function totalSpent(all: readonly Spent[]): Spent {
  const names = new Set(all.flatMap((one) => Object.keys(one) as (keyof Spent)[]));
  const totals = [...names].map((name) => [name, sum(all.map((one) => one[name] ?? 0))]);
  return Object.fromEntries(totals) as Spent;
}
