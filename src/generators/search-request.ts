/**
 * Reads what `search` and `gate --run` ask of a config instead of its grid: prompts of chosen lengths, or some
 * Cases. They tell generators in promptfoo's process by an environment variable, so that the user's config
 * stays as it is.
 */

import { UserError } from '../base/user-error.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import type { TestCase } from '../contract/promptfoo.js';
import {
  requestSchema,
  SEARCH_VARIABLE,
  type SearchPrompt,
  type SearchRequest,
  TEST_MAKERS,
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

/**
 * The tests of a request, where there is one. More are made in the same way while promptfoo evaluates.
 *
 * @throws {UserError} as `searchRequest` and what makes the tests do
 */
export function askedTests<Test extends TestCase>(
  generator: string,
  given: unknown,
  make: (request: SearchRequest) => Promise<Test[]>,
): Promise<Test[]> | undefined {
  const request = searchRequest();
  if (!request) return undefined;
  const first = make(request);
  const all = globalThis as { [TEST_MAKERS]?: TestMakers };
  all[TEST_MAKERS] ??= new Map();
  all[TEST_MAKERS].set(JSON.stringify([generator, given]), { first, make });
  return first;
}

/** What makes tests in this process, which may have loaded this package several times: by entry of `tests`, as promptfoo may read one twice. */
export type TestMakers = Map<string, { first: ReturnType<MakeTests>; make: MakeTests }>;

type MakeTests = (request: SearchRequest) => Promise<readonly TestCase[]>;

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
  const { maxTokens, versions, ...config } = ownGrid(given);
  const [version] = [versions].flat();
  for (const name of sizeOptions) delete config[name];
  return {
    ...config,
    ...(typeof version === 'string' && ofVersion?.(version)),
    lengths: [tokens],
    seeds: [seed],
  };
}
