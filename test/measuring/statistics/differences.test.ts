import { describe, expect, it } from 'vitest';
import { meanDifference, pairedDifference } from '../../../src/measuring/statistics/differences.js';
import { weightedSum } from '../../../src/measuring/statistics/interval.js';

/** Student's t, from a table: two-sided 50 % and 99 % with 5 degrees of freedom. */
const [HALF, WIDE] = [0.726687, 4.032143];

const prior = (correlation: number) => ({ correlation, prompts: 4 });

const two = [
  { difference: 0.1, marks: 4, discordant: 0.125 },
  { difference: 0.3, marks: 4, discordant: 0.375 },
];

describe('meanDifference', () => {
  // The 8 marks are worth 8 / 2.5 = 3.2 that do not hang together; half a mark more than a quarter of
  // them counts: 1.3 of 4.2, with 2.5 times the variance of a mean of 4.
  const expected = (1.3 / 4.2) * (2.5 / 4);
  const half = HALF * Math.sqrt((0.02 + 4 * expected) / 5 / 2);

  it('has the variance that the prompts show, and four times what their marks would give', () => {
    const { value, low, high } = meanDifference(two, 0.5, prior(0.5));
    expect(value).toBeCloseTo(0.2, 12);
    expect(low).toBeCloseTo(0.2 - half, 5);
    expect(high).toBeCloseTo(0.2 + half, 5);
  });

  it('takes marks for independent unless a correlation is given', () => {
    const independent = (8 / 4 + 0.5) / 9 / 4;
    const { high } = meanDifference(two, 0.5);
    expect(high).toBeCloseTo(0.2 + HALF * Math.sqrt((0.02 + 4 * independent) / 5 / 2), 5);
  });

  it('takes no correlation from what is less than a mark', () => {
    const few = two.map((prompt) => ({ ...prompt, marks: 0.5 }));
    expect(meanDifference(few, 0.5, prior(0.5))).toEqual(meanDifference(few, 0.5, prior(0)));
  });

  it('stays within −1 and 1', () => {
    expect(WIDE * Math.sqrt((0.02 + 4 * expected) / 5 / 2)).toBeGreaterThan(0.8);
    expect(meanDifference(two, 0.99, prior(0.5)).high).toBe(1);
    const falls = two.map((prompt) => ({ ...prompt, difference: -prompt.difference }));
    expect(meanDifference(falls, 0.99, prior(0.5)).low).toBe(-1);
  });

  it('says nothing without prompts, and refuses a confidence that is none', () => {
    expect(meanDifference([])).toEqual({ value: Number.NaN, low: -1, high: 1 });
    for (const confidence of [0, 1, Number.NaN]) {
      expect(() => meanDifference(two, confidence)).toThrow(
        `confidence must be above 0 and below 1, not ${confidence}`,
      );
    }
  });
});

describe('pairedDifference', () => {
  it('is of the marks of each prompt, and of its means where the readers have not as many', () => {
    const pairs = [
      { first: [1, 0, 1, 0], second: [1, 1, 0, 0] },
      { first: [1, 1], second: [1, 0, 0, 0, 0, 0] },
      { first: [], second: [1, 1] },
      { first: [0], second: [] },
    ];
    const prompts = [
      { difference: 0, marks: 4, discordant: 0.5 },
      { difference: 1 / 6 - 1, marks: 2, discordant: 5 / 6 },
    ];
    const { low, high, value } = pairedDifference(pairs, 0.5);
    const direct = meanDifference(prompts, 0.5, { correlation: 0.2, prompts: 2 });
    expect(value).toBeCloseTo(-5 / 12, 12);
    expect(low).toBeCloseTo(direct.low, 12);
    expect(high).toBeCloseTo(direct.high, 12);
  });
});

describe('weightedSum', () => {
  it('of one figure is the figure', () => {
    const figure = { value: 0.5, low: 0.25, high: 1 };
    expect(weightedSum([{ figure, weight: 1 }])).toEqual(figure);
    expect(weightedSum([{ figure, weight: -1 }])).toEqual({ value: -0.5, low: -1, high: -0.25 });
  });
});
