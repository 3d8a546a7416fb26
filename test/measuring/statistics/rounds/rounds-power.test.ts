import { describe, expect, it } from 'vitest';
import {
  clusterPower,
  unitsNeeded,
} from '../../../../src/measuring/statistics/rounds/rounds-power.js';

const DESIGN = { cells: 5, runs: 1, rounds: 1, drop: 0.2, alpha: 0.05, maxDrop: 0.02 };
const questions = (count: number, right: number) =>
  Array.from({ length: count }, () => ({ right, asked: 10 }));

describe('clusterPower', () => {
  it('grows with questions and with the drop, and is the same again', () => {
    const power = (count: number, drop = 0.2) =>
      clusterPower(questions(count, 9), { ...DESIGN, drop }).probability;
    expect(power(10)).toBeLessThan(power(40));
    expect(power(40, 0.05)).toBeLessThan(power(40));
    expect(power(40)).toBe(power(40));
    expect(power(40)).toBeGreaterThan(0.9);
  });

  it('is none for a drop that is accepted, and without a question', () => {
    expect(clusterPower(questions(9, 9), { ...DESIGN, drop: 0.02 })).toEqual({
      probability: 0,
      evaluations: 0,
    });
    expect(clusterPower([], DESIGN).probability).toBe(0);
  });
});

describe('unitsNeeded', () => {
  it('finds how many questions it takes', () => {
    const needed = unitsNeeded(questions(5, 9), DESIGN, 0.8)!;
    expect(needed).toBeGreaterThan(8);
    expect(needed).toBeLessThan(60);
    expect(clusterPower(questions(2 * needed, 9), DESIGN).probability).toBeGreaterThan(0.8);
  });

  it('says nothing where no number does', () => {
    expect(unitsNeeded(questions(5, 9), { ...DESIGN, drop: 0.02 }, 0.8)).toBeUndefined();
    expect(unitsNeeded([], DESIGN, 0.8)).toBeUndefined();
  });
});
