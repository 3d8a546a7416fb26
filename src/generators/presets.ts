/**
 * Presets: configs of generators under a name, in `datasets/presets/`. A preset may have a part for
 * each of several generators, which `battery` expands together.
 */
import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import { datasetNames, readDataset } from '../base/datasets.js';
import { UserError } from '../base/user-error.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';

const partSchema = z.strictObject({
  generator: z.string().min(1),
  config: z.record(z.string(), z.unknown()).default({}),
});

const presetSchema = z.strictObject({
  /** One line for people. */
  description: z.string().min(1),
  tests: z.array(partSchema).min(1),
});

export type PresetPart = z.output<typeof partSchema>;

type Preset = z.output<typeof presetSchema>;

export const PRESET_NAMES: readonly string[] = datasetNames('presets/');

/**
 * A preset by its name.
 *
 * @throws {UserError} when there is none of that name
 */
export function loadPreset(name: string): Preset {
  if (!PRESET_NAMES.includes(name)) {
    throw new UserError(
      `preset: there is no preset "${name}". Did you mean "${closest(name, PRESET_NAMES)}"? ` +
        '`npx promptfoo-counting-stars init --preset list` shows all.',
    );
  }
  return readDataset(`presets/${name}.yaml`, presetSchema);
}

type Config = Record<string, unknown>;

/**
 * The options out of some that a benchmark has, and that make sense beside others.
 *
 * @param config - options that are there already
 */
export function fittingOptions(benchmark: Benchmark, config: Config, options: Config): Config {
  const fitting: Config = {};
  // Some options make sense only beside others, which may come behind them: hence two rounds.
  for (const _round of [1, 2]) {
    for (const [name, value] of Object.entries(options)) {
      if (!Object.hasOwn(benchmark.options.shape, name)) continue;
      const whole = { ...config, ...fitting, [name]: value };
      if (benchmark.conflict?.(whole) === undefined) fitting[name] = value;
    }
  }
  return fitting;
}

/**
 * A config with what its preset says wherever it says nothing itself, or something else.
 *
 * @param benchmark - whose config it is
 * @throws {UserError} for a preset that does not exist, or has no part for the generator
 */
export function withPreset(benchmark: Benchmark, config: unknown): unknown {
  const { generator } = benchmark;
  const { preset: name, ...own } = (config ?? {}) as Config;
  if (name === undefined || name === null) return config;
  const { tests } = loadPreset(typeof name === 'string' ? name : JSON.stringify(name));
  const parts = tests.filter((part) => part.generator === generator);
  if (parts.length !== 1) {
    const generators = [...new Set(tests.map((part) => part.generator))];
    throw new UserError(
      `${generator}: the preset "${name}" is for ${generators.join(', ')}. Write it into the config ` +
        `of ${generators.length === 1 && parts.length === 0 ? generators[0] : 'battery'}.`,
    );
  }
  const preset = Object.entries(parts[0]!.config).filter(([option]) => !Object.hasOwn(own, option));
  return { ...own, ...fittingOptions(benchmark, own, Object.fromEntries(preset)) };
}
