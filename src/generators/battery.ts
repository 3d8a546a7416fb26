/**
 * A battery: several benchmarks in one entry of `tests`, with the options they share said once.
 */
import type { TestCase } from 'promptfoo';
import { z } from 'zod';
import { benchmarkOfGenerator } from '../benchmarks/registry.js';
import { UserError } from '../case.js';
import { type Grid, gridOf, testsOf } from './generate.js';
import { parseOptions } from './options.js';
import { fittingOptions, loadPreset, withPreset } from './presets.js';

const GENERATORS = 'must be a list of { generator, config }';

const ownOptions = z.looseObject({
  /** Which benchmarks, with which options: a preset; `full` by default. */
  preset: z.string('must be the name of a preset').optional(),
  /** Instead of a preset. */
  tests: z
    .array(
      z.strictObject(
        {
          generator: z.string('must be the name of a generator'),
          config: z.record(z.string(), z.unknown(), 'must be a map of options').default({}),
        },
        GENERATORS,
      ),
      GENERATORS,
    )
    .nonempty(GENERATORS)
    .optional(),
});

/** What a user may write as `config`; every other option goes to all benchmarks that can use it. */
export type BatteryConfig = z.input<typeof ownOptions>;

/**
 * Expand several benchmarks.
 *
 * @throws {UserError} what the generators throw, and for an option that none of them can use
 */
export async function batteryTests(config: unknown): Promise<TestCase[]> {
  const { preset, tests, ...shared } = parseOptions('battery', ownOptions, config);
  if (preset !== undefined && tests !== undefined) {
    throw new UserError('battery: give either `preset`, or a list of `tests`.');
  }
  const parts = tests ?? loadPreset(preset ?? 'full').tests;
  const plan = parts.map(({ generator, config }) => {
    const benchmark = benchmarkOfGenerator(generator);
    const own = withPreset(benchmark, config) as Record<string, unknown>;
    return { benchmark, own, usable: fittingOptions(benchmark, own, shared) };
  });
  const unused = Object.keys(shared).find((option) =>
    plan.every(({ usable }) => !(option in usable)),
  );
  if (unused) {
    throw new UserError(
      `battery: none of its benchmarks can use an option \`${unused}\` beside its own. Options here are \`preset\`, ` +
        '`tests`, and those of the benchmarks, such as `seeds` or `threshold`.',
    );
  }
  const grids: Grid[] = [];
  for (const { benchmark, own, usable } of plan) {
    grids.push(await gridOf(benchmark, { ...own, ...usable }));
  }
  return testsOf('battery', grids);
}
