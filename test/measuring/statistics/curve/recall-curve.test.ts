import { describe, expect, it } from 'vitest';
import { LEARNT } from '../../../../src/measuring/statistics/curve/prior.js';
import { recallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';

const single = (right: number, wrong: number, tokens = 4000) =>
  Array.from({ length: right + wrong }, (_, i) => ({ tokens, marks: [Number(i < right)] }));

/** The posterior of one recall, by adding up the prior's two normal distributions of logits in fine steps. */
function byQuadrature(right: number, wrong: number) {
  const { start, broad } = LEARNT;
  const logits = Array.from({ length: 1220 }, (_, i) => -4.6 + 0.01 * (i + 0.5));
  const normal = ({ mean, sd }: typeof start) => {
    const densities = logits.map((logit) => Math.exp(-(((logit - mean) / sd) ** 2) / 2));
    const total = sum(densities);
    return densities.map((density) => density / total);
  };
  const [alike, unlike] = [normal(start), normal(broad.start)];
  const recalls = logits.map((logit) => 1 / (1 + Math.exp(-logit)));
  const shares = recalls.map(
    (recall, i) =>
      ((1 - broad.share) * alike[i]! + broad.share * unlike[i]!) *
      Math.exp(right * Math.log(recall) + wrong * Math.log(1 - recall)),
  );
  const moment = (power: number) =>
    sum(shares.map((share, i) => share * recalls[i]! ** power)) / sum(shares);
  return { first: moment(1), second: moment(2), logEvidence: Math.log(sum(shares)) };
}
const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);

describe('recallCurve', () => {
  it.each([
    [0, 0],
    [1, 0],
    [9, 3],
    [40, 2],
    [150, 150],
  ])(
    'of %d right and %d wrong single marks at one length is what Bayes has of it',
    (right, wrong) => {
      const { marginals, levels, logEvidence, explanations, tokens } = recallCurve(
        single(right, wrong),
        { lengths: [4000] },
      );
      const exact = byQuadrature(right, wrong);
      const moment = (power: number) =>
        marginals[0]!.reduce((total, share, i) => total + share * levels.recalls[i]! ** power, 0);
      expect(tokens).toEqual([4000]);
      expect(explanations.map(({ dependence }) => dependence.correlation)).toEqual([0]);
      expect(sum(marginals[0]!)).toBeCloseTo(1, 12);
      expect(moment(1)).toBeCloseTo(exact.first, 3);
      expect(moment(2)).toBeCloseTo(exact.second, 3);
      const weight = Math.log(explanations[0]!.dependence.weight);
      expect(logEvidence - weight).toBeCloseTo(exact.logEvidence, 2);
    },
  );

  it('has a reader fall on the way to a first length that is long, and not to a short one', () => {
    const median = (tokens: number) => {
      const { marginals, levels } = recallCurve([], { lengths: [tokens] });
      let below = 0;
      return levels.recalls.find((_, i) => {
        below += marginals[0]![i]!;
        return below >= 0.5;
      })!;
    };
    expect(median(500)).toBe(median(4000));
    expect(median(32_000)).toBeLessThan(median(8000));
    expect(median(8000)).toBeLessThan(median(4000));
  });

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
