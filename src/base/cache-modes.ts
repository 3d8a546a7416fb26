/** Reads how providers bill beginnings of prompts that they have read before: `datasets/plan/caches.yaml`. */
import { z } from 'zod';
import { readDataset } from './datasets.js';
import { once } from './kept.js';
import { matchesWildcard } from './text/wildcard.js';

const mode = z.strictObject({
  name: z.string(),
  ids: z.array(z.string()),
  least: z.number(),
  step: z.number().default(1),
  read: z.number(),
  write: z.number().default(1),
  marks: z.enum(['cache_control', 'prompt_cache_breakpoint']).optional(),
  most: z.number().optional(),
  whole: z.literal(true).optional(),
  minutes: z.number().optional(),
  source: z.url(),
});

export type CacheMode = z.output<typeof mode>;

const listed = once(() =>
  readDataset('plan/caches.yaml', z.strictObject({ checked: z.string(), modes: z.array(mode) })),
);

/**
 * Finds how a provider caches.
 *
 * @example
 * cacheModeOf('openai:chat:gpt-5.6-terra').marks // 'prompt_cache_breakpoint'
 */
export function cacheModeOf(id: string): CacheMode {
  const name = id.toLowerCase();
  return listed().modes.find(({ ids }) => ids.some((pattern) => matchesWildcard(pattern, name)))!;
}

/**
 * Tells whether a provider writes every prompt to its cache and bills it, because its config does not limit
 * that to marked parts.
 *
 * @param config - of the provider, as promptfoo has it
 */
export function writesWhole(id: string, config: unknown): boolean {
  const { prompt_cache_options: options } = (config ?? {}) as {
    prompt_cache_options?: { mode?: unknown } | null;
  };
  return cacheModeOf(id).whole === true && options?.mode !== 'explicit';
}
