import { describe, expect, it } from 'vitest';
import { regressionPower } from '../../../src/statistics/regression/regression-power.js';
import { seedsNeeded } from '../../../src/statistics/regression/seeds-needed.js';

const oneSeed = [32_000, 64_000, 128_000].map((tokens) => {
  return { series: 0, tokens, marks: 32, recall: 0.95, icc: 0 };
});
const options = { alpha: 0.05, maxDrop: 0.02, drop: 0.1 };
const settings = { evaluations: 200 };

describe('seedsNeeded', () => {
  it('is the smallest number of seeds that finds the drop', () => {
    const seeds = seedsNeeded(oneSeed, options, 0.8, settings)!;
    const power = (count: number) =>
      regressionPower(Array.from({ length: count }, () => oneSeed).flat(), options, settings)
        .probability;
    expect(power(seeds)).toBeGreaterThanOrEqual(0.8);
    expect(power(seeds - 1)).toBeLessThan(0.8);
  });

  it('is none for a drop that is accepted', () => {
    expect(seedsNeeded(oneSeed, { ...options, drop: 0.02 }, 0.8)).toBeUndefined();
  });
});
