/**
 * A JSON schema of promptfoo's configs as far as they are ours, with which an editor completes and checks
 * the `config` of every generator. It says what the generators' own schemas say.
 */
import { z } from 'zod';
import { BENCHMARKS } from '../dist/benchmarks/registry.js';
import { batteryOptions } from '../dist/generators/battery.js';
import { loadPreset, PRESET_NAMES } from '../dist/generators/presets.js';
import { optionDoc } from './doc-comments.mjs';

/** Where promptfoo publishes the schema of its configs, which is of draft 7, too. */
export const PROMPTFOO = 'https://promptfoo.dev/config-schema.json';

/** The name of a battery's generator. */
const BATTERY = 'battery';

/**
 * The schema of a whole config. A definition stands under the name of each generator.
 *
 * @param docs - the doc comments of all options
 */
export function configSchema(docs) {
  const generators = [...BENCHMARKS.map(({ generator }) => generator), BATTERY];
  const own = BENCHMARKS.map(({ name, generator, options }) => [
    generator,
    optionsSchema(generator, options, (option) => optionDoc(docs, `${name}/`, option)),
  ]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'promptfoo config with generators of promptfoo-counting-stars',
    // A file names one schema, so promptfoo's own keys come with ours.
    allOf: [{ $ref: PROMPTFOO }],
    type: 'object',
    properties: {
      tests: { allOf: [{ $ref: '#/definitions/test' }], items: { $ref: '#/definitions/test' } },
    },
    definitions: {
      test: { allOf: generators.map(whereNamed) },
      ...Object.fromEntries(own),
      [BATTERY]: batterySchema(docs),
    },
  };
}

/** The `config` of an entry of `tests` that names a generator. */
function whereNamed(generator) {
  return {
    if: {
      type: 'object',
      properties: { path: { type: 'string', pattern: `index\\.js:${generator}$` } },
      required: ['path'],
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
    then: { properties: { config: { $ref: `#/definitions/${generator}` } } },
  };
}

function batterySchema(docs) {
  const schema = optionsSchema(BATTERY, z.strictObject(batteryOptions), (option) =>
    optionDoc(docs, 'generators/battery', option),
  );
  const parts = BENCHMARKS.map(({ generator }) => [
    generator,
    { $ref: `#/definitions/${generator}`, description: `Options of \`${generator}\` alone.` },
  ]);
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(parts) } };
}

function optionsSchema(generator, options, docOf) {
  const { $schema: _, ...schema } = z.toJSONSchema(options, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutSafeRange(jsonSchema),
  });
  const presets = presetsFor(generator);
  const properties = Object.entries(schema.properties ?? {}).map(([option, own]) => {
    const description = docOf(option);
    return [
      option,
      {
        ...own,
        ...(option === 'preset' && presets.length > 0 && { enum: presets }),
        ...(description !== undefined && { description }),
      },
    ];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Names of the presets that a generator can take. */
function presetsFor(generator) {
  return PRESET_NAMES.filter((name) => {
    const parts = loadPreset(name).tests.filter((part) => part.generator === generator);
    return generator === BATTERY || parts.length === 1;
  });
}

/** That a whole number is one that JavaScript can hold helps nobody who writes a config. */
function withoutSafeRange(schema) {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
