import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  crossing,
  isKnown,
  likelyLengths,
} from '../../../../src/measuring/statistics/curve/effective-length.js';
import { effectiveLength } from '../../../../src/measuring/statistics/curve/effective-length-of.js';
import type { PromptMarks } from '../../../../src/measuring/statistics/curve/prompt-marks.js';
import {
  type CurvePoint,
  recallBand,
  recallOfLengths,
} from '../../../../src/measuring/statistics/curve/recall-band.js';
import {
  type RecallByLength,
  recallCurve,
} from '../../../../src/measuring/statistics/curve/recall-curve.js';

const marksOf = (right: number, marks: number) =>
  Array.from({ length: marks }, (_, i) => Number(i < right));

/** A grid with so many of 32 marks right at each length. */
function grid(found: Record<number, number[]>, marks = 32): PromptMarks[] {
  return Object.entries(found).flatMap(([tokens, counts]) =>
    counts.map((right) => ({
      tokens: Number(tokens),
      marks: Array.from({ length: marks }, (_, i) => Number(i < right)),
    })),
  );
}

const cliff = grid({
  4000: [31, 32, 31],
  8000: [32, 30, 31],
  16000: [31, 31, 32],
  32000: [30, 32, 31],
  64000: [14, 17, 12],
  128000: [9, 11, 10],
});

