import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/package/**', 'node_modules/**'],
    // Many tests wait for a promptfoo of their own, so a few more workers than processors keep these busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
