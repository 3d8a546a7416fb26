import { assert, describe, expect, it } from 'vitest';
import { readableAnswer } from '../../src/answers/readable-answer.js';
import { BENCHMARKS, benchmarkOf } from '../../src/benchmarks/registry.js';
import type { Case } from '../../src/contract/case.js';
import { caseId } from '../../src/contract/case-identity.js';
import type { GeneratedTest } from '../../src/generators/generate.js';
import { lacksSchema, schemaOptions } from '../../src/generators/structured.js';
import * as plugin from '../../src/index.js';
import { configsOf } from '../benchmarks/configs.js';

type Generate = (config: object) => Promise<GeneratedTest[]>;

const generators = plugin as unknown as Record<string, Generate>;

/** What the configs whose prompts are watched leave out of the tasks and wordings that have a schema. */
const MORE: Record<string, object[]> = {
  countingStars: [
    { stars: 4, lengths: [2000], tasks: ['acquisition', 'reasoning', 'sum', 'corrections'] },
    { stars: 4, lengths: [2000], tasks: ['acquisition', 'sum'], language: 'zh' },
    { stars: 4, lengths: [2000], key: 'my stars' },
  ],
  ancestralTrace: [
    {
      steps: 3,
      chains: 1,
      rotations: 1,
      tasks: ['choice', 'open', 'ancestor', 'descendant', 'distance'],
    },
  ],
  aggregation: [{ lengths: [2000], language: 'zh' }],
};

const WITH_SCHEMA = BENCHMARKS.filter(({ options }) => 'structured' in options.shape);
const WITHOUT = BENCHMARKS.filter((benchmark) => !WITH_SCHEMA.includes(benchmark));

/** Small grids of a benchmark: those of its configs that can be structured. */
async function structuredTests(generator: string): Promise<GeneratedTest[]> {
  const configs: object[] = [...configsOf(generator), ...(MORE[generator] ?? [])];
  const tests = configs.map((config) =>
    generators[generator]!({ ...config, structured: true }).catch((error: unknown) => {
      if (`${error}`.includes('`structured`')) return [];
      throw error;
    }),
  );
  return (await Promise.all(tests)).flat();
}

function fits(value: unknown, schema: { type: string; enum?: readonly string[]; items?: unknown }) {
  if (schema.type === 'array') {
    return (value as unknown[]).every((item): boolean => fits(item, schema.items as never));
  }
  if (schema.type === 'integer') return Number.isInteger(value);
  return typeof value === 'string' && (schema.enum?.includes(value) ?? true);
}

describe.each(WITH_SCHEMA)('structured answers of $generator', ({ generator }) => {
  it('score 1 when they are right', async () => {
    const tests = await structuredTests(generator);
    expect(tests, `no watched config or example of ${generator} can be structured`).not.toEqual([]);
    for (const { vars, options } of tests) {
      const benchmark = benchmarkOf(vars.case);
      const { structured } = benchmark.task(vars.case);
      assert(structured, `what ${generator} makes of a Case has no perfect \`structured\` answer`);
      const { key, value, right } = structured;
      expect(fits(right, value)).toBe(true);
      expect(key).toMatch(/^[\w.-]{1,64}$/);
      expect(options).toEqual(schemaOptions(structured));
      const answer = { [key]: right };
      for (const output of [answer, JSON.stringify(answer)]) {
        expect(benchmark.score(readableAnswer(output), vars.case)).toMatchObject({
          score: 1,
          readable: true,
        });
      }
    }
  });

  it('change the Case and not the prompt', async () => {
    const [config] = configsOf(generator);
    const free = await generators[generator]!(config!);
    const off = await generators[generator]!({ ...config, structured: false });
    const structured = await generators[generator]!({ ...config, structured: true });
    expect(off).toEqual(free);
    expect(free[0]).not.toHaveProperty('options');
    const [a, b] = [free[0]!.vars.case, structured[0]!.vars.case];
    expect(b).toMatchObject({ structured: true });
    expect(structured[0]!.description?.replace(' · structured', '')).toBe(free[0]!.description);
    expect(caseId(b).split('-').at(-2)).not.toBe(caseId(a).split('-').at(-2));
    expect(b.edition).not.toBe(a.edition);
    expect(await plugin.prompt({ vars: { case: b } })).toBe(
      await plugin.prompt({ vars: { case: a } }),
    );
  });
});

describe('the option structured', () => {
  it.each(WITHOUT)('is refused by $generator', async ({ generator }) => {
    await expect(generators[generator]!({ structured: true })).rejects.toThrow(
      `${generator}: there is no option \`structured\`, since its answers are texts and are scored as they stand. Leave it out.`,
    );
  });

  it('goes to those of a battery that can use it', async () => {
    const tests = await plugin.battery({
      structured: true,
      lengths: [3000],
      tests: [
        { generator: 'countingStars', config: { stars: 4 } },
        { generator: 'mrcr', config: { needles: 2, indices: [0] } },
      ],
    });
    expect(tests.map(({ options }) => options !== undefined)).toEqual([true, false]);
  });

  it('makes composite scores of its own', async () => {
    const config = { lengths: [500], depths: 1, questions: 1, structured: true };
    const variantOf = async (own: object) => {
      const [test] = await plugin.nolima({ ...config, ...own });
      return test!.vars.case.composite?.variant;
    };
    expect(await variantOf({})).toBe('structured');
    expect(await variantOf({ choice: true })).toBe('multiple choice, structured');
    expect(await variantOf({ structured: false })).toBeUndefined();
  });

  it('is refused beside what a schema has no place for', async () => {
    await expect(
      plugin.ancestralTrace({ structured: true, tasks: 'open', boxed: true }),
    ).rejects.toThrow(
      'ancestralTrace: `boxed` has no place in an answer that is `structured`. Leave one of them out.',
    );
    await expect(plugin.ancestralTrace({ structured: true, reasoning: true })).rejects.toThrow(
      '`reasoning` has no place',
    );
    await expect(
      plugin.ruler({ structured: true, published: 'vt.jsonl', tasks: 'vt' }),
    ).rejects.toThrow('ruler: `structured` is for prompts of ours');
    await expect(
      plugin.countingStars({ structured: true, published: 'stars.jsonl' }),
    ).rejects.toThrow('countingStars: `structured` cannot change prompts that are `published`.');
  });
});

describe('lacksSchema', () => {
  const structured = { structured: true } as Case;

  it.each([
    'openai:chat:gpt-4.1',
    'azure:responses:x',
    'vertex:gemini-2.5-pro',
    'package:promptfoo-counting-stars:SimulatedReader',
  ])('is false for %s', (id) => {
    expect(lacksSchema(structured, { id, label: 'any' })).toBe(false);
  });

  it.each(['ollama:chat:qwen3', 'openai:completion:x', 'vertex:claude-sonnet', 'file://mine.js'])(
    'is true for %s',
    (id) => {
      expect(lacksSchema(structured, { id: () => id, label: 'openai:chat:x' })).toBe(true);
    },
  );

  it('is false for answers in free text, and where nobody is named', () => {
    expect(lacksSchema({} as Case, { id: 'ollama:chat:qwen3' })).toBe(false);
    expect(lacksSchema(structured, {})).toBe(false);
    expect(lacksSchema(structured, undefined)).toBe(false);
  });
});
