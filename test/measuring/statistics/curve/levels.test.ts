import { expect, it } from 'vitest';
import { levelsAround } from '../../../../src/measuring/statistics/curve/levels.js';

const logit = (share: number) => Math.log(share / (1 - share));

it.each([0.5, 0.85, 0.856])('levels lie evenly in logits, two as near to %s', (threshold) => {
  const { recalls, step } = levelsAround(threshold);
  const logits = recalls.map(logit);
  expect(step).toBe(0.8);
  logits.slice(1).forEach((one, i) => {
    expect(one - logits[i]!).toBeCloseTo(step, 9);
  });
  const above = recalls.findIndex((recall) => recall > threshold);
  expect(logits[above]! - logit(threshold)).toBeCloseTo(step / 2, 9);
  expect(Math.abs(logits[0]! + 4.6)).toBeLessThan(0.81);
  expect(Math.abs(logits.at(-1)! - 7.6)).toBeLessThan(0.81);
});

it.each([
  [0.0001, 1, 15],
  [0.9999, 15, 1],
])('a threshold of %s has a level on either side', (threshold, below, above) => {
  const { recalls } = levelsAround(threshold);
  const center = below === 1 ? -4.6 : 7.6;
  expect(recalls).toHaveLength(below + above);
  expect(recalls.filter((recall) => logit(recall) < center)).toHaveLength(below);
});

it.each([0, 1, -0.1, 1.1, Number.NaN])('refuses a threshold of %s', (threshold) => {
  expect(() => levelsAround(threshold)).toThrow(
    `threshold must be above 0 and below 1, not ${threshold}`,
  );
});
