import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean } from '../../../src/base/numbers.js';
import { describeMissing, markStars } from '../../../src/benchmarks/counting-stars/index.js';

describe('markStars', () => {
  it('marks the worked examples of the paper', () => {
    expect(markStars([3, 9, 9, 11], [3, 5, 9])).toEqual([1, 0, 1]);
    expect(markStars([3, 6, 9], [3, 5, 9])).toEqual([1, 0, 1]);
  });

  it('truncates before it drops duplicates', () => {
    expect(markStars([3, 3, 3, 5, 9], [3, 5, 9])).toEqual([1, 0, 0]);
  });

  it('gives M marks of 0 or 1 for every list, and all of them for the reference', () => {
    const counts = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(counts, fc.array(fc.integer()), (reference, predicted) => {
        const marks = markStars(predicted, reference);
        expect(marks).toHaveLength(reference.length);
        expect(marks.every((mark) => mark === 0 || mark === 1)).toBe(true);
        expect(mean(markStars(reference, reference))).toBe(1);
        expect(mean(markStars([...reference].reverse(), reference))).toBe(1);
      }),
    );
  });
});

describe('describeMissing', () => {
  const marks = (total: number, ...missing: number[]) =>
    Array.from({ length: total }, (_, i) => (missing.includes(i + 1) ? 0 : 1));

  it.each([
    [marks(32), ''],
    [marks(32, 7), 'No. 7 is missing.'],
    [marks(32, 7, 9, 30), 'No. 7, 9 and 30 are missing.'],
    [marks(32, 25, 27, 28, 30, 31), '5 of the last 8 are missing.'],
    [marks(32, 29, 30, 31, 32), 'The last 4 are missing.'],
    [marks(32, 1, 3, 4, 5), '4 of the first 5 are missing.'],
    [marks(32, 1, 2, 3, 4), 'The first 4 are missing.'],
    [marks(32, 12, 14, 16, 20), '4 of the 9 in the middle (no. 12 to 20) are missing.'],
    [marks(32, 1, 9, 20, 32), '4 between no. 1 and no. 32 are missing.'],
    [marks(3, 1, 2, 3), ''],
  ])('%#: %s', (given, text) => {
    expect(describeMissing(given)).toBe(text);
  });
});
