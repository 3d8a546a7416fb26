import { BENCHMARKS } from '../benchmarks/registry.js';
import type { Case } from '../case.js';
import { unitOf } from '../haystack/tokenizer.js';

/** A Case as results have it: of this version or another, and perhaps damaged. */
type StoredCase = Partial<Case> & Pick<Case, 'tokens'>;

/**
 * What published scores must have in common with a Case: what its benchmark says of it, and what its
 * length is counted in. Nothing for a benchmark that says nothing, or is none of this version's.
 */
export function conditionsOf(
  name: string,
  theCase: StoredCase,
): Readonly<Record<string, string>> | undefined {
  if (!theCase.language) return undefined;
  const own = BENCHMARKS.find((one) => one.name === name)?.conditions?.(theCase as Case);
  return own && { ...own, lengths: lengthUnit(theCase) };
}

/** `in tokens`, `in characters`, `in words`; papers count tokens. */
function lengthUnit({ tokenizer, tokenizers }: StoredCase): string {
  const references = [tokenizer, ...Object.values(tokenizers ?? {})];
  const units = references.map((one) => (one === undefined ? 'tokens' : unitOf(one)));
  return `in ${[...new Set(units)].join(' or ')}`;
}
