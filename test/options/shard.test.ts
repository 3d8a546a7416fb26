import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseShard, shardText } from '../../src/contract/shard.js';
import { countingStars } from '../../src/index.js';
import { inShard } from '../../src/options/shard.js';

interface Unit {
  seed: number;
  tokens: number;
}

const grid = (seeds: number, lengths: readonly number[]): Unit[] =>
  Array.from({ length: seeds }, (_, i) =>
    lengths.map((tokens) => ({ seed: i + 1, tokens })),
  ).flat();

const allShards = <T extends Unit>(cases: readonly T[], count: number): T[][] =>
  Array.from({ length: count }, (_, i) => inShard(cases, { index: i + 1, count }));

const cost = (cases: readonly Unit[]) => cases.reduce((sum, { tokens }) => sum + tokens, 0);

const spread = (shards: readonly Unit[][]) => {
  const costs = shards.map(cost);
  return Math.max(...costs) - Math.min(...costs);
};

const length = fc.integer({ min: 1, max: 200_000 });

describe('inShard', () => {
  it('cuts one seed into parts of nearly the same number of tokens', () => {
    const standard = grid(
      1,
      Array.from({ length: 32 }, (_, k) => 4000 * (k + 1)),
    );
    expect(allShards(standard, 4).map(cost)).toEqual([528_000, 528_000, 528_000, 528_000]);
    expect(allShards(standard, 3).map(cost)).toEqual([708_000, 704_000, 700_000]);
  });

  it('deals the cases of seeds that do not go evenly into the shards', () => {
    const shards = allShards(grid(3, [1000, 2000, 3000]), 2);
    expect(shards.map((shard) => shard.map(({ seed, tokens }) => `${seed}:${tokens}`))).toEqual([
      ['1:3000', '2:1000', '3:2000', '3:3000'],
      ['1:1000', '1:2000', '2:2000', '2:3000', '3:1000'],
    ]);
  });

  it('divides the cases: each is in exactly one shard, in the order it came', () => {
    const cases = fc.array(fc.record({ seed: fc.integer({ min: 1, max: 9 }), tokens: length }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 12 }), (own, wanted) => {
        const shards = allShards(own, Math.min(wanted, own.length));
        for (const shard of shards) {
          expect(shard.length).toBeGreaterThan(0);
          expect(shard.map((one) => own.indexOf(one))).toEqual(
            shard.map((one) => own.indexOf(one)).sort((a, b) => a - b),
          );
        }
        expect(new Set(shards.flat())).toEqual(new Set(own));
        expect(shards.flat()).toHaveLength(own.length);
        expect(allShards(own, shards.length)).toEqual(shards);
      }),
    );
  });

  it('gives shards whose tokens differ by at most the longest case', () => {
    const lengths = fc.array(length, { minLength: 1, maxLength: 20 });
    const counts = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(fc.array(lengths, { minLength: 1, maxLength: 12 }), counts, (grids, wanted) => {
        const cases = grids.flatMap((own, i) => own.map((tokens) => ({ seed: i, tokens })));
        const shards = allShards(cases, Math.min(wanted, cases.length));
        expect(spread(shards)).toBeLessThanOrEqual(Math.max(...grids.flat()));
      }),
    );
  });

  it('never splits a seed when the shards divide the seeds', () => {
    const lengths = fc.array(length, { minLength: 1, maxLength: 10 });
    const few = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(lengths, few, few, (own, count, each) => {
        const shards = allShards(grid(count * each, own), count);
        for (const shard of shards) {
          expect(new Set(shard.map(({ seed }) => seed)).size).toBe(each);
          expect(shard).toHaveLength(each * own.length);
        }
      }),
    );
  });

  it.each([
    [4, 5, 'shard 2/5: there are only 4 cases, use at most 4 shards.'],
    [1, 2, 'shard 2/2: there is only 1 case, use 1 shard.'],
  ])('%i cases in %i shards get a clear error', (cases, count, message) => {
    const own = grid(cases, [1000]);
    expect(() => inShard(own, { index: 2, count })).toThrow(message);
  });
});

describe('parseShard', () => {
  it('reads what shardText writes', () => {
    const shard = fc
      .integer({ min: 1, max: 9999 })
      .chain((count) => fc.integer({ min: 1, max: count }).map((index) => ({ index, count })));
    fc.assert(
      fc.property(shard, (one) => {
        expect(parseShard(shardText(one))).toEqual(one);
      }),
    );
  });

  it.each([
    '',
    '0/4',
    '5/4',
    'a',
    '1',
    '1/',
    '/4',
    '1/4/2',
    '01/4',
    '1 / 4',
    '1/0',
    '-1/4',
    '1.5/4',
  ])('%j is no shard', (text) => expect(parseShard(text)).toBeUndefined());
});

describe('countingStars with a shard', () => {
  const config = { stars: 2, lengths: [1000, 2000, 3000], seeds: 2 };
  const ids = (tests: Awaited<ReturnType<typeof countingStars>>) =>
    tests.map(({ metadata }) => metadata!.id);

  beforeEach(() => vi.stubEnv('COUNTING_STARS_SHARD', undefined));
  afterEach(() => vi.unstubAllEnvs());

  it('makes the cases of that shard only, with the identities they have anyway', async () => {
    const all = await countingStars(config);
    const first = await countingStars({ ...config, shard: '1/2' });
    const second = await countingStars({ ...config, shard: '2/2' });
    expect([...ids(first), ...ids(second)]).toEqual(ids(all));
    expect(first.map(({ vars }) => vars)).toEqual(all.slice(0, 3).map(({ vars }) => vars));
    expect(first.map(({ metadata }) => metadata!.shard)).toEqual(['1/2', '1/2', '1/2']);
    expect(all.map(({ metadata }) => metadata!.shard)).toEqual(Array(6).fill(undefined));
  });

  it('takes the shard from the environment', async () => {
    vi.stubEnv('COUNTING_STARS_SHARD', '2/2');
    const tests = await countingStars(config);
    expect(tests.map(({ metadata }) => [metadata!.seed, metadata!.shard])).toEqual([
      [2, '2/2'],
      [2, '2/2'],
      [2, '2/2'],
    ]);
    expect(ids(await countingStars({ ...config, shard: '2/2' }))).toEqual(ids(tests));
    vi.stubEnv('COUNTING_STARS_SHARD', '');
    expect(await countingStars(config)).toHaveLength(6);
  });

  it.each([
    [
      { shard: '5/4' },
      undefined,
      'countingStars: `shard` is "5/4", but must have the form I/N, which is part I of N with I from 1 to N, for example 1/4.',
    ],
    [{ shard: 0.25 }, undefined, 'countingStars: `shard` is 0.25, but must have the form I/N'],
    [
      {},
      '0/4',
      'countingStars: the environment variable COUNTING_STARS_SHARD is "0/4", but must have the form I/N, which is part I of N with I from 1 to N, for example 1/4.',
    ],
    [
      { shard: '1/4' },
      '2/4',
      'countingStars: `shard` is "1/4", but the environment variable COUNTING_STARS_SHARD is "2/4". Set only one of them.',
    ],
    [{}, '1/7', 'shard 1/7: there are only 6 cases, use at most 6 shards.'],
  ])('%j with COUNTING_STARS_SHARD=%s gets a clear error', async (shard, variable, message) => {
    vi.stubEnv('COUNTING_STARS_SHARD', variable);
    await expect(countingStars({ ...config, ...shard } as object)).rejects.toThrow(message);
  });
});
