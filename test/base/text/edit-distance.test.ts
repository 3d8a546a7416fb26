import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/base/text/edit-distance.js';

/** Texts of words, with a slip here and there. */
const wordy = fc
  .array(fc.constantFrom('mill', 'mill', 'mill', 'mill', 'mills', 'mil', 'x'), { maxLength: 120 })
  .map((words) => words.join(' '));

const copying = (words: number, index: number) => [
  ...new Array<string>(words).fill('mill').with(index, 'mills').join(' '),
];

describe('editDistance', () => {
  it('is the Levenshtein distance', () => {
    fc.assert(
      fc.property(wordy, wordy, (a, b) => {
        const found = editDistance([...a], [...b]);
        expect(found).toEqual({ edits: distance(a, b), isLeast: true });
      }),
    );
  });

  it('counts characters beyond the first plane once, as Python does, and words as one', () => {
    expect(editDistance([...'a😀b'], [...'a😁b']).edits).toBe(1);
    expect(editDistance([...'a😀b'], [...'ab']).edits).toBe(1);
    expect(editDistance(['the', 'old', 'mill'], ['the', 'mill']).edits).toBe(1);
  });

  it('takes a second for copies of 40,000 words', () => {
    const gold = copying(40_000, 8_000);
    expect(editDistance(gold, copying(40_000, 24_000))).toEqual({ edits: 2, isLeast: true });
    expect(editDistance(gold, gold.slice(0, 120_000)).edits).toBe(gold.length - 120_000);
  }, 30_000);

  it('gives up on the least distance of long texts that have nothing in common', () => {
    const prose = Array.from({ length: 450_000 }, (_, i) => 'etaoin shrdlu'[(i * i) % 13]!);
    const { edits, isLeast } = editDistance(copying(90_000, 10), prose);
    expect(isLeast).toBe(false);
    expect(edits).toBeGreaterThan(300_000);
    expect(edits).toBeLessThanOrEqual(500_000);
  }, 20_000);
});
