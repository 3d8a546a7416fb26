import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { UserError } from '../base/user-error.js';
import type { Case } from '../contract/case.js';
import { agentHistory } from './agent-history/index.js';
import { aggregation } from './aggregation/index.js';
import { ancestralTrace } from './ancestral-trace/index.js';
import type { Benchmark, Task } from './benchmark.js';
import { countingStars } from './counting-stars/index.js';
import { graphWalks } from './graph-walks/index.js';
import { keyValueRetrieval } from './key-value-retrieval/index.js';
import { latestValue } from './latest-value/index.js';
import { longBenchV2 } from './long-bench-v2/index.js';
import { mrcr } from './mrcr/index.js';
import { multiDocumentQa } from './multi-document-qa/index.js';
import { needleBench } from './needle-bench/index.js';
import { needleInAHaystack } from './needle-in-a-haystack/index.js';
import { nolima } from './nolima/index.js';
import { ownDocuments } from './own-documents/index.js';
import { taskFor } from './prompt-template.js';
import { repeatedWords } from './repeated-words/index.js';
import { ruler } from './ruler/index.js';

const ALL = [
  countingStars,
  keyValueRetrieval,
  multiDocumentQa,
  ancestralTrace,
  needleInAHaystack,
  needleBench,
  mrcr,
  latestValue,
  graphWalks,
  repeatedWords,
  longBenchV2,
  nolima,
  ruler,
  agentHistory,
  aggregation,
  ownDocuments,
] as const;

/** All benchmarks. Each has Cases and options of its own, which only itself looks into. */
export const BENCHMARKS: readonly Benchmark[] = ALL as readonly unknown[] as readonly Benchmark[];

/** What a user may write as the `config` of each generator, by its name. */
export type Configs = {
  [B in (typeof ALL)[number] as B['generator']]: z.input<B['options']>;
};

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

/** What a Case asks, as its benchmark makes it now. Throws as `benchmarkOf` does. */
export async function taskOf(theCase: Case): Promise<Task> {
  const benchmark = benchmarkOf(theCase);
  await benchmark.load?.(theCase);
  return taskFor(benchmark, theCase);
}
