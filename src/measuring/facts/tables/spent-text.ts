/** Writes what calls cost. */
import { commas, say, sayCount } from '../../../base/text/language.js';
import type { Usage } from '../../../contract/response.js';
import { costText, lengthText, percentText, unknownCostText } from '../../document/words.js';
import type { Spent } from './spent.js';

/** A prompt marked up to its question writes less. */
const MOSTLY = 0.9;

/** Writes the cost: `$2.02`, `$0`, `at least $1.50`, or how to pass a price. */
export function paidText(spent: Spent): string {
  const { calls, cost, costUnknown, tokensUnknown, fromPromptfooCache } = spent;
  if (calls === 0 && fromPromptfooCache > 0) return '$0';
  if (cost === undefined) {
    // Without counts, a price is of no use.
    return tokensUnknown === calls
      ? say`cost unknown (no token counts reported)`
      : unknownCostText();
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
