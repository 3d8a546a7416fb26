/** Counts the prompts of a config and their tokens, building as little as possible. */

import { sum } from '../base/numbers.js';
import { benchmarkOfGenerator } from '../benchmarks/registry.js';
import { draftsOf, gridOf } from './generate.js';

interface GridSize {
  prompts: number;
  /** Tokens of all prompts, with what they keep free for the answer. */
  tokens: number;
}

/**
 * Sizes several configs. Prompts are made only if their lengths are not asked for.
 *
 * @throws {UserError} for a config that its generator refuses
 */
export async function sizeOf(
  parts: readonly { generator: string; config: Record<string, unknown> }[],
): Promise<GridSize> {
  const sizes: GridSize[] = [];
  for (const { generator, config } of parts) {
    const benchmark = benchmarkOfGenerator(generator);
    const drafts = await draftsOf(benchmark, config);
    const lengths = drafts.flatMap(({ tokens }) => tokens ?? []);
    const isKnown = lengths.length === drafts.length;
    const made = isKnown
      ? lengths
      : (await gridOf(benchmark, config)).cases.map((one) => one.tokens);
    sizes.push({ prompts: made.length, tokens: sum(made) });
  }
  return {
    prompts: sum(sizes.map(({ prompts }) => prompts)),
    tokens: sum(sizes.map(({ tokens }) => tokens)),
  };
}