describe('effectiveLength', () => {
  it('finds a cliff between the two lengths around it', () => {
    const { value, low, high } = effectiveLength(cliff);
    expect(value).toBeGreaterThan(32_000);
    expect(value).toBeLessThan(64_000);
    expect([low, high]).toEqual([32_000, 64_000]);
  });

  it('says at least the longest of a reader that never falls below', () => {
    const found = Object.fromEntries(
      Array.from({ length: 32 }, (_, k) => [4000 * (k + 1), [k % 5 === 0 ? 29 : 31]]),
    );
    const { value, low, high } = effectiveLength(grid(found));
    expect(value).toBe(Number.POSITIVE_INFINITY);
    expect(high).toBe(Number.POSITIVE_INFINITY);
    expect(low).toBeGreaterThan(64_000);
  });

  it('says below the shortest of a reader that never reaches the threshold', () => {
    const { value, low, high } = effectiveLength(grid({ 4000: [12, 15], 8000: [11, 9] }));
    expect({ value, low, high }).toEqual({ value: 0, low: 0, high: 0 });
  });

  it('is not shortened by one prompt that dips', () => {
    const found = Object.fromEntries(
      Array.from({ length: 32 }, (_, k) => [4000 * (k + 1), [k === 3 ? 20 : 31]]),
    );
    expect(effectiveLength(grid(found)).value).toBe(Number.POSITIVE_INFINITY);
  });

  it('is less sure where prompts are all or nothing', () => {
    const whole = grid({ 4000: [32, 32, 32], 64000: [32, 32, 0], 128000: [0, 32, 0] });
    const even = grid({ 4000: [32, 32, 32], 64000: [21, 22, 21], 128000: [11, 10, 11] });
    const [moody, steady] = [effectiveLength(whole), effectiveLength(even)];
    expect(moody.low).toBeLessThan(steady.low);
  });

  it('goes by the base score of the reader itself', () => {
    const modest = grid({
      250: [22, 23, 22],
      500: [22, 22, 23],
      1000: [23, 21, 22],
      8000: [22, 22, 22],
      16000: [9, 10, 8],
    });
    expect(effectiveLength(modest).value).toBe(0);
    const relative = effectiveLength(modest, { relativeTo: [250, 500, 1000] });
    expect(relative.value).toBeGreaterThan(1000);
    expect(relative.value).toBeLessThan(16_000);
    expect(relative.low).toBeGreaterThan(0);
  });

  it('has wider intervals for more confidence', () => {
    const sure = effectiveLength(cliff, { confidence: 0.9999 });
    const less = effectiveLength(cliff, { confidence: 0.5 });
    expect(sure.low).toBeLessThan(less.low);
    expect(sure.high).toBeGreaterThanOrEqual(less.high);
  });

  it('names what is wrong', () => {
    expect(() => effectiveLength([])).toThrow('a recall curve needs a prompt with a mark');
    expect(() => effectiveLength([{ tokens: 0, marks: [1] }])).toThrow(
      'tokens must be a number above 0, not 0',
    );
    expect(() => effectiveLength([{ tokens: 4000, marks: [1.5] }])).toThrow(
      'marks must be from 0 to 1, not 1.5 (prompt of 4000 tokens)',
    );
    expect(() => effectiveLength(cliff, { threshold: 1 })).toThrow(
      'threshold must be above 0 and below 1, not 1',
    );
    expect(() => effectiveLength(cliff, { confidence: 95 })).toThrow(
      'confidence must be above 0 and below 1, not 95',
    );
    expect(() => effectiveLength(cliff, { relativeTo: [250] })).toThrow(
      'relativeTo: no prompt has 250 tokens',
    );
    expect(() => effectiveLength(cliff, { relativeTo: [] })).toThrow(
      'relativeTo needs at least one length',
    );
  });

  it('is that of all answers, those that failed completely among them', () => {
    const lost = { tokens: 16_000, marks: new Array<number>(32).fill(0) };
    expect(effectiveLength([...cliff, lost]).value).toBeLessThan(effectiveLength(cliff).value);
  });

  it('has ordered bounds, whatever the order of prompts and whatever their marks', {
    tags: ['slow'],
  }, () => {
    const prompt = fc.record({
      tokens: fc.constantFrom(1000, 4000, 8000, 9000, 128_000),
      marks: fc.array(fc.constantFrom(0, 0.25, 0.5, 1), { minLength: 1, maxLength: 12 }),
    });
    fc.assert(
      fc.property(fc.array(prompt, { minLength: 1, maxLength: 12 }), (prompts) => {
        const { value, low, high } = effectiveLength(prompts);
        expect(low).toBeLessThanOrEqual(value);
        expect(value).toBeLessThanOrEqual(high);
        const reversed = effectiveLength([...prompts].reverse());
        expect(reversed.value === value || Math.abs(reversed.value / value - 1) < 1e-6).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe('relative to the base score', () => {
  it('has the base score from its own prompts, whatever comes after them', () => {
    const right = (tokens: number, count: number, of = 16) =>
      Array.from({ length: of }, () => ({ tokens, marks: marksOf(count, 32) }));
    const ask = (after: PromptMarks[]) =>
      effectiveLength([...right(4000, 30), ...right(8000, 28), ...after], { relativeTo: [4000] });
    const [well, badly] = [ask(right(64_000, 27)), ask(right(64_000, 8))];
    // A curve that may have fallen before 4K tells nothing of the base score: 8K holds 0.85 of it either way.
    expect(well.low).toBeGreaterThanOrEqual(8000);
    expect(badly.low).toBeGreaterThanOrEqual(8000);
    expect(badly.high).toBe(64_000);
  });

  it('is never below the shortest length, where recall cannot be below its own share', () => {
    const weak = grid({ 4000: [3, 5, 4], 8000: [4, 3, 5] });
    const { low } = effectiveLength(weak, { relativeTo: [4000], confidence: 0.999 });
    expect(low).toBeGreaterThan(0);
  });
});

describe('isKnown', () => {
  it('says whether an interval is more than the whole grid', () => {
    const [value, beyond] = [8000, Number.POSITIVE_INFINITY];
    expect(isKnown({ value, low: 0, high: beyond })).toBe(false);
    expect(isKnown({ value, low: 4000, high: beyond })).toBe(true);
    expect(isKnown({ value, low: 0, high: 16_000 })).toBe(true);
    expect(isKnown({ value: beyond, low: beyond, high: beyond })).toBe(true);
    expect(isKnown(effectiveLength(grid({ 8000: [28] })))).toBe(false);
  });
});

describe('readers that find little', () => {
  const steady = (lengths: readonly number[], seeds: number, recall: number) =>
    grid(
      Object.fromEntries(
        lengths.map((tokens) => [tokens, new Array<number>(seeds).fill(Math.round(32 * recall))]),
      ),
    );
  const octaves = [4000, 8000, 16_000, 32_000, 64_000, 128_000];
  const every4K = Array.from({ length: 32 }, (_, i) => 4000 * (i + 1));

  it.each([
    ['5 lengths × 8', octaves.slice(0, 5), 8, 0.06],
    ['6 octaves × 3', octaves, 3, 0.09],
    ['32 lengths × 1', every4K, 1, 0.15],
    ['3 lengths × 3', octaves.slice(3), 3, 0.25],
  ] as const)('have a curve next to 0 if they find nothing: %s', (_name, lengths, seeds, most) => {
    expect(recallBand(recallCurve(steady(lengths, seeds, 0)))[0]!.recall.value).toBeLessThan(most);
  });

  it.each([0.05, 0.2, 0.5, 0.8, 0.95, 0.995])(
    'and steady ones of %s are drawn within what each length shows',
    (recall) => {
      const prompts = steady(octaves, 3, recall);
      const curve = recallCurve(prompts);
      const medians = new Map(recallBand(curve).map((one) => [one.tokens, one.recall.value]));
      for (const { tokens, recall: own } of recallOfLengths(prompts)) {
        expect(medians.get(tokens)).toBeGreaterThanOrEqual(own.low);
        expect(medians.get(tokens)).toBeLessThanOrEqual(own.high);
      }
    },
  );
});

describe('recallBand', () => {
  it('meets the interval of every length, whatever the marks, and still never rises', {
    tags: ['slow'],
  }, () => {
    const prompt = fc.record({
      tokens: fc.constantFrom(4000, 8000, 9000, 32_000, 128_000),
      marks: fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 1, maxLength: 32 }),
    });
    fc.assert(
      fc.property(fc.array(prompt, { minLength: 1, maxLength: 12 }), (prompts) => {
        const curve = recallCurve(prompts);
        const lengths = recallOfLengths(prompts);
        const band = recallBand(curve, 0.95, lengths);
        for (const { tokens, recall } of lengths) {
          const drawn = band.find((point) => point.tokens === tokens)!.recall;
          expect(drawn.low).toBeLessThanOrEqual(recall.high);
          expect(drawn.high).toBeGreaterThanOrEqual(recall.low);
        }
        band.slice(1).forEach(({ recall }, i) => {
          expect(recall.low).toBeLessThanOrEqual(band[i]!.recall.low + 1e-6);
          expect(recall.high).toBeLessThanOrEqual(band[i]!.recall.high + 1e-6);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('never rises with length, and holds its own estimate', () => {
    const random = seedrandom('band');
    const prompts = Array.from({ length: 20 }, (_, k) => ({
      tokens: 2000 * (k + 1),
      marks: Array.from({ length: 8 }, () => Number(random() < 0.9)),
    }));
    const band = recallBand(recallCurve(prompts));
    band.forEach(({ recall }, i) => {
      expect(recall.low).toBeLessThanOrEqual(recall.value);
      expect(recall.value).toBeLessThanOrEqual(recall.high);
      const before = band[i - 1]?.recall ?? recall;
      expect(recall.value).toBeLessThanOrEqual(before.value);
    });
  });
});

describe('a curve that is known', () => {
  /** Recalls of 0.25, 0.5 and 0.75 with these probabilities, by length. */
  const curveOf = (...marginals: number[][]): RecallByLength => ({
    levels: { recalls: [0.25, 0.5, 0.75], step: Math.log(3) },
    // Halfway, in logits, between the two upper levels.
    threshold: Math.sqrt(3) / (1 + Math.sqrt(3)),
    tokens: marginals.map((_, i) => 1000 * 4 ** i),
    marginals: marginals.map((one) => Float64Array.from(one)),
    steadyUpTo: 0,
  });

  it('is crossed in proportion between two lengths, in octaves, and bounded by lengths', () => {
    const falling = curveOf([0, 0, 1], [0, 0.25, 0.75], [0.5, 0.25, 0.25], [0.75, 0.25, 0]);
    const { value, low, high } = crossing(falling, 0.75);
    expect(value).toBeCloseTo(4000 * 2, 6);
    expect([low, high]).toEqual([1000, 64_000]);
    expect(crossing(curveOf([0.25, 0.25, 0.5], [0.5, 0.25, 0.25]), 0.6)).toEqual({
      value: 0,
      low: 0,
      high: Number.POSITIVE_INFINITY,
    });
  });

  it('is known with the share of curves that hold there', () => {
    const falling = curveOf([0, 0, 1], [0, 0.04, 0.96], [0.5, 0.25, 0.25], [0.75, 0.21, 0.04]);
    const likely = likelyLengths(falling);
    expect(likely.map(({ probability }) => probability)).toEqual([
      1,
      expect.closeTo(0.96, 12),
      0.25,
      expect.closeTo(0.04, 12),
    ]);
  });

  it('has a band in which each level stands for half a step to either side', () => {
    const [{ recall }] = recallBand(curveOf([0.2, 0.6, 0.2]), 0.6) as [CurvePoint];
    const between = 1 / (1 + Math.sqrt(3));
    expect(recall.value).toBeCloseTo(0.5, 12);
    expect(recall.low).toBeCloseTo(between, 12);
    expect(recall.high).toBeCloseTo(1 - between, 12);
    // Where a confidence asks for more than there is, the highest level.
    expect(recallBand(curveOf([0.2, 0.6, 0.1]), 0.99)[0]!.recall.high).toBe(0.75);
  });
});
