import { defineConfig } from 'vitest/config';
import { SLOW } from '../../vitest.config.js';

/** The tests of one room, in one process that Stryker keeps: it runs them once for each mutant. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(',') ?? [],
    // Whole prompts of every kind take seconds; of a score they say no more than its own tests.
    exclude: ['test/benchmarks/*/{cases,reader}.test.ts'],
    isolate: false,
    tags: [{ ...SLOW, skip: true }],
    testTimeout: 20_000,
  },
});
