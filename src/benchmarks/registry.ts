import { closest } from 'fastest-levenshtein';
import { type Case, UserError } from '../case.js';
import { ancestralTraceBenchmark } from './ancestral-trace/cases.js';
import type { Benchmark } from './benchmark.js';
import { countingStarsBenchmark } from './counting-stars/cases.js';
import { keyValueRetrievalBenchmark } from './key-value-retrieval/cases.js';
import { multiDocumentQaBenchmark } from './multi-document-qa/cases.js';
import { needleBenchBenchmark } from './needle-bench/cases.js';
import { needleInAHaystackBenchmark } from './needle-in-a-haystack/cases.js';

/** Each has Cases and options of its own, which only itself looks into. */
const BENCHMARKS = [
  countingStarsBenchmark,
  keyValueRetrievalBenchmark,
  multiDocumentQaBenchmark,
  ancestralTraceBenchmark,
  needleInAHaystackBenchmark,
  needleBenchBenchmark,
] as unknown as readonly Benchmark[];

/**
 * The benchmark of a generator.
 *
 * @param generator - its name, for example `countingStars`
 * @throws {UserError} when there is no generator of that name
 */
export function benchmarkOfGenerator(generator: string): Benchmark {
  const benchmark = BENCHMARKS.find((one) => one.generator === generator);
  if (!benchmark) {
    const names = BENCHMARKS.map((one) => one.generator);
    throw new UserError(
      `There is no generator "${generator}". Did you mean ${closest(generator, names)}? There are ` +
        `${names.join(', ')}.`,
    );
  }
  return benchmark;
}

/**
 * The benchmark that a Case belongs to.
 *
 * @throws {UserError} for a benchmark this version does not have
 */
export function benchmarkOf({ benchmark: name }: Pick<Case, 'benchmark'>): Benchmark {
  const benchmark = BENCHMARKS.find((one) => one.name === name);
  if (!benchmark) {
    throw new UserError(
      `There is no benchmark "${name}" in this version of promptfoo-counting-stars. ` +
        `It has ${BENCHMARKS.map((one) => one.name).join(', ')}.`,
    );
  }
  return benchmark;
}
