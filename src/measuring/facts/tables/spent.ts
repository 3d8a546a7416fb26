/** Sums what calls cost, as far as providers report it. */

import { sum } from '../../../base/numbers.js';
import { commas, say, sayCount } from '../../../base/text/language.js';
import type { Usage } from '../../../contract/response.js';
import type { Paid, Row } from '../../../contract/row.js';
import { costText, lengthText, percentText, unknownCostText } from '../../document/words.js';

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
  const isPaid = (call: Paid) => FIGURES.some((name) => call[name]);
  const calls = all.filter((call) => !call.cached && (call.error === undefined || isPaid(call)));
  const totals = FIGURES.map((name) => [name, sum(calls.map((call) => call[name] ?? 0))]);
  return {
    calls: calls.length,
    costUnknown: calls.filter(({ cost }) => !cost).length,
    tokensUnknown: calls.filter(({ promptTokens }) => !promptTokens).length,
    fromPromptfooCache: all.filter(({ cached }) => cached).length,
    ...Object.fromEntries(totals.filter(([, total]) => total)),
  };
}

export function totalSpent(all: readonly Spent[]): Spent {
  const names = new Set(all.flatMap((spent) => Object.keys(spent) as (keyof Spent)[]));
  const totals = [...names].map((name) => [name, sum(all.map((spent) => spent[name] ?? 0))]);
  return Object.fromEntries(totals) as Spent;
}

/** A prompt marked up to its question writes less. */
const MOSTLY = 0.9;

/** Writes the cost: `$2.02`, `$0`, `at least $1.50`, or how to pass a price. */
export function paidText(spent: Spent): string {
  const { calls, cost, costUnknown, tokensUnknown, fromPromptfooCache } = spent;
  if (calls === 0 && fromPromptfooCache > 0) return '$0';
  if (cost === undefined) {
    if (tokensUnknown !== calls) return unknownCostText();
    // Without counts, a price is of no use.
    return say`cost unknown (no token counts reported)`;
  }
  return costUnknown > 0 ? say`at least ${costText(cost)}` : costText(cost);
}

/** Writes what was paid for: `987K tokens in (62% cached by the provider), 12K out (8K thinking)`. */
export function usedText(spent: Spent): string {
  const { calls, cost, costUnknown, tokensUnknown, fromPromptfooCache } = spent;
  const { promptTokens = 0, outputTokens = 0, reasoningTokens = 0 } = spent;
  const [sent, said] = [lengthText(promptTokens), lengthText(outputTokens)];
  const ofCalls = sayCount(calls, 'call');
  return commas([
    !promptTokens ? '' : cachedText(sent, promptTokens, spent),
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

/** Writes sent tokens, with those read from the provider's cache or written to it. */
function cachedText(
  sent: string,
  tokens: number,
  { cachedTokens = 0, writtenTokens = 0 }: Usage,
): string {
  const [read, written] = [percentText(cachedTokens / tokens), percentText(writtenTokens / tokens)];
  if (cachedTokens && writtenTokens) {
    return say`${sent} tokens in (${read} cached by the provider, ${written} written to its cache)`;
  }
  if (cachedTokens) return say`${sent} tokens in (${read} cached by the provider)`;
  return writtenTokens
    ? say`${sent} tokens in (${written} written to the provider’s cache)`
    : say`${sent} tokens in`;
}

/** Warns if a provider charged for writing nearly everything to its cache and read next to nothing of it. */
export function writtenText({
  promptTokens = 0,
  cachedTokens = 0,
  writtenTokens = 0,
}: Spent): string {
  const isMost = writtenTokens > 0 && writtenTokens >= MOSTLY * promptTokens;
  if (!isMost || cachedTokens > writtenTokens) return '';
  return say`The provider charged for writing whole prompts to its cache. For GPT-5.6 and later, set \`prompt_cache_options: { mode: explicit }\`.`;
}

export function spentText(spent: Spent): string {
  const used = usedText(spent);
  return used === '' ? paidText(spent) : say`${paidText(spent)} for ${used}`;
}
