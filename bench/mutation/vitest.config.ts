import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SLOW } from '../../vitest.config.js';

/** Short files first: they take little time, and most mutants already fail in one of them. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((a, b) => size(a) - size(b));
  }
}

/** The tests of one room, in one process that Stryker keeps: it runs them once for each mutant. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(',') ?? [],
    // Whole prompts of every kind take seconds; of a score they say no more than its own tests.
    exclude: ['test/benchmarks/*/{cases,reader}.test.ts'],
    isolate: false,
    sequence: { sequencer: ShortestFirst },
    tags: [{ ...SLOW, skip: true }],
    testTimeout: 20_000,
  },
});
