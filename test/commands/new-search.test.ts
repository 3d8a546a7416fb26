import { describe, expect, it } from 'vitest';
import { newSearch, type SearchWishes } from '../../src/commands/new-search.js';
import type { Case } from '../../src/contract/case.js';
import { gridTokens, spendingOf } from '../../src/extras/search/spending.js';
import { countingStars, keyValueRetrieval } from '../../src/index.js';
import type { PlannedSuite } from '../../src/measuring/planning/suite.js';

const wishes: SearchWishes = {
  configs: [],
  args: [],
  threshold: 0.85,
  seed: 1,
  batch: 4,
  prices: [{ input: 2, output: 8 }],
};

type Tests = { vars?: unknown }[];

function suite(tests: Tests, names = ['reader'], calls = 1): PlannedSuite {
  return {
    providers: names.map((label, i) => ({ id: `test:${i}`, label })),
    tests: tests.map(({ vars }) => ({
      case: (vars as { case: Case }).case,
      calls: names.map(() => calls),
    })),
  };
}

const stars = (config: object = {}) =>
  countingStars({ stars: 8, lengths: [2000, 16_000], ...config });

describe('newSearch', () => {
  it('takes its lengths from the config, or as they are given', async () => {
    const state = await newSearch(suite(await stars()), wishes);
    expect(state).toMatchObject({ shortest: 2000, longest: 16_000, cells: 1, rounds: [] });
    expect(state.series).toMatch(/^counting-stars acquisition en moby-dick/);
    const given = await newSearch(suite(await stars()), {
      ...wishes,
      shortest: 4000,
      longest: 64_000,
    });
    expect(given).toMatchObject({ shortest: 4000, longest: 64_000 });
    expect(gridTokens(given)).toBe(1_056_000);
  });

  it('counts the prompts of a length and seed', async () => {
    const tests = await keyValueRetrieval({ lengths: [4000, 16_000], depths: 3 });
    expect((await newSearch(suite(tests), wishes)).cells).toBe(3);
  });

  it('goes between lengths that each question of the user’s has prompts of', async () => {
    const [{ vars } = {}] = await stars();
    const { case: one } = vars as { case: Case };
    const of = (cluster: string, tokens: number) => ({
      vars: { case: { ...one, cluster, tokens } },
    });
    const tests = [of('1', 300), of('1', 5000), of('2', 700), of('2', 4000), of('2', 1500)];
    expect(await newSearch(suite(tests), wishes)).toMatchObject({ shortest: 700, longest: 4000 });
  });

  it.each<[string, () => Promise<PlannedSuite>, RegExp, Partial<SearchWishes>?]>([
    ['no test of ours', async () => suite([]), /^The config has no test of a generator of/],
    [
      'two series',
      async () => suite(await stars({ tasks: ['acquisition', 'sum'] })),
      /^The config has 2 benchmarks or tasks \(.*acquisition.*, .*sum.*\), and search follows one\./,
    ],
    ['one length', async () => suite(await stars({ lengths: [4000] })), /twice the shortest/],
    [
      'repeats',
      async () => suite(await stars(), ['reader'], 2),
      /^reader would get every prompt several times/,
    ],
    ['two of a name', async () => suite(await stars(), ['a', 'a']), /tell the provider "a" from/],
    ['a name that begins another', async () => suite(await stars(), ['a', 'a:b']), /"a" from/],
    [
      'another generator',
      async () => suite(await stars()),
      /^The config has no test of ruler\./,
      { generator: 'ruler' },
    ],
  ])('refuses %s', async (_, make, message, given = {}) => {
    const planned = await make();
    await expect(newSearch(planned, { ...wishes, ...given })).rejects.toThrow(message);
  });

  it('refuses a benchmark without lengths', async () => {
    const [test] = await stars();
    const other = { ...(test!.vars as { case: Case }).case, benchmark: 'long-bench-v2' };
    await expect(newSearch(suite([{ vars: { case: other } }]), wishes)).rejects.toThrow(
      /^longBenchV2 makes no prompts of a given length/,
    );
  });
});

describe('spendingOf', () => {
  it('is what the limits allow, at the dearest', async () => {
    const state = await newSearch(suite(await stars(), ['a', 'b']), wishes);
    const { tokens, cost } = spendingOf(state, 100_000, Number.POSITIVE_INFINITY, 'count');
    expect(tokens).toBe(200_000);
    expect(cost).toBeGreaterThan((2 * 100_000 * 2) / 1e6 - 0.01);
    expect(spendingOf(state, 1e6, 0.5, 'count').cost).toBe(0.5);
    const unpriced = await newSearch(suite(await stars()), { ...wishes, prices: [] });
    expect(spendingOf(unpriced, 1e6, 5, 'most').cost).toBeUndefined();
  });
});
