import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropTest, spreadsOf } from '../../../../src/measuring/statistics/regression/drop-test.js';
import type { PairedPrompt } from '../../../../src/measuring/statistics/regression/paired-prompts.js';
import { driftNodes } from '../../../../src/measuring/statistics/regression/run-drift.js';

const NONE = [{ variance: 0, weight: 1 }];

const prompt = (before: number | number[], now: number, changes: Partial<PairedPrompt> = {}) => {
  const runs = [before].flat();
  const mean = runs.reduce((sum, score) => sum + score / runs.length, 0);
  return {
    series: 0,
    tokens: 4000,
    marks: 8,
    runs,
    before: mean,
    now,
    drop: mean - now,
    ...changes,
  };
};
const test = (prompts: PairedPrompt[], { of = prompts, drift = NONE } = {}) =>
  dropTest(of, spreadsOf(prompts), drift);
const scores = [1, 0.875, 1, 0.75, 0.875, 1];
const fallen = scores.map((score) => prompt(score, score - 0.25));

describe('dropTest', () => {
  it('shows a drop that prompts agree about, and less of it the more they spread', () => {
    const { p, drop } = test(fallen);
    expect(drop).toBeCloseTo(0.25, 12);
    expect(p).toBeLessThan(0.01);
    const uneven = scores.map((score, i) => prompt(score, score - (i % 2) / 2));
    expect(test(uneven).drop).toBeCloseTo(0.25, 12);
    expect(test(uneven).p).toBeGreaterThan(2 * p);
  });

  it('shows a larger drop of the longest length never less', () => {
    const at = (left: number) => {
      const prompts = [4000, 8000, 16_000].flatMap((tokens) =>
        [1, 0.875, 1].map((score, i, all) => {
          const now = all[(i + 1) % 3]!;
          return prompt(score, tokens > 8000 ? now * left : now, { tokens });
        }),
      );
      return test(prompts, { of: prompts.slice(6) }).p;
    };
    const chances = [0.9, 0.7, 0.5, 0.3, 0.1, 0].map(at);
    const [least, more, half] = chances as [number, number, number];
    expect(more).toBeLessThan(least / 5);
    expect(half).toBeLessThan(more);
    expect(Math.max(...chances.slice(3))).toBeLessThan(half);
  });

  it('says nothing of prompts without any difference', () => {
    expect(test(scores.map((score) => prompt(score, score))).p).toBe(0.5);
    expect(test([prompt(1, 1), prompt(1, 1)])).toMatchObject({ drop: 0, p: 1 });
  });

  it('is surer by several baseline runs, and by prompts on which the runs agree', () => {
    const thrice = scores.map((score) => prompt([score, score, score], score - 0.25));
    expect(test(thrice).p).toBeLessThan(test(fallen).p);
    const hard = Array.from({ length: 24 }, (_, i) => prompt((i % 4) / 4, (i % 4) / 4 - 0.02));
    const mixed = hard.map((own, i) => prompt(own.before, hard[(i + 5) % 24]!.now));
    expect(test(hard).p).toBeLessThan(test(mixed).p / 2);
  });

  it('takes the spread of the grid for a group that shows none, and its own where that is larger', () => {
    const steady = [1, 1, 1].map((score) => prompt(score, 0.75, { tokens: 8000 }));
    const wild = [1, 0, 1, 1, 0.125, 1].map((now) => prompt(1, now));
    const beside = test([...wild, ...steady], { of: steady });
    const alone = test([...fallen.slice(0, 3), ...steady], { of: steady });
    expect(beside.p).toBeGreaterThan(alone.p);
    const moody = [prompt(1, 1), prompt(1, 0), prompt(1, 0.875)];
    const calm = scores.map((score) => prompt(score, score, { tokens: 8000, series: 0 }));
    const own = test([...calm, ...moody], { of: moody });
    expect(own.p).toBeGreaterThan(0.05);
  });

  it('adds up series, each with a spread of its own', () => {
    const even = fallen.map((own) => ({ ...own, series: 1 }));
    const wild = [1, 0, 1, 0, 1, 0].map((now) => prompt(1, now));
    const both = test([...wild, ...even]);
    expect(both.drop).toBeCloseTo((0.25 + 0.5) / 2, 12);
    expect(both.p).toBeLessThan(test(wild).p);
  });

  it('shows less where whole runs may drift', () => {
    const drift = [{ variance: 0.01, weight: 1 }];
    expect(test(fallen, { drift }).p).toBeGreaterThan(3 * test(fallen).p);
    expect(test(fallen, { drift }).high(0.05)).toBeGreaterThan(test(fallen).high(0.05));
  });

  const share = fc.integer({ min: 0, max: 8 }).map((found) => found / 8);
  const prompts = fc.array(
    fc
      .tuple(fc.array(share, { minLength: 1, maxLength: 3 }), share, fc.constantFrom(4000, 8000))
      .map(([before, now, tokens]) => prompt(before, now, { tokens })),
    { minLength: 1, maxLength: 12 },
  );

  it('has bounds around the drop that agree with its p, whatever the scores', () => {
    fc.assert(
      fc.property(prompts, fc.constantFrom(0.005, 0.035), (own, tail) => {
        const { drop, p, low, high } = test(own, { drift: driftNodes() });
        expect(low(tail)).toBeLessThanOrEqual(drop + 1e-6);
        expect(high(tail)).toBeGreaterThanOrEqual(drop - 1e-6);
        expect(high(tail / 2)).toBeGreaterThanOrEqual(high(tail));
        expect(low(tail) >= 0).toBe(p <= tail);
        expect(low(tail)).toBeGreaterThanOrEqual(-1);
        expect(high(tail)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
