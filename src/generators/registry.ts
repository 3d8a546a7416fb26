import { type Case, UserError } from '../case.js';
import type { Benchmark } from './benchmark.js';
import { countingStarsBenchmark } from './counting-stars.js';

const BENCHMARKS: readonly Benchmark[] = [countingStarsBenchmark as Benchmark<never> as Benchmark];

/**
 * The benchmark that a Case belongs to.
 *
 * @throws {UserError} for a benchmark this version does not have
 */
export function benchmarkOf(theCase: Case): Benchmark {
  const benchmark = BENCHMARKS.find(({ name }) => name === theCase.benchmark);
  if (!benchmark) {
    throw new UserError(
      `There is no benchmark "${theCase.benchmark}" in this version of promptfoo-counting-stars. ` +
        `It has ${BENCHMARKS.map(({ name }) => name).join(', ')}.`,
    );
  }
  return benchmark;
}
