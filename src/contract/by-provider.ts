/** Resolves options that differ by provider: a map from patterns to values. */

import { matchesWildcard } from '../base/text/wildcard.js';
import { UserError } from '../base/user-error.js';
import type { Case } from './case.js';

export interface ProviderIdentity {
  id?: string | (() => string);
  label?: string;
}

/** Lists a provider's id and label. */
export function namesOf(provider: ProviderIdentity): string[] {
  const id = typeof provider.id === 'function' ? provider.id() : provider.id;
  return [id, provider.label].filter((name) => name !== undefined);
}

/**
 * Returns the value of the first pattern that matches an id or label. `*` stands for any characters.
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
 * Resolves a Case's tokenizer for one provider.
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
