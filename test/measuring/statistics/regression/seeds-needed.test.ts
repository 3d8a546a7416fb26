import { describe, expect, it } from 'vitest';
import { regressionPower } from '../../../../src/measuring/statistics/regression/regression-power.js';
import { seedsNeeded } from '../../../../src/measuring/statistics/regression/seeds-needed.js';

const oneSeed = [32_000, 64_000, 128_000].map((tokens) => {
  return { series: 0, tokens, marks: 32, recall: 0.95, icc: 0 };
});
const options = { alpha: 0.05, maxDrop: 0.02, drop: 0.07 };
const settings = { evaluations: 100 };
const power = (seeds: number) =>
  regressionPower(Array.from({ length: seeds }, () => oneSeed).flat(), options, settings)
    .probability;

describe('seedsNeeded', () => {
  it.each([0.7, 0.85])('is the smallest number of seeds with a power of %d', (wanted) => {
    const seeds = seedsNeeded(oneSeed, options, wanted, settings)!;
    expect(power(seeds)).toBeGreaterThanOrEqual(wanted);
    expect(power(seeds - 1)).toBeLessThan(wanted);
    // A power that is just reached is enough.
    expect(seedsNeeded(oneSeed, options, power(seeds), settings)).toBeLessThanOrEqual(seeds);
  });

  it('is none for a drop that is accepted, and for no prompts, however little is wanted', () => {
    for (const wanted of [0, 0.8]) {
      expect(seedsNeeded(oneSeed, { ...options, drop: 0.02 }, wanted)).toBeUndefined();
      expect(seedsNeeded([], options, wanted)).toBeUndefined();
    }
    expect(seedsNeeded(oneSeed, options, 0)).toBe(1);
  });

  it('is none where 4000 prompts do not find it, as at a very small alpha', () => {
    const moody = Array.from({ length: 4000 }, (_, i) => ({
      ...oneSeed[i % 3]!,
      marks: 1,
      recall: 0.5,
    }));
    expect(seedsNeeded(moody, { ...options, alpha: 1e-9 }, 0.5)).toBeUndefined();
  });
});
