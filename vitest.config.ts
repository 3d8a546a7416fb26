import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { refuseOtherNode } from './scripts/node-for-tests.mjs';

refuseOtherNode();

/**
 * Files that run promptfoo, a browser or a command, or change the environment, the working folder and the
 * streams of their process for a while, so that no other file may run beside them in it. They may run
 * one after the other, with all modules loaded once.
 */
const BUILT = [
  'test/e2e/**',
  'test/docs/**',
  'test/programs/**',
  'test/cli.test.ts',
  'test/scripts/consumer.test.ts',
  'test/generators/{prompt,search-request}.test.ts',
  'test/options/shard.test.ts',
  'test/measuring/document/terminal.test.ts',
];

/**
 * Files that need a process of their own: they change its modules, measure its memory, or hook into its end.
 */
const APART = [
  'test/after-all.test.ts',
  'test/measuring/verdicts/gate/{after-evaluation,awaited-gate}.test.ts',
  'test/generators/edition.test.ts',
  'test/haystack/{context,limited-counting}.test.ts',
  'test/measuring/report/charts/png-tools.test.ts',
  'test/measuring/report/no-contradictions.test.ts',
];

const NEVER = ['test/package/**', 'node_modules/**'];

/** Simulations and properties over many answers: in every `npm test`, but not once for each mutant. */
const SLOW = { name: 'slow', description: 'left out of mutation testing' };

export default defineConfig({
  test: {
    // Each has modules and tables of tokens to load, so that more of them take more of a processor in all. Two at the
    // least: a test that waits for a promptfoo leaves a processor to the other worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    tags: [SLOW],
    // The only limits of time there are, far from what a slow and busy machine takes: what is not linear in a
    // hostile answer's length takes hours.
    testTimeout: 240_000,
    hookTimeout: 480_000,
    // In the order of their names, so that the longest files are not the last ones.
    projects: [
      {
        extends: true,
        test: {
          name: 'built',
          include: BUILT.map(testsOf),
          exclude: NEVER,
          isolate: false,
          globalSetup: 'test/e2e/shared-evaluators.ts',
        },
      },
      {
        extends: true,
        test: { name: 'own', include: APART.map(testsOf), exclude: NEVER },
      },
      {
        extends: true,
        // Functions without a memory: many files share a process, its modules and its tables of tokens.
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...NEVER, ...BUILT, ...APART],
          isolate: false,
        },
      },
    ],
  },
});

function testsOf(pattern: string): string {
  return pattern.endsWith('/**') ? `${pattern}/*.test.ts` : pattern;
}
