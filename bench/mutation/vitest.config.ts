import { defineConfig } from 'vitest/config';
import { SLOW } from '../../vitest.config.js';

/** The tests of one room, in one process that Stryker keeps: it runs them once for each mutant. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(',') ?? [],
    isolate: false,
    tags: [{ ...SLOW, skip: true }],
    testTimeout: 20_000,
  },
});
