/** The schema for editors says what the generators say: of the examples, the presets and mistakes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { UnifiedConfigSchema } from 'promptfoo';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROMPTFOO } from '../../../scripts/config-schema.mjs';
import { BENCHMARKS } from '../../../src/benchmarks/registry.js';
import { loadPreset, PRESET_NAMES } from '../../../src/generators/presets.js';
import { ROOT } from '../../e2e/promptfoo.js';

/** A schema of draft 7. */
type JsonSchema = z.core.JSONSchema.BaseSchema;

const FILE = join(ROOT, 'dist', 'config-schema.json');
const { $schema, definitions } = JSON.parse(readFileSync(FILE, 'utf8')) as {
  $schema: string;
  definitions: Record<string, JsonSchema>;
};
const { test: entry, ...generators } = definitions;

/** What the schema says of a generator's config. */
function accepts(generator: string, config: unknown): boolean {
  return checks.get(generator)!.safeParse(config).success;
}

const checks = new Map(
  Object.keys(generators).map((name) => {
    const schema = { $schema, ...generators[name]!, definitions: generators };
    return [name, z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])];
  }),
);

const files = [
  join(ROOT, 'promptfooconfig.yaml'),
  ...readdirSync(join(ROOT, 'examples'))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => join(ROOT, 'examples', file)),
];

/** Entries of `tests` in the configs that come with the package. */
const shipped = files.flatMap((file) => {
  const { tests } = parse(readFileSync(file, 'utf8')) as {
    tests: { path: string; config: object }[];
  };
  return tests.map(({ path, config }) => [path, config] as const);
});

describe('the schema of configs', () => {
  it('has every generator, each option with what is said of it', () => {
    const names = [...BENCHMARKS.map(({ generator }) => generator), 'battery'];
    expect(Object.keys(generators).sort()).toEqual(names.sort());
    for (const [name, { properties }] of Object.entries(generators)) {
      for (const [option, said] of Object.entries(properties ?? {})) {
        expect((said as JsonSchema).description, `${name}: ${option}`).toMatch(/\w{2}.*\.$/);
      }
    }
    for (const { generator, options } of BENCHMARKS) {
      expect(Object.keys(generators[generator]!.properties!)).toEqual(Object.keys(options.shape));
    }
  });

  it('finds the generator in the path, and accepts what comes with the package', () => {
    for (const [path, config] of shipped) {
      const rules = (entry!.allOf as JsonSchema[]).filter(({ if: named }) =>
        new RegExp(((named as JsonSchema).properties!.path as JsonSchema).pattern!).test(path),
      );
      expect(rules, path).toHaveLength(1);
      const { config: named } = (rules[0]!.then as JsonSchema).properties!;
      const generator = (named as JsonSchema).$ref!.split('/').at(-1)!;
      expect(path).toContain(`:${generator}`);
      expect(accepts(generator, config), `${path} ${JSON.stringify(config)}`).toBe(true);
    }
  });

  it('accepts every preset, by its name and by what it says', () => {
    for (const preset of PRESET_NAMES) {
      expect(accepts('battery', { preset }), preset).toBe(true);
      for (const { generator, config } of loadPreset(preset).tests) {
        expect(accepts(generator, config), preset).toBe(true);
      }
    }
  });

  it.each<[string, object, boolean]>([
    ['countingStars', { haystack: 'moby-dick' }, true],
    ['countingStars', { haystack: ['prose', { files: ['a.txt', 'b.txt'] }] }, true],
    ['countingStars', { haystack: 3 }, false],
    ['countingStars', { haystack: ['a.txt'] }, false],
    ['countingStars', { threshold: { 'openai:*': 0.9, '*': 0.8 } }, true],
    ['countingStars', { threshold: 85 }, false],
    ['countingStars', { threshold: {} }, false],
    ['countingStars', { lenghts: [4000] }, false],
    ['countingStars', { preset: 'ruler' }, false],
    ['ruler', { tasks: ['vt', 'cwe'], maxTokens: 8192 }, true],
    ['ruler', { tasks: 'none' }, false],
    ['battery', { preset: 'quick', countingStars: { stars: 8 } }, true],
    ['battery', { countingStars: { stars: 'many' } }, false],
  ])('%s: %j', (generator, config, wanted) => {
    expect(accepts(generator, config)).toBe(wanted);
  });
});

describe('beside promptfoo’s own schema', () => {
  const theirs = z.toJSONSchema(
    UnifiedConfigSchema as unknown as z.ZodType,
    {
      ...{ target: 'draft-7', io: 'input', unrepresentable: 'any' },
    } as Parameters<typeof z.toJSONSchema>[1],
  );
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema({ ...theirs, $id: PROMPTFOO });
  const check = ajv.compile(JSON.parse(readFileSync(FILE, 'utf8')) as object);
  const complaints = (config: unknown) => {
    check(config);
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  it.each(files)('accepts %s', (file) => {
    expect(complaints(parse(readFileSync(file, 'utf8'), { merge: true }))).toEqual([]);
  });

  it('finds mistakes in promptfoo’s keys and in ours', () => {
    const config = parse(readFileSync(files[0]!, 'utf8')) as { tests: { config: object }[] };
    expect(complaints({ ...config, description: 3 })).toContain('/description must be string');
    const [test] = config.tests;
    const misspelt = { ...test, config: { ...test!.config, lenghts: [4000] } };
    expect(complaints({ ...config, tests: [misspelt] })).toContain(
      '/tests/0/config must NOT have additional properties',
    );
  });
});
