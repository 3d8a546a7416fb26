import { closest } from 'fastest-levenshtein';
import { UserError } from '../base/user-error.js';
import type { Case } from '../contract/case.js';
import type { generalOptions } from '../options/general-options.js';
import type { haystackOptions } from '../options/haystack-options.js';
import type { Config } from '../options/kinds.js';
import * as declarations from './all.js';
import type { Declaration, Task } from './benchmark.js';
import { type Benchmark, type CamelCase, madeOf } from './made-benchmark.js';
import { taskFor } from './prompt-template.js';

type Declared = (typeof declarations)[keyof typeof declarations];

export const BENCHMARKS: readonly Benchmark[] = Object.values(declarations).map((one) =>
  madeOf(one as unknown as Declaration),
);

/** What a user may write as the `config` of each generator, by its name. */
export type Configs = {
  [D in Declared as CamelCase<D['name']>]: Config<D['options']> &
    Config<typeof generalOptions> &
    ([NonNullable<D['hides']>] extends [never] ? unknown : Config<typeof haystackOptions>);
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
