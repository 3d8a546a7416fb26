import type { TestCase } from 'promptfoo';
import { describe, expect, it } from 'vitest';
import { foreignStoredPrompt } from '../../src/assertions/sent-prompt.js';
import { groupBy } from '../../src/base/group-by.js';
import { notices } from '../../src/base/notices.js';
import { benchmarkOfGenerator } from '../../src/benchmarks/registry.js';
import type { Case } from '../../src/contract/case.js';
import { draftsOf } from '../../src/generators/grid.js';
import { loadPreset, PRESET_NAMES, withPreset } from '../../src/generators/presets.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { battery, countingStars } from '../../src/index.js';
import { SHORTER } from './shorter-presets.js';

/** Of what kind a Case is, as its task is made of it. */
const kindOf = ({ benchmark, task, language }: Case) => `${benchmark} ${task} ${language}`;

const caseOf = (test: { vars?: unknown }) => (test.vars as { case: Case }).case;

/** Expect that no two tests are the same, and that a prompt of each kind is known by its Case. */
async function expectKnown(tests: readonly TestCase[]): Promise<void> {
  expect(new Set(tests.map(({ metadata }) => metadata!.id)).size).toBe(tests.length);
  for (const [theCase] of groupBy(tests.map(caseOf), kindOf).values()) {
    const { prompt } = await buildPrompt(theCase!);
    expect(foreignStoredPrompt(prompt, theCase), JSON.stringify(theCase)).toBeUndefined();
  }
}

describe('a preset', () => {
  it.each(PRESET_NAMES)('%s has options that its generators know', (name) => {
    const { description, tests } = loadPreset(name);
    expect(description).toMatch(/^[^\n]{10,100}$/);
    for (const { generator, config } of tests) {
      const parsed = benchmarkOfGenerator(generator).options.safeParse(config);
      expect(parsed.error?.issues ?? []).toEqual([]);
    }
  });

  // The large grids of OpenCompass are made by bench/fidelity.mjs, beside the originals.
  const quickly = PRESET_NAMES.filter((name) => !/-v\d-/.test(name));

  it.each(quickly)(
    '%s makes test cases, all different, whose prompts are known again',
    async (name) => {
      const tests = await battery({ preset: name, ...(SHORTER[name] ?? {}) });
      expect(tests.length).toBeGreaterThan(0);
      await expectKnown(tests);
    },
  );

  it.each([
    ['needle-bench-v1-4k', 800 + 100 + 3200],
    ['needle-bench-v2-4k', 440 + 100 + 1760],
  ])('%s has all prompts of OpenCompass', async (name, prompts) => {
    const drafts: object[] = [];
    for (const { generator, config } of loadPreset(name).tests) {
      drafts.push(...(await draftsOf(benchmarkOfGenerator(generator), config)));
    }
    expect(drafts).toHaveLength(prompts);
    expect(new Set(drafts.map((draft) => JSON.stringify(draft))).size).toBe(prompts);
  });

  it.each([
    ['needle-bench-v1-4k', 'en', 4 * (20 * 2 + 2 + 20 * 2)],
    ['needle-bench-v1-4k', 'zh', 4 * (20 * 2 + 2 + 20 * 2)],
    ['needle-bench-v2-4k', 'en', 4 * (11 * 2 + 2 + 11 * 2)],
  ])('%s in %s makes prompts that are known again', async (preset, language, prompts) => {
    const tests = await battery({ preset, language, needleBench: { perCell: 2 } } as never);
    expect(tests).toHaveLength(prompts);
    await expectKnown(tests);
  });

  it.each(['quick', 'full'])(
    '%s leaves out and names what has no words in Chinese',
    async (name) => {
      const known = notices().length;
      const small = { preset: name, lengths: [4096] };
      const chinese = await battery({ ...small, language: 'zh' });
      const of = (tests: readonly TestCase[]) => new Set(tests.map((one) => caseOf(one).benchmark));
      expect(of(chinese).size).toBe(loadPreset(name).tests.length - 2);
      const both = await battery({ ...small, language: ['en', 'zh'] });
      expect(of(both).size).toBe(loadPreset(name).tests.length);
      const languagesOf = (benchmark: string) =>
        new Set(
          both.map(caseOf).flatMap((one) => (one.benchmark === benchmark ? one.language : [])),
        );
      expect([...languagesOf('ruler')]).toEqual(['en']);
      expect([...languagesOf('counting-stars')]).toEqual(['en', 'zh']);
      expect(notices().slice(known === 0 ? 0 : -2)).toEqual([
        'mrcr has words only in en and is left out otherwise.',
        'ruler has words only in en and is left out otherwise.',
      ]);
    },
  );

  it('is refused where nothing of it has words in a language', async () => {
    await expect(battery({ preset: 'ruler', language: 'zh', seeds: 1 })).rejects.toThrow(
      'there are words only in en',
    );
    const tests = [{ generator: 'ruler', config: { lengths: [4000] } }];
    await expect(battery({ tests, language: 'zh' })).rejects.toThrow('there are words only in en');
  });

  it('fills in what the config does not say', () => {
    const stars = benchmarkOfGenerator('countingStars');
    expect(withPreset(stars, { preset: 'counting-stars-quick', stars: 8 })).toEqual({
      stars: 8,
      lengths: [8000, 32_000, 128_000],
    });
    expect(withPreset(stars, { stars: 8 })).toEqual({ stars: 8 });
    expect(withPreset(stars, undefined)).toBeUndefined();
  });

  it.each([
    ['needleBench', { preset: 'needle-bench', maxTokens: 16_000 }, { maxTokens: 16_000 }],
    ['countingStars', { preset: 'counting-stars', stars: 8 }, { stars: 8, maxTokens: 128_000 }],
    ['needleInAHaystack', { preset: 'quick', maxTokens: 9000 }, { maxTokens: 9000, depths: 5 }],
  ])('of %s gives way to options that stand against it: %j', (generator, config, expected) => {
    expect(withPreset(benchmarkOfGenerator(generator), config)).toEqual(expected);
  });

  it('works in the config of its generator', async () => {
    const tests = await countingStars({ preset: 'counting-stars-quick', stars: 8, seeds: 2 });
    expect(tests.map((test) => [caseOf(test).tokens, caseOf(test).evidence])).toEqual([
      [8000, 8],
      [32_000, 8],
      [128_000, 8],
      [8000, 8],
      [32_000, 8],
      [128_000, 8],
    ]);
  });

  it('is refused by its full name when there is none', async () => {
    await expect(countingStars({ preset: 'counting-star' })).rejects.toThrow(
      'preset: there is no preset "counting-star". Did you mean "counting-stars"? ' +
        '`npx promptfoo-counting-stars init --preset list` shows all.',
    );
  });

  it('is refused by a generator that it is not for', async () => {
    await expect(countingStars({ preset: 'ancestral-trace' })).rejects.toThrow(
      'countingStars: the preset "ancestral-trace" is for ancestralTrace. Write it into the config ' +
        'of ancestralTrace.',
    );
  });
});

