import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expectedDeviation,
  type PowerQuestion,
  power,
  seedsNeeded,
} from '../../src/statistics/power.js';

const QUESTION: PowerQuestion = {
  pairs: 32,
  hypotheses: 3,
  deviation: 0.1,
  drop: 0.05,
  alpha: 0.05,
  maxDrop: 0.02,
};

describe('power', () => {
  it('is that of a one-sided z test at alpha divided by the number of hypotheses', () => {
    // z(1 - 0.05/3) = 2.12805; 0.05 / (0.1/√32) = 2.82843; Φ(0.70038) = 0.75815.
    expect(power(QUESTION)).toBeCloseTo(0.75815, 4);
  });

  it('is one half where the drop is just the largest that is accepted', () => {
    expect(power({ ...QUESTION, drop: 0.02, pairs: 10_000 })).toBeCloseTo(0.5, 6);
  });

  it('is 0 where so few prompts can never be significant', () => {
    expect(power({ ...QUESTION, pairs: 5, drop: 1 })).toBe(0);
    expect(power({ ...QUESTION, pairs: 6, drop: 1 })).toBeCloseTo(1, 6);
  });

  it('is certain where differences do not vary', () => {
    expect(power({ ...QUESTION, deviation: 0 })).toBe(1);
    expect(power({ ...QUESTION, deviation: 0, drop: 0.01 })).toBe(0);
  });
});

describe('seedsNeeded', () => {
  it('is the smallest number that is enough', () => {
    expect(seedsNeeded(QUESTION)).toBe(2);
    expect(seedsNeeded(QUESTION, 0.75)).toBe(1);
    fc.assert(
      fc.property(
        fc.record({
          pairs: fc.integer({ min: 1, max: 100 }),
          hypotheses: fc.integer({ min: 1, max: 9 }),
          deviation: fc.double({ min: 0, max: 0.7, noNaN: true }),
          drop: fc.double({ min: 0.03, max: 1, noNaN: true }),
          alpha: fc.constantFrom(0.01, 0.05),
          maxDrop: fc.constantFrom(0, 0.02),
        }),
        (question) => {
          const seeds = seedsNeeded(question)!;
          const at = (n: number) => power({ ...question, pairs: n * question.pairs });
          expect(at(seeds)).toBeGreaterThanOrEqual(0.9);
          if (seeds > 1) expect(at(seeds - 1)).toBeLessThan(0.9);
        },
      ),
    );
  });

  it('is no number where the drop is accepted', () => {
    expect(seedsNeeded({ ...QUESTION, drop: 0.02 })).toBeUndefined();
  });
});

describe('expectedDeviation', () => {
  it('is that of two shares of independent marks', () => {
    expect(expectedDeviation(0.9, 32)).toBeCloseTo(Math.sqrt(0.18 / 32), 12);
    expect(expectedDeviation(1, 32)).toBe(0);
  });
});
