/**
 * Reads what `search` and `gate --run` ask of a config instead of its grid: prompts of chosen lengths, or some
 * Cases. They tell generators in promptfoo's process by an environment variable, so that the user's config
 * stays as it is.
 */

import { UserError } from '../base/user-error.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import {
  requestSchema,
  SEARCH_VARIABLE,
  type SearchPrompt,
  type SearchRequest,
} from '../contract/requests.js';

/**
 * Reads the request of a search, if there is one.
 *
 * @throws {UserError} for a variable that holds none
 */
export function searchRequest(variable = process.env[SEARCH_VARIABLE]): SearchRequest | undefined {
  if (!variable) return undefined;
  try {
    return requestSchema.parse(JSON.parse(variable));
  } catch {
    throw new UserError(
      `The environment variable ${SEARCH_VARIABLE} is set, but holds no request of a search. It is for ` +
        '`search` and `gate --run` of promptfoo-counting-stars alone: unset it.',
    );
  }
}

/** Returns a config of all its Cases, without what compares or splits them. */
export function ownGrid(given: unknown): Record<string, unknown> {
  const { shard, baseline, maxDrop, baselineProviders, ...config } = (given ?? {}) as Record<
    string,
    unknown
  >;
  return config;
}

/**
 * Returns a config with the length and seed of one prompt instead of its grid, without shards and baselines,
 * which are of grids. A version names the lengths of a grid, and some what a prompt has.
 */
export function configFor(
  { ofVersion, sizeOptions = [] }: Pick<Benchmark, 'ofVersion' | 'sizeOptions'>,
  given: unknown,
  { tokens, seed }: SearchPrompt,
): Record<string, unknown> {
  const { maxTokens, minTokens, versions, ...config } = ownGrid(given);
  const [version] = [versions].flat();
  for (const name of sizeOptions) delete config[name];
  return {
    ...config,
    ...(typeof version === 'string' && ofVersion?.(version)),
    lengths: [tokens],
    seeds: [seed],
  };
}
