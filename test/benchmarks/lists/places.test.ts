import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkPlaces,
  indexAt,
  insertAt,
  placeConflict,
  positionAt,
  type Spot,
  spotsOf,
} from '../../../src/benchmarks/lists.js';

const anyPlace: fc.Arbitrary<Spot> = fc.oneof(
  fc.record({ index: fc.nat(50) }),
  fc.record({ depth: fc.double({ min: 0, max: 1, noNaN: true }) }),
);

const LIST = { generator: 'multiDocumentQa', items: 'documents' };

const depths = (...list: number[]): Spot[] => list.map((depth) => ({ depth }));

describe('places', () => {
  it('are depths from the first to the last, or indices', () => {
    const places = [...depths(0, 0.25, 0.5, 0.75, 1), { index: 0 }, { index: 4 }, { index: 19 }];
    expect(places.map((place) => indexAt(place, 20))).toEqual([0, 5, 10, 14, 19, 0, 4, 19]);
    expect(places.map((place) => positionAt(place, 20))).toEqual([
      0,
      0.25,
      0.5,
      0.75,
      1,
      0,
      4 / 19,
      1,
    ]);
    expect(indexAt({ depth: 1 }, 1)).toBe(0);
    expect([positionAt({ index: 0 }, 1), positionAt({ depth: 1 }, 1)]).toEqual([0, 0]);
  });

  it('are five from the first to the last, unless options say otherwise', () => {
    const places = (options: object) => spotsOf({ spacing: 'linear', ...options }, 20, LIST);
    expect(places({})).toEqual(depths(0, 0.25, 0.5, 0.75, 1));
    expect(places({ depths: 3 })).toEqual(depths(0, 0.5, 1));
    expect(places({ depths: [0.9] })).toEqual(depths(0.9));
    expect(places({ indices: [7, 1, 7] })).toEqual([{ index: 7 }, { index: 1 }]);
  });

  it('may be other indices for each number of items', () => {
    const indices = { 10: [0, 9], 20: [0, 19] };
    const places = (among: number, isGuess = false) =>
      spotsOf({ spacing: 'linear', indices }, among, LIST, isGuess);
    expect(places(10)).toEqual([{ index: 0 }, { index: 9 }]);
    expect(places(20)).toEqual([{ index: 0 }, { index: 19 }]);
    expect(() => places(30)).toThrow(
      'multiDocumentQa: `indices` has no list for 30 documents. Add one, or give one list for all.',
    );
    expect(() => places(20, true)).toThrow('but `lengths` says how long prompts are');
  });

  it('stand within half a step of where they were asked to', () => {
    fc.assert(
      fc.property(anyPlace, fc.integer({ min: 2, max: 3000 }), (place, among) => {
        const index = indexAt(place, among);
        expect(index).toBeGreaterThanOrEqual(0);
        expect(index).toBeLessThan(among);
        const error = Math.abs(index / (among - 1) - positionAt(place, among));
        expect(error).toBeLessThanOrEqual(0.5 / (among - 1) + 1e-9);
      }),
    );
  });

  it('are left out where they are the same', () => {
    const places = (given: number[], among: number) =>
      spotsOf({ spacing: 'linear', depths: given }, among, LIST);
    expect(places([0.25, 0, 0.5, 0.75, 1], 4)).toEqual(depths(0, 0.25, 0.75, 1));
    expect(places([0.25, 0, 0.5, 0.75, 1], 2)).toEqual(depths(0, 1));
    expect(places([1, 0], 1)).toEqual(depths(0));
  });

  it('are refused beyond the end', () => {
    const places = [...depths(0, 1), { index: 10 }];
    expect(() => checkPlaces('multiDocumentQa', places, 10, 'documents')).toThrow(
      'multiDocumentQa: `indices` has 10, but a prompt has 10 documents, so the last index is 9. Use ' +
        'a smaller index, or `depths` from 0 to 1.',
    );
    expect(() => checkPlaces('multiDocumentQa', [{ index: 9 }], 10, 'documents')).not.toThrow();
  });

  it('are said in one way', () => {
    expect(placeConflict({ indices: [1], depths: 3 })).toBe(
      '`indices` and `depths` both say where the item stands. Give one of them.',
    );
    expect(placeConflict({ indices: [1], spacing: 'linear' })).toContain('`spacing` both');
    expect(placeConflict({ indices: [1] })).toBeUndefined();
  });

  it('are put among the others, which keep their order', () => {
    expect(insertAt(['a', 'b', 'c'], 'gold', 1)).toEqual(['a', 'gold', 'b', 'c']);
    expect(insertAt(['a', 'b'], 'gold', 2)).toEqual(['a', 'b', 'gold']);
  });
});
