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

/** This package's benchmarks, by name. */
export const BENCHMARKS: readonly Benchmark[] = Object.entries(declarations)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([, one]) => madeOf(one as unknown as Declaration));

/** Benchmarks loaded from outside, by name. */
const added = new Map<string, Benchmark>();

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * Add a benchmark from outside to those of this process. A file that is loaded again replaces its own.
 *
 * @throws {UserError} for a name that is none, or that a benchmark of this package has
 */
export function addBenchmark(declaration: Declaration): Benchmark {
  const { name } = declaration;
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new UserError(
      `defineBenchmark: \`name\` is ${JSON.stringify(name)}. Use small letters, digits and hyphens, such as "price-list".`,
    );
  }
  const made = madeOf(declaration);
  if (BENCHMARKS.some((known) => known.generator === made.generator)) {
    throw new UserError(
      `defineBenchmark: \`name\` is "${name}", which is a benchmark of this package. Choose another name.`,
    );
  }
  added.set(name, made);
  return made;
}

/** Finds a benchmark of this package, or a loaded one. */
export function benchmarkNamed(name: string | undefined): Benchmark | undefined {
  return BENCHMARKS.find((known) => known.name === name) ?? added.get(name ?? '');
}

/** What users may write as `config` of each generator. */
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
  const all = [...BENCHMARKS, ...added.values()];
  const benchmark = all.find((known) => known.generator === generator);
  if (!benchmark) {
    const names = all.map((known) => known.generator);
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
  const benchmark = benchmarkNamed(name);
  if (!benchmark) {
    throw new UserError(
      `There is no benchmark "${name}" in this version of promptfoo-counting-stars. ` +
        `It has ${BENCHMARKS.map((known) => known.name).join(', ')}. If it is your own, run ` +
        '`promptfoo eval` first and name its results.',
    );
  }
  return benchmark;
}

/** Returns what a Case asks now. Throws as `benchmarkOf` does. */
export async function taskOf(theCase: Case): Promise<Task> {
  const benchmark = benchmarkOf(theCase);
  await benchmark.load?.(theCase);
  return taskFor(benchmark, theCase);
}
