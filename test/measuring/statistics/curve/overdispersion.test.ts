import { describe, expect, it } from 'vitest';
import {
  DEPENDENCES,
  dependencesOf,
  keptShare,
  logLikelihood,
  logLikelihoods,
} from '../../../../src/measuring/statistics/curve/overdispersion.js';
import { recallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';
import { recallInterval } from '../../../../src/measuring/statistics/recall-interval.js';
import { figures } from '../figures.js';

const chances = (marks: number, recall: number, dependence: (typeof DEPENDENCES)[number]) =>
  Array.from({ length: marks + 1 }, (_, right) =>
    Math.exp(logLikelihood({ marks, right }, [recall], dependence)[0]!),
  );

describe('the likelihood of marks', () => {
  const ways = DEPENDENCES.map((way) => [way.correlation, way.cut, way] as const);

  it.each(ways)('with correlation %d and %d cut off adds up to about 1', (_, __, way) => {
    for (const marks of [4, 32]) {
      for (const recall of [1e-4, 0.01, 0.2, 0.5, 0.8]) {
        const total = chances(marks, recall, way).reduce((sum, chance) => sum + chance, 0);
        expect(total).toBeGreaterThan(0.9);
        expect(total).toBeLessThan(1.12);
      }
    }
  });

  it.each(ways)(
    'with correlation %d and %d cut off is nothing at a recall of nothing',
    (_, __, way) => {
      const [none, ...some] = chances(4, 1e-9, way);
      expect(none).toBeGreaterThan(0.85);
      for (const chance of some) expect(chance).toBeLessThan(0.01);
    },
  );

  it.each(DEPENDENCES.filter(({ cut }) => cut === 0))(
    'with correlation $correlation adds up to 1, with the mean and the spread that it should have',
    (way) => {
      const [marks, recall] = [5, 0.7];
      const own = chances(marks, recall, way);
      const moment = (of: (right: number) => number) =>
        own.reduce((sum, chance, right) => sum + chance * of(right), 0);
      expect(moment(() => 1)).toBeCloseTo(1, 8);
      expect(moment((right) => right)).toBeCloseTo(marks * recall, 8);
      expect(moment((right) => (right - marks * recall) ** 2)).toBeCloseTo(
        marks * recall * (1 - recall) * (1 + (marks - 1) * way.correlation),
        8,
      );
    },
  );

  it('of answers that break off, and of fractions of marks', () => {
    const way = { correlation: 0.1, cut: 0.25, weight: 1 };
    const recalls = [0.1, 0.5, 0.84, 0.9];
    const logs = (right: number) => figures(logLikelihood({ marks: 6, right }, recalls, way));
    expect(logs(0)).toMatchInlineSnapshot(`"[-0.468904, -2.45624, -3.16113, -Infinity]"`);
    expect(logs(3)).toMatchInlineSnapshot(`"[-3.36502, -1.58769, -3.10671, -Infinity]"`);
    expect(logs(5.5)).toMatchInlineSnapshot(`"[-7.02852, -2.23967, -2.16002, -Infinity]"`);
    expect(logs(6)).toMatchInlineSnapshot(`"[-8.16567, -2.72548, -0.367894, -Infinity]"`);
    // A quarter of the answers keep 0 to 5 of 6 marks, so they lose 7/12 on average.
    expect(keptShare(0.25, 6)).toBeCloseTo(1 - 0.25 * (7 / 12), 12);
  });

  it('of single right-or-wrong marks is one, of two whole ones only', () => {
    const of = (...marks: number[]) =>
      dependencesOf(marks.map((own) => ({ tokens: 1, marks: own, right: 0 })));
    expect(of(1, 1)).toEqual([expect.objectContaining({ correlation: 0, cut: 0 })]);
    expect(of(1, 2).every(({ cut }) => cut === 0)).toBe(true);
    expect(of(1, 2)).toHaveLength(8);
    expect(of(3, 2)).toBe(DEPENDENCES);
    expect(of()).toHaveLength(1);
  });

  it('takes all-or-nothing for five times as probable as any other way, and 7 % for broken off', () => {
    const [first] = DEPENDENCES;
    const whole = DEPENDENCES.filter(({ cut }) => cut === 0);
    const sum = (ways: readonly { weight: number }[]) =>
      ways.reduce((total, { weight }) => total + weight, 0);
    expect(whole.at(-1)!.weight).toBeCloseTo(5 * first!.weight, 12);
    expect(sum(whole)).toBeCloseTo(0.93, 12);
    expect(sum(DEPENDENCES)).toBeCloseTo(1, 12);
  });

  it('of all prompts of a length is their sum', () => {
    const counts = [
      { tokens: 8000, marks: 4, right: 1 },
      { tokens: 4000, marks: 4, right: 4 },
      { tokens: 8000, marks: 4, right: 1 },
      { tokens: 8000, marks: 3, right: 1 },
    ];
    const way = DEPENDENCES[2]!;
    const one = (marks: number, right: number) => logLikelihood({ marks, right }, [0.6], way)[0]!;
    const [short, long] = logLikelihoods(counts, [4000, 8000], [0.6], way);
    expect(short![0]).toBe(one(4, 4));
    expect(long![0]).toBeCloseTo(2 * one(4, 1) + one(3, 1), 12);
  });

  it('keeps the low bound of a reader near guessing away from nothing', () => {
    const marks = [
      [0, 0, 1, 0],
      [1, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 1],
    ];
    const prompts = [170, 212, 261, 310, 372, 428].flatMap((tokens) =>
      [...marks, ...marks].map((own) => ({ tokens, marks: own })),
    );
    const { value, low, high } = recallInterval(prompts, recallCurve(prompts).explanations);
    expect(value).toBeCloseTo(0.2, 6);
    expect(low).toBeGreaterThan(0.13);
    expect(high).toBeLessThan(0.29);
  });
});