describe('battery', () => {
  const tests: [{ generator: string; config: object }, { generator: string; config: object }] = [
    { generator: 'countingStars', config: { stars: 4, lengths: [2000] } },
    { generator: 'ancestralTrace', config: { steps: [3], chains: 2, rotations: 1 } },
  ];

  it('expands several benchmarks, and gives shared options to all that can use them', async () => {
    const made = await battery({ tests, seeds: 2, threshold: 0.5, haystack: 'prose' } as never);
    expect(made.map(({ description }) => description)).toEqual([
      '2K · Counting-Stars with 4 stars · acquisition · seed 1',
      '2K · Counting-Stars with 4 stars · acquisition · seed 2',
      'Ancestral trace of 3 steps · choice · chain 1 · rotation 1 · seed 1',
      'Ancestral trace of 3 steps · choice · chain 2 · rotation 1 · seed 1',
      'Ancestral trace of 3 steps · choice · chain 1 · rotation 1 · seed 2',
      'Ancestral trace of 3 steps · choice · chain 2 · rotation 1 · seed 2',
    ]);
  });

  it('takes options of one benchmark under the name of its generator', async () => {
    const made = await battery({
      preset: 'quick',
      countingStars: { tasks: ['sum'], stars: 4, lengths: [2000], order: 'ascending' },
      multiDocumentQa: { shuffleDistractors: true, documents: 3, questions: 1, depths: [0] },
    } as never);
    const own = (benchmark: string) =>
      made.map(caseOf).filter((theCase) => theCase.benchmark === benchmark);
    expect(own('counting-stars')).toMatchObject([
      { task: 'sum', evidence: 4, order: 'ascending', tokens: 2000 },
    ]);
    expect(own('multi-document-qa')).toMatchObject([
      { shuffleDistractors: true, cell: { documents: 3 } },
    ]);
  });

  it('gives an option that needs another one to those that have both', async () => {
    const [hidden] = await battery({
      tests: [{ generator: 'ancestralTrace', config: { steps: [3], chains: 1, rotations: 1 } }],
      haystack: 'prose',
      lengths: [2000],
    } as never);
    expect(caseOf(hidden!)).toMatchObject({ haystack: 'prose', tokens: 2000 });
  });

  it('is divided into shards as a whole', async () => {
    const shards = await Promise.all(
      ['1/3', '2/3', '3/3'].map((shard) => battery({ tests, shard } as never)),
    );
    expect(shards.map((made) => made.length)).toEqual([1, 1, 1]);
    const ids = (made: readonly TestCase[]) => made.map(({ metadata }) => String(metadata!.id));
    expect(shards.flatMap(ids).toSorted()).toEqual(
      ids(await battery({ tests } as never)).toSorted(),
    );
    const [first, second] = tests;
    const uneven = [first, { ...second, config: { ...second.config, shard: '1/2' } }];
    await expect(battery({ tests: uneven } as never)).rejects.toThrow(
      'battery: `shard` is not the same for all of `tests`. Give it once, beside them.',
    );
  });

  it('keeps shared options from a benchmark whose preset stands against them', async () => {
    const made = await battery({
      tests: [
        { generator: 'needleBench', config: { versions: '4k', depths: 1, perCell: 1 } },
        { generator: 'countingStars', config: { stars: 4, lengths: 1 } },
      ],
      maxTokens: 3000,
    } as never);
    expect(new Set(made.map((test) => caseOf(test).tokens))).toEqual(
      new Set([1000, 2000, 3000, 4000]),
    );
    const stars = made.map(caseOf).filter((one) => one.benchmark === 'counting-stars');
    expect(Math.max(...stars.map(({ tokens }) => tokens))).toBe(3000);
  });

  it.each([
    [{ tests, preset: 'quick' }, 'battery: give either `preset`, or a list of `tests`.'],
    [
      { preset: 'full', maxTokens: 9000 },
      'battery: none of its benchmarks can use `maxTokens` beside its own options. Leave it out.',
    ],
    [
      { tests, sedes: 3 },
      /^battery: there is no option `sedes`\. Did you mean `seeds`\? Options are preset, tests, /,
    ],
    [
      { preset: 'quick', order: 'ascending' },
      'battery: `order` is no option that benchmarks share. It is one of countingStars, latestValue, ownDocuments: write it ' +
        'there, for example `countingStars: { order: … }`.',
    ],
    [
      { preset: 'quick', evidence: [1, 3] },
      'battery: `evidence` is no option that benchmarks share. It is one of needleBench, ' +
        'needleInAHaystack: write it there',
    ],
    [{ preset: 'quick', published: 'x.jsonl' }, '`published` is no option that benchmarks share.'],
    [
      { tests, needleBench: { scoring: 2 } },
      'battery: `needleBench` has options, but the battery has no such benchmark. It has ' +
        'countingStars, ancestralTrace.',
    ],
    [{ tests, countingStars: 3 }, 'battery: `countingStars` is 3, but must be a map of options.'],
    [
      { preset: 'needle-bench-32k' },
      'preset: there is no preset "needle-bench-32k". Did you mean "needle-bench-v1-32k"?',
    ],
    [
      { tests: [{ generator: 'countingStar' }] },
      /^There is no generator "countingStar"\. Did you mean countingStars\? There are agentHistory/,
    ],
    [{ tests: 'all' }, 'battery: `tests` is "all", but must be a list of { generator, config }.'],
    [{ preset: 'fulll' }, /^preset: there is no preset "fulll"\. Did you mean "full"\?/],
  ])('refuses %j', async (config, message) => {
    await expect(battery(config as never)).rejects.toThrow(message);
  });
});

describe('the identity of a Case', () => {
  it.each([
    ['keyValueRetrieval', { pairs: [20, 40] }],
    ['multiDocumentQa', { documents: [5, 10], questions: 3 }],
    ['ancestralTrace', { steps: [2, 5], chains: 2 }],
    ['needleInAHaystack', { lengths: [4000], depths: 3 }],
    ['countingStars', { stars: 4, lengths: [4000] }],
  ])('of %s stays when more seeds are asked', async (generator, config) => {
    const ids = async (seeds: number) => {
      const tests = await battery({ tests: [{ generator, config: { ...config, seeds } }] });
      return tests.map(({ metadata }) => String(metadata!.id));
    };
    const more = new Set(await ids(3));
    for (const id of await ids(1)) expect(more).toContain(id);
  });
});
