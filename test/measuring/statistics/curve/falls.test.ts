import { describe, expect, it } from 'vitest';
import {
  arrivals,
  fallsBetween,
  filter,
  levelsAround,
  smooth,
  startAt,
} from '../../../../src/measuring/statistics/curve/falls.js';

const levels = levelsAround(0.85);
const size = levels.recalls.length;
const flat = new Float64Array(size).fill(1);
const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);

/** Logits that are lost in an octave. */
const LOST = 0.2;
const START = { mean: 2, sd: 1.5 };

/** By level before a distance, by level after it: the probability. */
function transitions(octaves: number): number[][] {
  const [falls] = fallsBetween([1000, 1000 * 2 ** octaves], levels, LOST);
  const byArrival = Array.from({ length: size }, (_, level) => arrivals(falls!, level));
  return Array.from({ length: size }, (_, from) => byArrival.map((chances) => chances[from]!));
}

describe('falls', () => {
  it.each([0.01, 0.25, 1, 5])(
    'over %s octaves are certain to end on some level, none higher',
    (octaves) => {
      transitions(octaves).forEach((chances, from) => {
        expect(sum(chances)).toBeCloseTo(1, 12);
        expect(chances.slice(from + 1).every((chance) => chance === 0)).toBe(true);
      });
    },
  );

  it('are a quarter of a level of 0.8 logits in an octave', () => {
    const top = size - 1;
    const chances = transitions(1)[top]!;
    expect(sum(chances.map((chance, level) => chance * (top - level)))).toBeCloseTo(1 / 4, 9);
    expect(chances[top]).toBeCloseTo(Math.exp(-1 / 4), 12);
    expect(chances[top - 2]).toBeCloseTo(Math.exp(-1 / 4) / 32, 12);
  });

  it.each([0.05, 0.5, 1, 3])('over %s octaves are totally positive of order 2', (octaves) => {
    const chances = transitions(octaves);
    for (let from = 0; from < size; from++) {
      for (let higher = from + 1; higher < size; higher++) {
        for (let to = 0; to < size; to++) {
          for (let upper = to + 1; upper < size; upper++) {
            const straight = chances[from]![to]! * chances[higher]![upper]!;
            const crossed = chances[from]![upper]! * chances[higher]![to]!;
            expect(straight).toBeGreaterThanOrEqual(crossed * (1 - 1e-9));
          }
        }
      }
    }
  });

  it('over two distances are those over both together', () => {
    const [first, second, both] = [transitions(0.3), transitions(1.1), transitions(1.4)];
    first.forEach((row, from) => {
      for (let to = 0; to < size; to++) {
        const through = sum(row.map((chance, level) => chance * second[level]![to]!));
        expect(through).toBeCloseTo(both[from]![to]!, 12);
      }
    });
  });
});

describe('startAt', () => {
  it('is the same up to 4K, and lower at longer lengths, where a reader may have fallen before', () => {
    const mean = (shares: Float64Array) =>
      sum(shares.map((share, level) => share * levels.recalls[level]!));
    expect(startAt(1000, levels, START, LOST)).toEqual(startAt(4000, levels, START, LOST));
    expect(sum(startAt(32_000, levels, START, LOST))).toBeCloseTo(1, 12);
    expect(mean(startAt(32_000, levels, START, LOST))).toBeLessThan(
      mean(startAt(4000, levels, START, LOST)),
    );
  });
});

describe('filter and smooth', () => {
  const three = levelsAround(0.85);
  const falls = fallsBetween([1000, 2000, 8000], three, LOST);
  const start = startAt(1000, three, START, LOST);
  const likelihoods = [0.9, 0.7, 0.2].map((recall) =>
    Float64Array.from(three.recalls, (own) => Math.exp(-8 * (own - recall) ** 2)),
  );

  it('have what adding up over all courses has', () => {
    const steps = [transitions(1), transitions(2)];
    const marginals = [0, 1, 2].map(() => new Float64Array(size));
    let total = 0;
    for (let a = 0; a < size; a++) {
      for (let b = 0; b <= a; b++) {
        for (let c = 0; c <= b; c++) {
          const weight =
            start[a]! *
            likelihoods[0]![a]! *
            steps[0]![a]![b]! *
            likelihoods[1]![b]! *
            steps[1]![b]![c]! *
            likelihoods[2]![c]!;
          [a, b, c].forEach((level, node) => {
            marginals[node]![level]! += weight;
          });
          total += weight;
        }
      }
    }
    const { filtered, logEvidence } = filter(start, likelihoods, falls);
    expect(logEvidence).toBeCloseTo(Math.log(total), 10);
    const smoothed = smooth(filtered, likelihoods, falls);
    smoothed.forEach((shares, node) => {
      shares.forEach((share, level) => {
        expect(share).toBeCloseTo(marginals[node]![level]! / total, 10);
      });
    });
  });

  it('say nothing new without answers', () => {
    const { filtered, logEvidence } = filter(start, [flat, flat, flat], falls);
    expect(logEvidence).toBeCloseTo(0, 12);
    const smoothed = smooth(filtered, [flat, flat, flat], falls);
    smoothed.forEach((shares, node) => {
      shares.forEach((share, level) => {
        expect(share).toBeCloseTo(filtered[node]![level]!, 12);
      });
    });
  });
});

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
