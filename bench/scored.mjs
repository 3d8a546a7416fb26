/** What the benchmark of a Case says of an answer. */
import { readableAnswer } from '../dist/answers/readable-answer.js';
import { benchmarkOf } from '../dist/benchmarks/registry.js';

export function scored(output, theCase) {
  return benchmarkOf(theCase).score(readableAnswer(output), theCase);
}
