import { describe, expect, it } from 'vitest';
import { DEPENDENCES, logLikelihood } from '../../../src/statistics/curve/overdispersion.js';
import { recallCurve } from '../../../src/statistics/curve/recall-curve.js';
import { recallInterval } from '../../../src/statistics/recall-interval.js';

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
