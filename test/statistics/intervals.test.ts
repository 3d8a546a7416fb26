import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { mean } from '../../src/numbers.js';
import {
  clusterInterval,
  dispersion,
  effectiveLength,
  middleDip,
  stability,
  stratumInterval,
  tailLoss,
  wilson,
} from '../../src/statistics/intervals.js';

describe('wilson', () => {
  it('gives the values of the textbook', () => {
    // 15 of 20 (Newcombe 1998 gives this method's interval for such shares to four places).
    const { low, high } = wilson(0.75, 20);
    expect(low).toBeCloseTo(0.5313, 4);
    expect(high).toBeCloseTo(0.8881, 4);
    expect(wilson(0, 10)).toEqual({ value: 0, low: 0, high: expect.closeTo(0.2775, 4) });
  });

  it('holds its estimate, within 0 and 1', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, fc.double({ min: 0.1, max: 1e6, noNaN: true }), (value, trials) => {
        const { low, high } = wilson(value, trials);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
    expect(wilson(0.5, 0)).toEqual({ value: 0.5, low: 0, high: 1 });
  });
});

describe('clusterInterval', () => {
  const alike = Array.from({ length: 20 }, (_, i) => new Array(10).fill(i % 2));
  const mixed = Array.from({ length: 20 }, () => [0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);

  it('is wide where the marks of a prompt are alike, narrow where prompts are', () => {
    const wide = clusterInterval([alike]);
    const narrow = clusterInterval([mixed]);
    const plain = wilson(0.5, 200);
    expect(wide.high - wide.low).toBeGreaterThan(2 * (plain.high - plain.low));
    expect(narrow.high - narrow.low).toBeLessThanOrEqual(plain.high - plain.low + 1e-9);
  });

  it('shows what a bootstrap of prompts shows', () => {
    const strata = [0.3, 0.8].map((recall, s) =>
      Array.from({ length: 12 }, (_, i) =>
        Array.from({ length: 5 + (i % 3) }, (_, j) =>
          seedrandom(`${s}/${i}/${j % 2}`)() < recall ? 1 : 0,
        ),
      ),
    );
    const random = seedrandom('bootstrap');
    const means = Array.from({ length: 20_000 }, () => {
      const drawn = strata.flatMap((clusters) =>
        clusters.flatMap(() => clusters[Math.floor(random() * clusters.length)]!),
      );
      return mean(drawn);
    });
    const center = mean(means);
    const deviation = Math.sqrt(mean(means.map((value) => (value - center) ** 2)) * (12 / 11));
    const { value, low, high } = clusterInterval(strata);
    // Near the middle, Wilson's interval is nearly t = 2.07 deviations to each side.
    expect((high - low) / 2).toBeCloseTo(2.07 * deviation, 1);
    expect(value).toBeCloseTo(center, 2);
  });

  it('takes the marks of a single prompt as independent, and no marks as no knowledge', () => {
    expect(clusterInterval([[[1, 0, 1, 1]]])).toEqual(wilson(0.75, 4));
    expect(clusterInterval([[]])).toEqual({ value: Number.NaN, low: 0, high: 1 });
  });

  it('takes a stratum with a single prompt together with its neighbour', () => {
    const single = [
      [[1, 0]],
      [[1, 1]],
      [
        [0, 0],
        [1, 1],
      ],
      [[0, 1]],
    ];
    const paired = [
      [
        [1, 0],
        [1, 1],
      ],
      [
        [0, 0],
        [1, 1],
        [0, 1],
      ],
    ];
    expect(clusterInterval(single)).toEqual(clusterInterval(paired));
  });

  it('does not count differences between strata as chance', () => {
    const strata = [0, 1].map((mark) => Array.from({ length: 10 }, () => new Array(10).fill(mark)));
    const { low, high } = clusterInterval(strata);
    expect(high - low).toBeLessThan(wilson(0.5, 200).high - wilson(0.5, 200).low + 1e-9);
  });
});

describe('stratumInterval', () => {
  it('widens the interval of one length by what all lengths show', () => {
    const strata = Array.from({ length: 8 }, (_, i) => [
      new Array(10).fill(i % 2),
      new Array(10).fill(1 - (i % 2)),
    ]);
    const dispersed = dispersion(strata)!;
    expect(dispersed.effect).toBeGreaterThan(5);
    expect(dispersed.freedom).toBe(8);
    const wide = stratumInterval(strata[0]!, dispersed);
    const plain = stratumInterval(strata[0]!, undefined);
    expect(plain).toEqual(wilson(0.5, 20));
    expect(wide.high - wide.low).toBeGreaterThan(plain.high - plain.low);
    expect(dispersion([[[1, 0]], [[1, 1]]])).toBeUndefined();
  });
});

describe('effectiveLength', () => {
  const at = (...recalls: number[]) =>
    recalls.map((recall, i) => ({ tokens: 1000 * (i + 1), recall }));

  it.each([
    [at(1, 1, 0.9, 0.5), 3000],
    [at(1, 0.5, 1, 1), 1000],
    [at(0.5, 1), 0],
    [at(0.85), 1000],
    [at(1, Number.NaN, 1), 1000],
    [[], 0],
  ])('%#', (points, expected) => {
    expect(effectiveLength(points, 0.85)).toBe(expected);
    expect(effectiveLength([...points].reverse(), 0.85)).toBe(expected);
  });
});

describe('positions', () => {
  const curve = (recall: (position: number) => number) =>
    Array.from({ length: 20 }, (_, i) => (i + 1) / 20).map((position) => ({
      position,
      mark: recall(position),
    }));

  it('middleDip: ends minus middle', () => {
    const flat = middleDip(curve(() => 0.7))!;
    expect(flat.value).toBeCloseTo(0);
    expect(flat.low).toBeLessThan(0);
    expect(middleDip(curve((p) => (p > 0.4 && p < 0.61 ? 0 : 1)))).toEqual({
      value: 1,
      low: 1,
      high: 1,
    });
    expect(middleDip([{ position: 1, mark: 1 }])).toBeUndefined();
  });

  it('tailLoss: what is before the last fifth minus what is in it', () => {
    expect(tailLoss(curve((p) => (p > 0.8 ? 0.25 : 1)))!.value).toBeCloseTo(0.75);
    expect(tailLoss([{ position: 0.1, mark: 1 }])).toBeUndefined();
  });
});

describe('stability', () => {
  const points = (prompts: number, ...recalls: number[]) =>
    recalls.map((recall, i) => ({ tokens: 1000 * (i + 1), recall: wilson(recall, prompts) }));

  it('finds how often and how far a longer context does better', () => {
    const rises = points(1000, 1, 0.6, 0.9, 0.5);
    expect(stability(rises)).toEqual({
      inversions: 1 / 6,
      largestRise: expect.closeTo(0.3),
      fromTokens: 2000,
      toTokens: 3000,
      clear: true,
    });
    expect(stability(rises.slice(0, 2))).toEqual({ inversions: 0, largestRise: 0, clear: false });
    expect(stability([])).toEqual({ inversions: 0, largestRise: 0, clear: false });
  });

  it('does not call chance a rise', () => {
    expect(stability(points(12, 1, 0.6, 0.9, 0.5)).clear).toBe(false);
  });
});
