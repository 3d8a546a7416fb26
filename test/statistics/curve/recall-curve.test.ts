import { describe, expect, it } from 'vitest';
import { logGamma } from '../../../src/statistics/curve/log-gamma.js';
import { recallCurve } from '../../../src/statistics/curve/recall-curve.js';

const single = (right: number, wrong: number, tokens = 4000) =>
  Array.from({ length: right + wrong }, (_, i) => ({ tokens, marks: [Number(i < right)] }));
const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b);
const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);

describe('recallCurve', () => {
  it.each([
    [0, 0],
    [1, 0],
    [9, 3],
    [40, 2],
    [150, 150],
  ])(
    'of %d right and %d wrong single marks at one length is a beta distribution',
    (right, wrong) => {
      const { marginals, levels, logEvidence, explanations, tokens } = recallCurve(
        single(right, wrong),
        { lengths: [4000] },
      );
      const [a, b] = [5.5 + right, 0.8 + wrong];
      const moment = (power: number) =>
        marginals[0]!.reduce((total, share, i) => total + share * levels.recalls[i]! ** power, 0);
      expect(tokens).toEqual([4000]);
      expect(explanations.map(({ dependence }) => dependence.correlation)).toEqual([0]);
      expect(sum(marginals[0]!)).toBeCloseTo(1, 12);
      expect(moment(1)).toBeCloseTo(a / (a + b), 2);
      expect(moment(2)).toBeCloseTo((a * (a + 1)) / ((a + b) * (a + b + 1)), 2);
      const weight = Math.log(explanations[0]!.dependence.weight);
      // The levels end at 0.9995, which 1 % of the prior is above.
      expect(logEvidence - weight).toBeCloseTo(logBeta(a, b) - logBeta(5.5, 0.8), 1);
    },
  );

  it('follows lengths in equal steps of at most a quarter of an octave', () => {
    const expectTokens = (lengths: number[], expected: number[]) => {
      const { tokens } = recallCurve([], { lengths });
      expect(tokens).toHaveLength(expected.length);
      tokens.forEach((one, i) => {
        expect(one).toBeCloseTo(expected[i]!, 8);
      });
      for (const length of lengths) expect(tokens).toContain(length);
    };
    const root = 2 ** (1 / 4);
    const octave = [1, root, root ** 2, root ** 3, 2];
    expectTokens(
      [8000, 4000, 8000],
      octave.map((one) => 4000 * one),
    );
    expectTokens([1000, 1189], [1000, 1189]);
    expectTokens([1000, 1190], [1000, Math.sqrt(1190e3), 1190]);
    expectTokens([3000], [3000]);
    const uneven = Array.from({ length: 40 }, (_, i) => 1000 + 317 * i * i);
    const { tokens } = recallCurve([], { lengths: uneven });
    for (const length of uneven) expect(tokens).toContain(length);
  });

  it('is as sure at a length that was not asked as its neighbours allow', () => {
    const prompts = [...single(60, 0, 4000), ...single(0, 60, 32_000)];
    const { tokens, marginals, levels } = recallCurve(prompts);
    const means = marginals.map((shares) =>
      shares.reduce((total, share, i) => total + share * levels.recalls[i]!, 0),
    );
    means.slice(1).forEach((mean, i) => {
      expect(mean).toBeLessThan(means[i]!);
    });
    expect(tokens).toHaveLength(13);
    expect(means[0]).toBeGreaterThan(0.95);
    expect(means.at(-1)).toBeLessThan(0.05);
  });

  it('weighs ways in which marks hang together by how probable they make the marks', () => {
    // All or nothing in 6 prompts of 8: one way makes that likely by far.
    const moody = Array.from({ length: 6 }, (_, i) => ({
      tokens: 4000,
      marks: Array(8).fill(i % 2),
    }));
    const [best, ...others] = recallCurve(moody).explanations;
    expect(best!.dependence.correlation).toBe(0.98);
    expect(best!.weight).toBeGreaterThan(0.8);
    expect(sum(others.map(({ weight }) => weight)) + best!.weight).toBeCloseTo(1, 3);
    for (const { weight } of others) expect(weight).toBeGreaterThan(1e-4);
    // Half of 32 marks each time: next to nothing but independence does that.
    const even = Array.from({ length: 9 }, () => ({
      tokens: 4000,
      marks: Array.from({ length: 32 }, (_, i) => i % 2),
    }));
    expect(recallCurve(even).explanations[0]!.dependence).toMatchObject({ correlation: 0, cut: 0 });
  });

  it('needs a length', () => {
    expect(() => recallCurve([])).toThrow('a recall curve needs a prompt with a mark');
    expect(() => recallCurve([], { lengths: [-1] })).toThrow('tokens must be a number above 0');
  });
});
