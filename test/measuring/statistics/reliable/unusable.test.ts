import { describe, expect, it } from 'vitest';
import {
  areFew,
  areMany,
  fewUnusable,
  unusableOf,
  unusableShare,
} from '../../../../src/measuring/statistics/reliable/unusable.js';

const marks = (found: number, of = 16) => Array.from({ length: of }, (_, i) => Number(i < found));

describe('unusableShare', () => {
  it('is of answers that find hardly any of many facts, and of those that were refused or cut off', () => {
    const share = (own: number[], unusable?: number) =>
      unusableShare({ marks: own, ...(unusable !== undefined && { unusable }) });
    expect([0, 3, 4].map((found) => share(marks(found)))).toEqual([1, 1, 0]);
    // Of few facts all are lost by chance.
    expect(share(marks(0, 7))).toBe(0);
    expect(share(marks(0, 8))).toBe(1);
    expect(share(marks(16), 0.5)).toBe(0.5);
    expect(share(marks(0), 0.5)).toBe(1);
  });
});

describe('areFew and areMany', () => {
  it('allow none, 1 of 25 and 2 of 39, and refuse 3 of 12', () => {
    const fewest = (answers: number) =>
      Array.from({ length: 80 }, (_, of) => of).find((of) => of >= answers && areFew(answers, of));
    expect([0, 1, 2, 3].map(fewest)).toEqual(
      [0, 1, 2, 3].map((k) => (k === 0 ? 0 : expect.any(Number))),
    );
    expect(fewest(1)).toBeGreaterThanOrEqual(22);
    expect(fewest(1)).toBeLessThanOrEqual(26);
    expect(areFew(2, 39)).toBe(true);
    expect(areFew(2, 32)).toBe(false);
    expect([areMany(3, 12), areMany(2, 12), areMany(1, 1), areMany(0, 0)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('never both, and with every failure less likely', () => {
    for (let of = 1; of <= 60; of++) {
      for (let answers = 0; answers <= of; answers++) {
        expect(areFew(answers, of) && areMany(answers, of)).toBe(false);
        if (answers > 0) {
          expect(fewUnusable(answers, of)).toBeLessThanOrEqual(fewUnusable(answers - 1, of));
        }
      }
    }
  });
});

it('has the bounds of Clopper and Pearson', () => {
  expect(unusableOf({ answers: 3, of: 12, broken: 0 })).toMatchObject({
    atLeast: expect.closeTo(0.0719, 4),
    atMost: expect.closeTo(0.5273, 4),
  });
  expect(unusableOf({ answers: 0, of: 32, broken: 0 })).toMatchObject({
    atLeast: 0,
    atMost: expect.closeTo(1 - 0.05 ** (1 / 32), 6),
  });
  expect(unusableOf({ answers: 2, of: 2, broken: 2 })).toMatchObject({ atMost: 1 });
});
