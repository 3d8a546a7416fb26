/** What calls were paid, as far as providers told promptfoo. */

import { sum } from '../../../base/numbers.js';
import { commas, say, sayCount } from '../../../base/text/language.js';
import type { Usage } from '../../../contract/response.js';
import type { Paid, Row } from '../../../contract/row.js';
import { costText, lengthText, percentText } from '../../document/words.js';

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
  'outputTokens',
  'reasoningTokens',
] as const;

/** Add up calls, with failed ones that were paid. A failed call without cost and tokens is taken to be free. */
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

/** Totals of several readers or series. */
export function together(all: readonly Spent[]): Spent {
  const names = new Set(all.flatMap((one) => Object.keys(one) as (keyof Spent)[]));
  const totals = [...names].map((name) => [name, sum(all.map((one) => one[name] ?? 0))]);
  return Object.fromEntries(totals) as Spent;
}

/** `$2.02`, `$0`, `at least $1.50`, or how to get a price. */
export function paidText({ calls, cost, costUnknown, fromPromptfooCache }: Spent): string {
  if (calls === 0 && fromPromptfooCache > 0) return '$0';
  if (cost === undefined) return say`cost unknown (pass --price 2/8)`;
  return costUnknown > 0 ? say`at least ${costText(cost)}` : costText(cost);
}

/**
 * What it was paid for, and what is not known of it.
 *
 * @example
 * // 987K tokens in (62 % cached by the provider), 12K out (8K thinking)
 */
export function usedText(spent: Spent): string {
  const { calls, cost, costUnknown, tokensUnknown, fromPromptfooCache } = spent;
  const { promptTokens = 0, cachedTokens = 0, outputTokens = 0, reasoningTokens = 0 } = spent;
  const [sent, said] = [lengthText(promptTokens), lengthText(outputTokens)];
  const ofCalls = sayCount(calls, 'call');
  return commas([
    !promptTokens
      ? ''
      : cachedTokens
        ? say`${sent} tokens in (${percentText(cachedTokens / promptTokens)} cached by the provider)`
        : say`${sent} tokens in`,
    !outputTokens
      ? ''
      : reasoningTokens
        ? say`${said} out (${lengthText(reasoningTokens)} thinking)`
        : say`${said} out`,
    cost && costUnknown ? say`${costUnknown} of ${ofCalls} without a cost` : '',
    promptTokens && tokensUnknown
      ? say`${tokensUnknown} of ${ofCalls} without a count of tokens`
      : '',
    fromPromptfooCache
      ? say`${sayCount(fromPromptfooCache, 'answer')} from promptfoo’s cache, at no cost`
      : '',
  ]);
}

/** Both in one line. */
export function spentText(spent: Spent): string {
  const used = usedText(spent);
  return used === '' ? paidText(spent) : say`${paidText(spent)} for ${used}`;
}
