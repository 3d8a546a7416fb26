/** Loads presets: named configs of generators in `datasets/presets/`. One may have parts for several generators. */
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
  description: z.string().min(1),
  tests: z.array(partSchema).min(1),
});

export type PresetPart = z.output<typeof partSchema>;

type Preset = z.output<typeof presetSchema>;

export const PRESET_NAMES: readonly string[] = datasetNames('presets/');

/**
 * Loads a preset.
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
 * Picks options that a benchmark has and that fit the others.
 *
 * @param config - options that are there already
 */
export function fittingOptions(benchmark: Benchmark, config: Config, options: Config): Config {
  const fitting: Config = {};
  // Some options fit only beside others that may follow, hence two rounds.
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
 * Adds to a config what its preset says and it does not.
 *
 * @param benchmark - whose config it is
 * @throws {UserError} for a preset that does not exist, or has no part for the generator
 */
export function withPreset(benchmark: Benchmark, config: unknown): unknown {
  const { generator } = benchmark;
  const { preset: name, ...given } = (config ?? {}) as Config;
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
  const preset = Object.entries(parts[0]!.config).filter(
    ([option]) => !Object.hasOwn(given, option),
  );
  return { ...given, ...fittingOptions(benchmark, given, Object.fromEntries(preset)) };
}
