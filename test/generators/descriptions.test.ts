import { describe, expect, it } from 'vitest';
import { BENCHMARKS } from '../../src/benchmarks/registry.js';
import * as plugin from '../../src/index.js';
import { configsOf } from '../benchmarks/configs.js';

const generators = plugin as unknown as Record<string, plugin.TestGenerator<object>>;

const described = async (generator: string, config: object) =>
  (await generators[generator]!(config)).map(({ description }) => description!);

describe('descriptions', () => {
  it('have the length, and what the tests of a config do not have in common', async () => {
    const stars = { stars: 4, lengths: [1000, 64_050] };
    expect(await described('countingStars', stars)).toEqual(['1K', '64050 tokens']);
    expect(await described('countingStars', { ...stars, lengths: [1500], seeds: 2 })).toEqual([
      '1.5K · seed 1',
      '1.5K · seed 2',
    ]);
  });

  it('have the seed where nothing else tells a test apart', async () => {
    expect(await described('countingStars', { stars: 4, lengths: [1000], seeds: [7] })).toEqual([
      '1K · seed 7',
    ]);
  });

  it('have the benchmark where there are several', async () => {
    const config = {
      tests: [
        { generator: 'countingStars', config: { stars: 4, lengths: [2000] } },
        { generator: 'needleInAHaystack', config: { lengths: [2000], depths: [0.5] } },
      ],
    };
    const [stars, needle] = await described('battery', config);
    expect(stars).toBe('2K · Counting-Stars with 4 stars · acquisition');
    expect(needle).toMatch(/^2K · Needle in a Haystack · depth 50% · /);
  });

  it.each(BENCHMARKS.map(({ generator }) => generator))(
    'are those of one test each: %s',
    async (name) => {
      for (const config of configsOf(name)) {
        const all = await described(name, config);
        // Of many needles only the first is named.
        const several = all.filter(
          (one, i) => all.indexOf(one) !== i && !/ and \d+ more$/.test(one),
        );
        expect(several).toEqual([]);
      }
    },
  );
});
