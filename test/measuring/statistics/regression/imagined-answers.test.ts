import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { meanOrNaN } from '../../../../src/measuring/statistics/curve/prompt-marks.js';
import { imaginedScore } from '../../../../src/measuring/statistics/regression/imagined-answers.js';

const DRAWS = 3000;

describe('imaginedScore', () => {
  it.each([
    { marks: 1, recall: 0.3, icc: 0.2 },
    { marks: 2, recall: 0.7, icc: 0.3 },
    { marks: 8, recall: 0.5, icc: 0 },
    { marks: 8, recall: 0.9, icc: 0.6 },
    { marks: 8, recall: 0.4, icc: 1 },
    // Shapes so small that both gammas of the beta are often 0 to a computer.
    { marks: 8, recall: 0.8, icc: 0.9999 },
    { marks: 400, recall: 0.6, icc: 0.02 },
    { marks: 1000, recall: 0.6, icc: 0 },
    { marks: 1000, recall: 0.2, icc: 0.1 },
  ])('has the mean and the variance of a beta-binomial share: %o', ({ marks, recall, icc }) => {
    const random = seedrandom(`${marks}/${recall}/${icc}`);
    const scores = Array.from({ length: DRAWS }, () =>
      imaginedScore({ marks, recall, icc }, random),
    );
    const variance = recall * (1 - recall) * (1 / marks + (1 - 1 / marks) * icc);
    const spread = meanOrNaN(scores.map((score) => (score - recall) ** 2));
    expect(Math.abs(meanOrNaN(scores) - recall)).toBeLessThan(3.5 * Math.sqrt(variance / DRAWS));
    expect(spread / variance).toBeGreaterThan(0.9);
    expect(spread / variance).toBeLessThan(1.1);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
  });

  it.each([1, 3, 16, 57, 400])('is a share of %d marks at the ends of chance too', (marks) => {
    for (const recall of [0.1, 0.3, 0.45]) {
      const score = (chance: number) => imaginedScore({ marks, recall, icc: 0 }, () => chance);
      // A single mark is found where chance is below recall, more are counted upwards.
      expect(score(0)).toBe(marks === 1 ? 1 : 0);
      expect(score(1 - 2 ** -53)).toBeLessThanOrEqual(1);
      expect(score(1 - 2 ** -53)).toBeGreaterThanOrEqual(marks === 1 ? 0 : recall);
    }
  });
});
