import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  filter,
  startOf,
  stepsBetween,
} from '../../../../src/measuring/statistics/curve/curve-chain.js';
import type { RecallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';
import { drawPaths } from '../../../../src/measuring/statistics/curve/recall-paths.js';
import { forwards, LEVELS, matrixOf } from './small-chain.js';

const tokens = [1000, 4000, 4800, 64_000];
const steps = stepsBetween(tokens, LEVELS);
const mixed = [
  [0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1],
  [1, 1, 1, 1, 1, 1, 1],
  [0.2, 0.4, 0.8, 1, 0.9, 0.6, 0.3],
  [0.9, 0.7, 0.7, 0.4, 0.1, 0.05, 0.01],
];
const high = mixed.map(() => [0, 0, 0, 0, 0, 0, 1]);
const size = LEVELS.recalls.length;
const way = (correlation: number) => ({ correlation, cut: 0, weight: 1 });

function curveOf(ways: { weight: number; seen: number[][] }[]): RecallCurve {
  const explanations = ways.map(({ weight, seen }, i) => {
    const likelihoods = seen.map((one) => Float64Array.from(one));
    const filtered = filter(startOf(LEVELS), likelihoods, steps)!.states;
    return { dependence: way(i), weight, filtered };
  });
  const marginals: Float64Array[] = [];
  return { levels: LEVELS, threshold: 0.5, tokens, marginals, logEvidence: 0, explanations, steps };
}

describe('drawPaths', () => {
  it('draws the levels of neighbouring lengths as often as they are probable together', () => {
    const draws = 5000;
    const seen = mixed.map((one) => Float64Array.from(one));
    const paths = drawPaths(curveOf([{ weight: 1, seen: mixed }]), draws, seedrandom('pairs'));
    const ahead = forwards(seen, steps);
    // The last pair of lengths, since what is seen later makes what is before it likelier or less likely.
    const [node, matrix] = [tokens.length - 2, matrixOf(steps.at(-1)!)];
    const expected = new Float64Array(size * size);
    const drawn = new Float64Array(size * size);
    let total = 0;
    ahead[node]!.forEach((share, from) => {
      matrix[from]!.forEach((chance, to) => {
        const both = share * chance * seen[node + 1]![to % size]!;
        expected[(from % size) * size + (to % size)]! += both;
        total += both;
      });
    });
    for (const { levels } of paths) drawn[levels[node]! * size + levels[node + 1]!]! += 1 / draws;
    expected.forEach((share, pair) => {
      const chance = share / total;
      const error = Math.sqrt((chance * (1 - chance)) / draws);
      expect(Math.abs(drawn[pair]! - chance)).toBeLessThanOrEqual(4 * error + 1e-9);
    });
  });

  it('never rises, and has the recalls of its levels', () => {
    for (const { levels, recalls } of drawPaths(
      curveOf([{ weight: 1, seen: mixed }]),
      200,
      seedrandom('levels'),
    )) {
      expect(levels).toHaveLength(tokens.length);
      expect([...levels].sort((a, b) => b - a)).toEqual(levels);
      expect(recalls).toEqual(levels.map((level) => LEVELS.recalls[level]));
    }
  });

  it('draws ways to hang together in proportion, and as many curves as are wanted', () => {
    const curve = curveOf([
      { weight: 0.745, seen: mixed },
      { weight: 0.205, seen: high },
      { weight: 0.05, seen: mixed },
    ]);
    for (const chance of [0, 0.4, 0.999]) {
      let first = true;
      const random = seedrandom('ways');
      const paths = drawPaths(curve, 100, () => {
        const value = first ? chance : random();
        first = false;
        return value;
      });
      const shares = [0, 1, 2].map(
        (own) => paths.filter(({ dependence }) => dependence.correlation === own).length,
      );
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
      [74.5, 20.5, 5].forEach((share, i) => {
        expect(Math.abs(shares[i]! - share)).toBeLessThanOrEqual(1);
      });
    }
    // What is left out of the weights goes to the likeliest.
    const part = curveOf([
      { weight: 0.5, seen: mixed },
      { weight: 0.2, seen: high },
    ]);
    const paths = drawPaths(part, 10, () => 0);
    expect(paths.map(({ dependence }) => dependence.correlation)).toEqual([
      0, 0, 0, 0, 0, 1, 1, 0, 0, 0,
    ]);
    expect(drawPaths(part, 0, () => 0)).toEqual([]);
  });
});
