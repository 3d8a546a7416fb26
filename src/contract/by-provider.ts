/** Options that are not the same for every provider: a map from patterns to values. */

import { matchesWildcard } from '../base/text/wildcard.js';
import { UserError } from '../base/user-error.js';
import type { Case } from './case.js';

export interface ProviderIdentity {
  id?: string | (() => string);
  label?: string;
}

/** What a provider is called: its id and its label, as far as it has them. */
export function namesOf(provider: ProviderIdentity): string[] {
  const id = typeof provider.id === 'function' ? provider.id() : provider.id;
  return [id, provider.label].filter((name) => name !== undefined);
}

/**
 * The value of the first pattern that matches a provider's id or label; in a pattern, `*` stands for any
 * characters.
 *
 * @returns nothing when no pattern matches
 *
 * @example
 * forProviderNamed({ 'openai:*': 0.9, '*': 0.85 }, ['ollama:chat:qwen3']) // 0.85
 */
export function forProviderNamed<T>(
  values: Readonly<Record<string, T>>,
  names: readonly string[],
): T | undefined {
  const found = Object.entries(values).find(
    ([pattern]) => pattern === '*' || names.some((name) => matchesWildcard(pattern, name)),
  );
  return found?.[1];
}

/**
 * A Case as it is for one provider: where it has a tokenizer for each, with that provider's alone.
 *
 * @throws {UserError} when no pattern matches the provider's id or label
 */
export function forProvider(theCase: Case, provider: ProviderIdentity = {}): Case {
  const { tokenizers, ...rest } = theCase;
  if (!tokenizers) return theCase;
  const names = namesOf(provider);
  const tokenizer = forProviderNamed(tokenizers, names);
  if (tokenizer !== undefined) return { ...rest, tokenizer };
  throw new UserError(
    `tokenizer: no pattern matches the provider "${names.join('" or "')}". The patterns are ` +
      `${Object.keys(tokenizers).join(', ')}. Add one, or "*" for all other providers.`,
  );
}
