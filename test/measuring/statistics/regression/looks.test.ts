import { describe, expect, it } from 'vitest';
import {
  passingTail,
  tailAtLook,
  weighedByLength,
  worthOf,
} from '../../../../src/measuring/statistics/regression/looks.js';
import {
  type PairedPrompt,
  weightedMean,
} from '../../../../src/measuring/statistics/regression/paired-prompts.js';
import {
  regressionTests,
  testsAtLook,
} from '../../../../src/measuring/statistics/regression/regression-tests.js';
import { runDrift } from '../../../../src/measuring/statistics/regression/run-drift.js';

const prompt = (tokens: number, now: number, series = 0): PairedPrompt => ({
  ...{ series, tokens, marks: 32, runs: [0.95], before: 0.95, now, drop: 0.95 - now },
});
const drift = runDrift([prompt(1000, 1)]);

describe('a boundary before the last look', () => {
  it('is the stricter the less is asked, and the gate itself at the end', () => {
    const tails = [0.1, 0.25, 0.5, 1].map((fraction) => tailAtLook(0.035, fraction));
    expect(tails).toEqual(tails.toSorted((a, b) => a - b));
    expect(tails.at(-1)).toBe(0.035);
    // Wang and Tsiatis, power 1/4: 1.812 · 0.25^(−1/4) = 2.562
    expect(tails[1]).toBeCloseTo(0.0052, 4);
  });

  it('says of a p what it is worth at the end', () => {
    for (const fraction of [0.1, 0.5, 1]) {
      expect(worthOf(tailAtLook(0.035, fraction), fraction)).toBeCloseTo(0.035, 9);
    }
    expect(worthOf(0, 0.5)).toBeLessThan(1e-30);
    expect(worthOf(1, 0.5)).toBeGreaterThan(0.5);
  });

  it('is stricter for passing, at the last look too', () => {
    for (const fraction of [0.1, 0.5, 1]) {
      expect(passingTail(0.05, fraction)).toBeLessThan(tailAtLook(0.05, fraction));
    }
  });
});

describe('prompts of lengths that were asked unequally', () => {
  const planned = [1000, 2000, 4000].flatMap((tokens) =>
    Array.from({ length: 10 }, () => ({ series: 0, tokens })),
  );

  it('count as often as the grid has their length', () => {
    const asked = [...Array.from({ length: 8 }, () => prompt(1000, 0.55)), prompt(4000, 0.95)];
    const weighed = weighedByLength(asked, planned);
    // Of 2000 nothing was asked: as near to both, it counts with the longer one.
    expect(weightedMean(weighed, ({ drop }) => drop)).toBeCloseTo(0.4 / 3);
    const mean = weighed.reduce((sum, { weight }) => sum + weight!, 0) / weighed.length;
    expect(mean).toBeCloseTo(1);
  });

  it('are weighed in each series by itself', () => {
    const both = [...planned, ...planned.map((one) => ({ ...one, series: 1 }))];
    const asked = [prompt(1000, 0.95), prompt(1000, 0.95), prompt(1000, 0.75, 1)];
    const weighed = weighedByLength(asked, both);
    expect(weightedMean(weighed, ({ drop }) => drop)).toBeCloseTo(0.1);
  });
});

describe('tests at a look', () => {
  const all = [1000, 2000, 4000, 8000].flatMap((tokens) =>
    Array.from({ length: 6 }, (_, i) => prompt(tokens, 0.7 + i / 20)),
  );

  it('are those of the gate where all is asked', () => {
    const whole = regressionTests(all, drift);
    const last = testsAtLook(all, drift, { planned: all, isLast: true });
    expect(last.map(({ p, share, drop }) => [p, share, drop])).toEqual(
      whole.map(({ p, share, drop }) => [p, share, drop]),
    );
    expect(last[0]!.low(0.01)).toBe(whole[0]!.low(0.01));
  });

  it('have the shares of the whole grid, and a fraction of each part', () => {
    const asked = all.filter(({ tokens }) => tokens < 4000);
    const tests = testsAtLook(asked, drift, { planned: all, isLast: false });
    const [whole] = tests;
    expect(whole).toMatchObject({ share: 0.7, fraction: 0.5 });
    // Nothing of the longer half was asked.
    expect(tests.some(({ group }) => group.scope === 'longer half')).toBe(false);
    const atEnd = regressionTests(asked, drift)[0]!;
    expect(whole!.p).toBeGreaterThan(atEnd.p);
    expect(whole!.low(0.05)).toBeLessThan(atEnd.low(0.05));
  });

  it('exclude a drop that is in the middle of the interval never, and a large one soon', () => {
    const unchanged = all.map(({ tokens }) => prompt(tokens, 0.95));
    const [whole] = testsAtLook(unchanged, drift, { planned: all, isLast: true });
    const bound = whole!.below(0.05);
    expect(bound).toBeGreaterThan(0);
    expect(bound).toBeLessThan(0.1);
    expect(whole!.below(0.01)).toBeGreaterThan(bound);
  });
});
