import { afterEach, describe, expect, it } from 'vitest';
import type { Case } from '../../src/contract/case.js';
import { SEARCH_VARIABLE, type SearchRequest, TEST_MAKERS } from '../../src/contract/requests.js';
import type { TestMakers } from '../../src/generators/search-request.js';
import { battery, countingStars, needleInAHaystack } from '../../src/index.js';

const request: SearchRequest = {
  round: '3',
  prompts: [
    { tokens: 2000, seed: 7, providers: ['a', 'b'] },
    { tokens: 3000, seed: 8, providers: ['b'] },
  ],
};

afterEach(() => {
  delete process.env[SEARCH_VARIABLE];
});

function ask(more: object = {}) {
  process.env[SEARCH_VARIABLE] = JSON.stringify({ ...request, ...more });
}

const summary = (tests: Awaited<ReturnType<typeof countingStars>>) =>
  tests.map(({ vars, metadata, providers }) => {
    const { tokens, seed, evidence } = vars!.case as unknown as Case;
    return [tokens, seed, evidence, metadata!.search, metadata!.gridSize, providers];
  });

describe('a request of a search', () => {
  it('takes the place of the grid: single prompts, for the providers that are asked them', async () => {
    ask();
    const tests = await countingStars({ versions: '16-32', maxTokens: 64_000, seeds: 3 });
    expect(summary(tests)).toEqual([
      [2000, 7, 16, '3', 1, ['a', 'b']],
      [3000, 8, 16, '3', 1, ['b']],
    ]);
    const preset = await countingStars({ preset: 'counting-stars-quick' });
    expect(preset.map(({ vars }) => (vars!.case as unknown as Case).tokens)).toEqual([2000, 3000]);
  });

  it('keeps the cells of a length and seed together', async () => {
    ask();
    const tests = await needleInAHaystack({ lengths: 4, depths: 3 });
    const sizes = tests.map(({ metadata }) => `${metadata!.tokens} of ${metadata!.gridSize}`);
    expect(sizes.toSorted()).toEqual([
      ...Array(3).fill('2000 of 3'),
      ...Array(3).fill('3000 of 3'),
    ]);
  });

  it('may be of the Cases of the config itself, without what it says of shards and baselines', async () => {
    const config = { stars: 8, lengths: [2000, 3000], seeds: 2 };
    const whole = await countingStars(config);
    ask({ prompts: [], whole: true });
    const asked = { ...config, shard: '1/2', baseline: 'none.json', maxDrop: 0.1 };
    const tests = await countingStars(asked);
    expect(summary(tests)).toEqual([
      [2000, 1, 8, '3', 4, undefined],
      [3000, 1, 8, '3', 4, undefined],
      [2000, 2, 8, '3', 4, undefined],
      [3000, 2, 8, '3', 4, undefined],
    ]);
    expect(tests.map(({ vars }) => vars!.case)).toEqual(whole.map(({ vars }) => vars!.case));
    expect(tests[0]!.metadata).not.toHaveProperty('baseline');
    expect(await battery({ tests: [{ generator: 'countingStars', config }] })).toHaveLength(4);
  });

  it('makes more tests later, once for each entry of a config', async () => {
    const made = globalThis as { [TEST_MAKERS]?: TestMakers };
    delete made[TEST_MAKERS];
    ask({ prompts: [request.prompts[0]] });
    const config = { stars: 8, lengths: 4 };
    const first = await countingStars(config);
    await countingStars(config);
    await battery({ tests: [{ generator: 'countingStars', config }] });
    const makers = [...made[TEST_MAKERS]!.values()];
    expect(makers).toHaveLength(2);
    expect(await makers[0]!.first).toEqual(first);
    for (const { make } of makers) {
      const tests = await make({ ...request, round: '4', prompts: [request.prompts[1]!] });
      expect(summary(tests as typeof first)).toEqual([[3000, 8, 8, '4', 1, ['b']]]);
    }
  });

  it('is for one generator of a config, or of a battery', async () => {
    ask({ generator: 'countingStars' });
    expect(await needleInAHaystack({})).toEqual([]);
    const tests = await battery({
      tests: [
        { generator: 'needleInAHaystack', config: { lengths: 2, depths: 2 } },
        { generator: 'countingStars', config: { stars: 8, lengths: 2 } },
      ],
    });
    expect(summary(tests).map(([tokens, , evidence]) => [tokens, evidence])).toEqual([
      [2000, 8],
      [3000, 8],
    ]);
  });

  it('refuses a variable that holds none', async () => {
    process.env[SEARCH_VARIABLE] = '{"prompts": 3}';
    await expect(countingStars({})).rejects.toThrow(
      'The environment variable COUNTING_STARS_SEARCH is set, but holds no request of a search.',
    );
  });
});
