import { describe, expect, it } from 'vitest';
import {
  filter,
  smooth,
  startOf,
  stepsBetween,
} from '../../../../src/measuring/statistics/curve/curve-chain.js';
import { backwards, forwards, LEVELS } from './small-chain.js';

const steps = stepsBetween([1000, 1300, 8000, 64_000], LEVELS);
const seen = [
  [0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1],
  [1, 1, 1, 1, 1, 1, 1],
  [0.2, 0.4, 0.8, 1, 0.9, 0.6, 0.3],
  [0.9, 0.7, 0.7, 0.4, 0.1, 0.05, 0.01],
].map((one) => Float64Array.from(one));
const total = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);

const expectClose = (actual: Iterable<number>, expected: readonly number[]) => {
  const farthest = Math.max(...[...actual].map((value, i) => Math.abs(value - expected[i]!)));
  expect(farthest).toBeLessThan(1e-8);
};

describe('the chain of a curve', () => {
  const filtered = filter(startOf(LEVELS), seen, steps)!;
  const ahead = forwards(seen, steps);

  it('forwards is the product of its matrices', () => {
    filtered.states.forEach((states, node) => {
      expectClose(
        states,
        ahead[node]!.map((share) => share / total(ahead[node]!)),
      );
    });
    expect(filtered.logEvidence).toBeCloseTo(Math.log(total(ahead.at(-1)!)), 8);
  });

  it('backwards too', () => {
    const back = backwards(seen, steps);
    const smoothed = Array.from(smooth(seen, steps, filtered.states));
    expect(smoothed).toHaveLength(seen.length);
    smoothed.forEach((states, node) => {
      const both = ahead[node]!.map((share, state) => share * back[node]![state]!);
      expectClose(
        states,
        both.map((share) => share / total(both)),
      );
    });
  });

  it('learns nothing from what is as unlikely at every level, however unlikely', () => {
    const tokens = Array.from({ length: 30 }, (_, i) => 1000 * (i + 1));
    const many = stepsBetween(tokens, LEVELS);
    const told = (likelihood: number) => {
      const none = tokens.map(() => new Float64Array(LEVELS.recalls.length).fill(likelihood));
      return smooth(none, many, filter(startOf(LEVELS), none, many)!.states);
    };
    const unlikely = told(1e-30);
    told(1).forEach((states, node) => {
      expectClose(unlikely[node]!, [...states]);
    });
  });

  it('is given up below the evidence that is asked for, and not at it', () => {
    expect(filter(startOf(LEVELS), seen, steps, filtered.logEvidence)).toEqual(filtered);
    expect(filter(startOf(LEVELS), seen, steps, filtered.logEvidence + 1e-9)).toBeUndefined();
  });

  it('steps of as many octaves are one and the same', () => {
    const [first, second, third] = stepsBetween([1000, 2000, 4000, 5000], LEVELS);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(stepsBetween([4000], LEVELS)).toEqual([]);
  });
});
