/**
 * What `search` and `gate --run` ask of a config: instead of its whole grid, single prompts of chosen lengths, or some of its
 * Cases. They tell the generators in promptfoo's process by an environment variable, so that the user's config stays as it
 * is, whatever it is written in.
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
 * The request of a search, where there is one.
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

/** A generator's config of all its Cases, compared by whoever asks for some of them. */
export function ownGrid(given: unknown): Record<string, unknown> {
  const { shard, baseline, maxDrop, baselineProviders, ...config } = (given ?? {}) as Record<
    string,
    unknown
  >;
  return config;
}

/**
 * A generator's config with the length and the seed of one prompt instead of its grid, which is what shards
 * and baselines are of, and instead of other sizes. A version names the lengths of a grid, and some what a prompt has.
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
