import { describe, expect, it } from 'vitest';
import { bySimilarity } from '../../../src/benchmarks/own-documents/documents.js';

const documents = (...texts: string[]) => texts.map((text, i) => ({ id: `${i}`, title: '', text }));
const order = (texts: string[], query: string) =>
  bySimilarity(documents(...texts), query).map(({ id }) => Number(id));

describe('bySimilarity', () => {
  it('ranks as BM25 does: rare words before frequent ones, and the shorter of two texts', () => {
    // Worked by hand with k1 = 1.2, b = 0.75: idf(owl) = ln(1 + 3.5/1.5) = 1.204, idf(the) = ln(1 + 0.5/4.5) = 0.105.
    expect(order(['the the the the', 'the owl', 'the cat of the hill', 'the'], 'the owl')).toEqual([
      1, 0, 3, 2,
    ]);
  });

  it('counts a word that comes again less and less', () => {
    expect(order(['owl owl owl owl', 'owl hill', 'x y', 'z w'], 'owl hill')).toEqual([1, 0, 2, 3]);
  });

  it('leaves equal ones in their order, those without a word last', () => {
    expect(order(['a', 'b owl', 'c', 'd owl'], 'OWL?')).toEqual([1, 3, 0, 2]);
  });

  it('compares Chinese by its characters', () => {
    expect(order(['天气很好', '企鹅数星星', '河流'], '小企鹅')).toEqual([1, 0, 2]);
  });
});
