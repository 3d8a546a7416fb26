import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../../src/analysis/analyse.js';
import {
  collapsedOf,
  effectiveLengthOf,
  knownLengthOf,
  modelOfPrompts,
} from '../../src/analysis/recall-model.js';

const modelOf = (found: Record<number, number[]>) =>
  modelOfPrompts(
    Object.entries(found).flatMap(([tokens, counts]) =>
      counts.map((right, seed) => ({
        key: `${tokens} ${seed}`,
        tokens: Number(tokens),
        marks: Array.from({ length: 32 }, (_, i) => Number(i < right)),
        positions: [],
      })),
    ),
    DEFAULT_OPTIONS,
  );

describe('knownLengthOf', () => {
  const falling = {
    4000: [32, 31, 32, 31, 30],
    32000: [31, 30, 32, 31, 31],
    64000: [14, 17, 12, 13, 14],
  };

  it('is the interval where the data tell', () => {
    const length = knownLengthOf(modelOf(falling), DEFAULT_OPTIONS);
    expect(length).toMatchObject({ known: true, high: expect.any(Number) });
  });

  it('is unknown where it may be any length, with what would tell', () => {
    const few = modelOf({ 32000: [30, 29, 28], 64000: [28, 20, 29], 128000: [27, 29, 12] });
    expect(knownLengthOf(few, DEFAULT_OPTIONS)).toMatchObject({
      known: false,
      why: 'any length',
      more: { lengths: [32_000, 64_000, 128_000], seeds: expect.any(Number) },
    });
  });

  it('is unknown where it may be on either side of a floor', () => {
    const model = modelOf(falling);
    expect(knownLengthOf(model, DEFAULT_OPTIONS, 45_000)).toMatchObject({
      known: false,
      why: 'floor',
    });
    expect(knownLengthOf(model, DEFAULT_OPTIONS, 16_000).known).toBe(true);
    expect(knownLengthOf(model, DEFAULT_OPTIONS, 128_000).known).toBe(true);
  });

  it('says where nothing was answered, and where recall rises', () => {
    expect(knownLengthOf(modelOf({}), DEFAULT_OPTIONS)).toEqual({
      known: false,
      why: 'unanswered',
    });
    const rising = modelOf({
      4000: [10, 12, 11, 9, 10, 12, 11, 10],
      64000: [31, 30, 32, 31, 31, 32, 30, 31],
    });
    expect(knownLengthOf(rising, DEFAULT_OPTIONS)).toEqual({ known: false, why: 'rises' });
  });
});

describe('collapsedOf', () => {
  it('names the answers, their share, and the effective length without them', () => {
    const model = modelOf(
      Object.fromEntries(
        Array.from({ length: 16 }, (_, i) => [8000 * (i + 1), [i === 9 || i === 12 ? 1 : 30]]),
      ),
    );
    const collapsed = collapsedOf(model, DEFAULT_OPTIONS)!;
    expect(collapsed.prompts.map(({ tokens }) => tokens)).toEqual([80_000, 104_000]);
    expect(collapsed.judged).toBe(16);
    expect(collapsed.share.value).toBe(2 / 16);
    expect(collapsed.effectiveLength!.low).toBe(Number.POSITIVE_INFINITY);
    expect(effectiveLengthOf(model, DEFAULT_OPTIONS)!.low).toBeLessThan(128_000);
  });

  it('is nothing where no answer collapsed', () => {
    expect(collapsedOf(modelOf({ 4000: [32, 31], 8000: [30, 29] }), DEFAULT_OPTIONS)).toBe(
      undefined,
    );
    expect(collapsedOf(modelOf({}), DEFAULT_OPTIONS)).toBeUndefined();
  });
});
