import { readableAnswer } from '../src/answers/readable-answer.js';
import type { Scored } from '../src/benchmarks/benchmark.js';
import { benchmarkOf } from '../src/benchmarks/registry.js';
import type { Case } from '../src/contract/case.js';

/** What the benchmark of a Case says of an answer. */
export function scored(output: unknown, theCase: Case): Scored {
  return benchmarkOf(theCase).score(readableAnswer(output), theCase);
}
