import seedrandom from 'seedrandom';
import { expect, it } from 'vitest';
import { arrivals } from '../../../../src/measuring/statistics/curve/falls.js';
import { recallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';
import { drawPaths } from '../../../../src/measuring/statistics/curve/recall-paths.js';

const prompt = (tokens: number, right: number) => ({
  tokens,
  marks: Array.from({ length: 16 }, (_, i) => Number(i < right)),
});
const curve = recallCurve([
  prompt(4000, 12),
  prompt(8000, 9),
  prompt(32_000, 11),
  prompt(64_000, 3),
]);
const paths = drawPaths(curve, 4000, seedrandom('paths'));

it('never rise', () => {
  for (const path of paths) {
    expect(path.every((level, i) => i === 0 || level <= path[i - 1]!)).toBe(true);
  }
});

it('have each level at each length as often as it is probable', () => {
  // Three standard deviations of 4,000 draws are less than 0.024.
  curve.marginals.forEach((marginal, node) => {
    marginal.forEach((share, level) => {
      const drawn = paths.filter((path) => path[node] === level).length / paths.length;
      expect(Math.abs(drawn - share)).toBeLessThan(0.025);
    });
  });
});

it('stay on a level from one length to the next as often as both have it', () => {
  const { filtered, falls, marginals } = curve;
  const last = curve.tokens.length - 1;
  // At the last length, what is drawn before it follows from the states up to it (Bayes).
  const stays = marginals[last]!.reduce((sum, share, level) => {
    const weights = arrivals(falls[last - 1]!, level).map(
      (one, i) => one * filtered[last - 1]![i]!,
    );
    const all = weights.reduce((a, b) => a + b, 0);
    return sum + (share * weights[level]!) / all;
  }, 0);
  const drawn = paths.filter((path) => path[last] === path[last - 1]).length / paths.length;
  expect(Math.abs(drawn - stays)).toBeLessThan(0.025);
});

it('are the same from the same seed', () => {
  const again = drawPaths(curve, 50, seedrandom('paths'));
  expect(again).toEqual(paths.slice(0, 50));
});
