import { describe, expect, it } from 'vitest';
import { recallByPlace } from '../../../src/measuring/report/lost-facts.js';

const cell = (place: number, recall: number, marks = 1) => ({
  provider: 'reader',
  series: 'series',
  tokens: 4000,
  place,
  position: place / 8,
  recall,
  marks,
});

describe('recallByPlace', () => {
  it('has one part for each place, and nothing where no mark is', () => {
    expect(recallByPlace([cell(1, 1), cell(3, 0.5)], 3, 8)).toEqual([1, undefined, 0.5]);
  });

  it('takes several places together, each by its marks', () => {
    const cells = [cell(1, 1, 3), cell(2, 0), cell(7, 0.5), cell(8, 0.5)];
    expect(recallByPlace(cells, 8, 4)).toEqual([0.75, undefined, undefined, 0.5]);
  });

  it('is empty without places', () => {
    expect(recallByPlace([], 0, 8)).toEqual([]);
  });
});
