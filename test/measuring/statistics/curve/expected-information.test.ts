import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  drawPaths,
  imaginedPaths,
  imaginedPrompts,
} from '../../../../src/measuring/statistics/curve/expected-information.js';
import {
  arrivals,
  fallsBetween,
  filter,
  levelsAround,
  smooth,
  startAt,
} from '../../../../src/measuring/statistics/curve/falls.js';
import { learntCurve } from '../../../../src/measuring/statistics/curve/learnt-curve.js';
import type { PromptMarks } from '../../../../src/measuring/statistics/curve/prompt-marks.js';

/** Prompts imagined that are to tell on which side of a length recall falls. */
function imagined(prompts: readonly PromptMarks[], lengths: number[], at: number, marks: number) {
  const curve = learntCurve(prompts, 0.85, lengths);
  const random = seedrandom('imagined');
  const paths = imaginedPaths(curve, marks, random);
  const node = curve.tokens.indexOf(at);
  const kinds = Int32Array.from(paths.recalls, (path) => Number(path[node]! >= 0.85));
  return { paths, ...imaginedPrompts(paths, kinds, random) };
}

describe('imaginedPrompts', () => {
  it('tell most at the length in question, between one that is read well and one that is not', () => {
    const ends = [4000, 128_000].flatMap((tokens) =>
      [1, 2, 3].map(() => ({
        tokens,
        marks: Array.from({ length: 16 }, (_, k) => Number(tokens < 5000 || k < 4)),
      })),
    );
    const { information, paths } = imagined(ends, [24_000], 24_000, 16);
    const [short, middle, long] = information([4000, 24_000, 128_000]);
    expect(middle).toBeGreaterThan(short!);
    expect(middle).toBeGreaterThan(long!);
    expect(middle).toBeGreaterThan(0.05);
    expect(paths.recalls).toHaveLength(paths.count);
    for (const path of paths.recalls) {
      expect(path.every((recall, node) => node === 0 || recall <= path[node - 1]!)).toBe(true);
    }
  });

  it('tell less once some are chosen', () => {
    const { information, choose } = imagined([], [4000, 16_000, 64_000], 16_000, 96);
    const [before] = information([16_000]);
    for (let i = 0; i < 8; i++) choose(16_000);
    expect(information([16_000])[0]).toBeLessThan(before! / 2);
  });

  it('need no answer yet, but lengths', () => {
    const lengths = [4000, 128_000];
    const { information } = imagined([], lengths, 4000, 8);
    expect(information([4000])[0]).toBeGreaterThan(0);
  });
});

const tokens = [4000, 8000, 32_000, 64_000];
const levels = levelsAround(0.85);
const falls = fallsBetween(tokens, levels, 0.5);
const likelihoods = [12, 9, 11, 3].map((right) =>
  Float64Array.from(
    levels.recalls,
    (recall) => (recall ** right * (1 - recall) ** (16 - right)) ** 0.2,
  ),
);
const { filtered } = filter(startAt(4000, levels, { mean: 2.5, sd: 1.7 }, 0.5), likelihoods, falls);
const curve = { tokens, filtered, falls, marginals: smooth(filtered, likelihoods, falls) };
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
  const { marginals } = curve;
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
