import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkGold,
  differentPlaces,
  type GoldPlace,
  goldIndex,
  goldPosition,
  insertAt,
} from '../../src/benchmarks/gold.js';

const place: fc.Arbitrary<GoldPlace> = fc.oneof(
  fc.constantFrom<GoldPlace>('first', 'middle', 'last'),
  fc.nat(50),
  fc.double({ min: 0.001, max: 0.999, noNaN: true }),
);

describe('gold', () => {
  it('is an index, a share of the way, or a word for one', () => {
    const places: GoldPlace[] = [0, 4, 19, 'first', 0.25, 'middle', 0.75, 'last'];
    expect(places.map((one) => goldIndex(one, 20))).toEqual([0, 4, 19, 0, 5, 10, 14, 19]);
    expect(places.map((one) => goldPosition(one, 20))).toEqual([
      0,
      4 / 19,
      1,
      0,
      0.25,
      0.5,
      0.75,
      1,
    ]);
    expect(goldIndex('last', 1)).toBe(0);
    expect([goldPosition(0, 1), goldPosition('last', 1)]).toEqual([0, 0]);
  });

  it('stands within half a step of where it was asked to', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 2, max: 3000 }), (gold, among) => {
        const index = goldIndex(gold, among);
        expect(index).toBeGreaterThanOrEqual(0);
        expect(index).toBeLessThan(among);
        const error = Math.abs(index / (among - 1) - goldPosition(gold, among));
        expect(error).toBeLessThanOrEqual(0.5 / (among - 1) + 1e-9);
      }),
    );
  });

  it('leaves out places that are the same', () => {
    const places: GoldPlace[] = [0.25, 'first', 'middle', 0.75, 'last'];
    expect(differentPlaces(places, 4)).toEqual([0.25, 'first', 0.75, 'last']);
    expect(differentPlaces(places, 2)).toEqual(['first', 'last']);
    expect(differentPlaces(['last', 'first'], 1)).toEqual(['last']);
    expect(differentPlaces(['first', 0, 'last'], 9).map((one) => goldIndex(one, 9))).toEqual([
      0, 8,
    ]);
  });

  it('is refused beyond the end', () => {
    expect(() => checkGold('multiDocumentQa', [0, 'last', 10], 10, 'documents')).toThrow(
      'multiDocumentQa: `gold` is 10, but a prompt has 10 documents, so the last index is 9. Use a ' +
        'smaller index, or a share between 0 and 1.',
    );
    expect(() => checkGold('multiDocumentQa', [0.5, 9], 10, 'documents')).not.toThrow();
  });

  it('is put among the others, which keep their order', () => {
    expect(insertAt(['a', 'b', 'c'], 'gold', 1)).toEqual(['a', 'gold', 'b', 'c']);
    expect(insertAt(['a', 'b'], 'gold', 2)).toEqual(['a', 'b', 'gold']);
  });
});
