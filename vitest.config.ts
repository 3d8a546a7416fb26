import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Simulations and properties over many answers: in every `npm test`, but not once for each mutant. */
export const SLOW = { name: 'slow', description: 'left out of mutation testing' };

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/package/**', 'node_modules/**'],
    // Many tests wait for a promptfoo of their own, so a few more workers than processors keep these busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    tags: [SLOW],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
