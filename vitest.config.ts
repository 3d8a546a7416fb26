import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Files that need a process of their own: they change the environment, the working folder, the streams
 * or the modules of their process, measure its memory, or run promptfoo, a browser or a command.
 */
const APART = [
  'test/e2e/**',
  'test/docs/**',
  'test/after-all.test.ts',
  'test/cli.test.ts',
  'test/files/bounded-files.test.ts',
  'test/gate/{after-evaluation,awaited-gate}.test.ts',
  'test/generators/{edition,prompt,search-request}.test.ts',
  'test/haystack/{context,limited-counting}.test.ts',
  'test/options/shard.test.ts',
  'test/output/terminal.test.ts',
  'test/programs/**',
  'test/report/charts/png-tools.test.ts',
];

const NEVER = ['test/package/**', 'node_modules/**'];

/** Simulations and properties over many answers: in every `npm test`, but not once for each mutant. */
const SLOW = { name: 'slow', description: 'left out of mutation testing' };

export default defineConfig({
  test: {
    // Many tests wait for a promptfoo of their own, so a few more workers than processors keep these busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    tags: [SLOW],
    // The only limit of time there is: what is not linear in a hostile answer's length takes hours.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: 'apart', include: APART.map(testsOf), exclude: NEVER },
      },
      {
        extends: true,
        // Functions without a memory: many files share a process, its modules and its tables of tokens.
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...NEVER, ...APART],
          isolate: false,
        },
      },
    ],
  },
});

function testsOf(pattern: string): string {
  return pattern.endsWith('/**') ? `${pattern}/*.test.ts` : pattern;
}
