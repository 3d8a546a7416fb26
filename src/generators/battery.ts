/**
 * Expands several benchmarks in one entry of `tests`. Shared options are given once; others stand under their
 * generator.
 */
import { z } from 'zod';
import { notice } from '../base/notices.js';
import { UserError } from '../base/user-error.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import { BENCHMARKS, benchmarkOfGenerator, type Configs } from '../benchmarks/registry.js';
import type { MadeGrid } from '../contract/asking-half.js';
import { caseId } from '../contract/case-identity.js';
import type { IdsOfBaseline } from '../contract/requests.js';
import { sharedOptions } from '../options/general-options.js';
import type { Config } from '../options/kinds.js';
import { lengthOptions, structuredOption } from '../options/option-groups.js';
import { parseOptions } from '../options/parse-options.js';
import { type GeneratedTest, searchTests, testsOf, wholeGrid } from './generate.js';
import { type Grid, gridOf } from './grid.js';
import { fittingOptions, loadPreset, withPreset } from './presets.js';
import { askedTests } from './search-request.js';

export interface BatteryPart {
  /** The name of its generator, for example `countingStars`. */
  generator: string;
  config?: Record<string, unknown> | undefined;
}

const GENERATORS = 'must be a list of { generator, config }';
const OPTIONS = 'must be a map of options';

/** The options that mean the same for every benchmark: a benchmark that has one takes it. */
const { preset, ...common } = { ...sharedOptions, ...lengthOptions, ...structuredOption };

const COMMON = Object.keys(common);

const config = z.record(z.string(), z.unknown(), OPTIONS);

const ownOptions = {
  /** The name of a preset that lists benchmarks with their options; `full` by default. */
  preset,
  /** Instead of a preset: a list of benchmarks. */
  tests: z
    .array(
      z.strictObject(
        { generator: z.string('must be the name of a generator'), config: config.default({}) },
        GENERATORS,
      ),
      GENERATORS,
    )
    .nonempty(GENERATORS)
    .optional(),
};

/** Values of the shared options are checked by each benchmark. */
const ownSchema = z.strictObject({
  ...ownOptions,
  ...Object.fromEntries(COMMON.map((name) => [name, z.unknown().optional()])),
  ...Object.fromEntries(BENCHMARKS.map(({ generator }) => [generator, config.optional()])),
});

export const batteryOptions = { ...common, ...ownOptions };

/** What a user may write as `config`. */
export interface BatteryConfig extends Config<typeof batteryOptions>, Partial<Configs> {}

/**
 * Expand several benchmarks.
 *
 * @throws {UserError} what the generators throw, and for an option that is no shared one
 */
export async function batteryTests(given: unknown, idsOf: IdsOfBaseline): Promise<GeneratedTest[]> {
  const asked = askedTests('battery', given, async (request) => {
    const tests: GeneratedTest[] = [];
    await eachPart(given, async (benchmark, config) => {
      tests.push(...(await searchTests(benchmark, config, request, idsOf)));
    });
    return tests;
  });
  return asked ?? testsOf('battery', await batteryGrids(given), idsOf);
}

export async function batteryGrids(given: unknown): Promise<Grid[]> {
  const grids: Grid[] = [];
  await eachPart(given, async (benchmark, config) => {
    grids.push(await gridOf(benchmark, config));
  });
  return grids;
}

/**
 * Returns each benchmark with its config. From a preset, those without words in a language are left out, with a
 * notice.
 */
async function eachPart(
  given: unknown,
  make: (benchmark: Benchmark, config: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  const plan = planOf(given);
  let made = 0;
  for (const [i, { benchmark, config, isOfPreset }] of plan.entries()) {
    try {
      await make(benchmark, config);
      made++;
    } catch (error) {
      if (!isOfPreset || !(error instanceof UserError) || !('languages' in error)) throw error;
      const known = error.languages as string[];
      const language = [config.language].flat().filter((code) => known.includes(String(code)));
      if (language.length > 0) await make(benchmark, { ...config, language });
      else if (made === 0 && i === plan.length - 1) throw error;
      notice(
        `${benchmark.generator} has words only in ${known.join(', ')} and is left out otherwise.`,
      );
    }
  }
}

function planOf(given: unknown) {
  for (const name of Object.keys(given ?? {})) assertShared(name);
  const { preset, tests, ...rest } = parseOptions('battery', ownSchema, given);
  const [shared, byGenerator] = [true, false].map((isShared) =>
    Object.fromEntries(Object.entries(rest).filter(([name]) => COMMON.includes(name) === isShared)),
  ) as [Record<string, unknown>, Record<string, Record<string, unknown> | undefined>];
  if (preset !== undefined && tests !== undefined) {
    throw new UserError('battery: give either `preset`, or a list of `tests`.');
  }
  const parts = tests ?? loadPreset(preset ?? 'full').tests;
  const plan = parts.map(({ generator, config }) => {
    const benchmark = benchmarkOfGenerator(generator);
    const full = withPreset(benchmark, config) as Record<string, unknown>;
    const common = fittingOptions(benchmark, full, shared);
    const usable = { ...common, ...byGenerator[generator] };
    return { benchmark, usable, config: { ...full, ...usable }, isOfPreset: tests === undefined };
  });
  const unused = Object.keys(shared).find((name) =>
    plan.every(({ usable }) => !Object.hasOwn(usable, name)),
  );
  if (unused) {
    throw new UserError(
      `battery: none of its benchmarks can use \`${unused}\` beside its own options. Leave it out.`,
    );
  }
  const idle = Object.keys(byGenerator).find((name) =>
    plan.every(({ benchmark }) => benchmark.generator !== name),
  );
  if (idle) {
    throw new UserError(
      `battery: \`${idle}\` has options, but the battery has no such benchmark. It has ` +
        `${plan.map(({ benchmark }) => benchmark.generator).join(', ')}.`,
    );
  }
  return plan;
}

/** @throws {UserError} for an option of some benchmarks alone */
function assertShared(name: string): void {
  if (Object.hasOwn(ownSchema.shape, name)) return;
  const owners = BENCHMARKS.filter(({ options }) => Object.hasOwn(options.shape, name));
  const generators = owners.map(({ generator }) => generator);
  if (generators.length === 0) return;
  throw new UserError(
    `battery: \`${name}\` is no option that benchmarks share. It is one of ${generators.join(', ')}: write it ` +
      `there, for example \`${generators[0]}: { ${name}: … }\`.`,
  );
}

export function isGenerator(name: string): boolean {
  return name === 'battery' || BENCHMARKS.some(({ generator }) => generator === name);
}

const NAMED = 3;

/**
 * Makes the grid of a generator's config again.
 *
 * @throws {UserError} as the generator does
 */
export async function gridsOf(generator: string, given: unknown): Promise<MadeGrid> {
  const grids =
    generator === 'battery'
      ? await batteryGrids(given)
      : [await gridOf(benchmarkOfGenerator(generator), given)];
  const ids = grids.flatMap(({ cases }) => cases.map(caseId));
  const { grid, gridSize } = wholeGrid(ids);
  const named = grids.flatMap(({ benchmark, cases }) =>
    cases.slice(0, NAMED).map((theCase) => benchmark.describe(theCase)),
  );
  return { id: grid, size: gridSize, ids, named: named.slice(0, NAMED) };
}
