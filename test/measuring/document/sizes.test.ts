import { describe, expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import {
  amountAt,
  amountText,
  nounText,
  sizesOf,
  tokensAt,
} from '../../../src/measuring/document/sizes.js';
import { sizeAndLengthText } from '../../../src/measuring/document/words.js';
import {
  effectiveLengthFigures,
  effectiveSizeFigures,
} from '../../../src/measuring/facts/length-figures.js';
import { reliableFigures } from '../../../src/measuring/facts/length-verdict.js';
import { effectiveLengthSentence } from '../../../src/measuring/facts/length-words.js';
import { effectiveLengthText } from '../facts/length-text.js';
import { reachedBy } from './likely.js';

const DOCUMENTS = new Map([
  ['8 documents', 10_500],
  ['1 document', 1000],
  ['2 documents', 2500],
]);
const sizes = sizesOf(DOCUMENTS)!;

describe('sizesOf', () => {
  it('reads what is counted, ascending', () => {
    expect(sizes).toEqual({
      noun: 'document',
      steps: [
        { amount: 1, tokens: 1000 },
        { amount: 2, tokens: 2500 },
        { amount: 8, tokens: 10_500 },
      ],
    });
  });

  it.each<[string, [string, number][]]>([
    ['sizes without a number', [['no documents', 50]]],
    ['lengths', [['4000 tokens', 3900]]],
    ['lengths in words', [['4000 words', 5000]]],
    [
      'different things',
      [
        ['2 keys', 10],
        ['3 pairs', 20],
      ],
    ],
    [
      'more that is not longer',
      [
        ['2 keys', 20],
        ['3 keys', 20],
      ],
    ],
    ['nothing', []],
  ])('leaves %s alone', (_, lengths) => {
    expect(sizesOf(new Map(lengths))).toBeUndefined();
  });
});

describe('a number of documents', () => {
  it('is a length and back again', () => {
    expect([1000, 2500, 10_500].map((tokens) => amountAt(sizes, tokens))).toEqual([1, 2, 8]);
    // Only whole documents fit.
    expect([5166, 5167, 21_000].map((tokens) => amountAt(sizes, tokens))).toEqual([3, 4, 16]);
    expect([1, 4, 8, 16].map((amount) => Math.round(tokensAt(sizes, amount)))).toEqual([
      1000, 5167, 10_500, 21_000,
    ]);
  });

  it('is said with its mean length', () => {
    expect(sizeAndLengthText(10_500, sizes)).toBe('8 documents (10.5K)');
    expect(sizeAndLengthText(1000, sizes)).toBe('1 document (1K)');
    expect(sizeAndLengthText(1000, undefined)).toBe('1K');
  });

  const row = (value: number, low: number, high: number, chances: readonly number[]) => ({
    effectiveLength: { value, low, high },
    ...reachedBy([1000, 2500, 10_500].map((tokens, i) => ({ tokens, probability: chances[i]! }))),
    shortest: 1000,
    longest: 10_500,
    sizes,
  });
  const infinite = Number.POSITIVE_INFINITY;

  it('is how far a reader got', () => {
    expect(effectiveLengthText(row(5200, 2600, infinite, [0.999, 0.97, 0.4]))).toBe(
      '2 documents (8 documents: inconclusive)',
    );
    expect(effectiveLengthText(row(0, 0, 2600, [0.02, 0.01, 0]))).toBe('below 1 document');
    expect(effectiveLengthSentence(row(0, 0, 2600, [0.02, 0.01, 0]))).toBe(
      'is not reliable even at 1 document, the shortest length tested',
    );
    const held = row(5200, 2600, infinite, [0.999, 0.97, 0.4]);
    expect(reliableFigures(held)).toMatchObject({ tokens: 2500, amount: 2, of: 'documents' });
    const cut = { kept: 'start', tokens: 8000, low: 7900, high: 8100 } as const;
    const read = { ...held, reliable: { ...held.reliable!, hole: { fromTokens: 10_500, cut } } };
    expect(effectiveLengthSentence(read)).toBe('reads only the first 6 documents');
    expect(effectiveLengthText(read)).toBe('2 documents (reads the first 6 documents)');
  });

  it('is a figure beside that in tokens', () => {
    const one = row(5200, 0, infinite, [0.9, 0.6, 0.2]);
    const signs = { lowBound: 'below', highBound: 'at least' };
    expect(effectiveSizeFigures(one)).toMatchObject({
      ...{ of: 'documents', value: 4, low: 1, high: 8 },
      ...signs,
    });
    expect(effectiveLengthFigures(one)).toMatchObject({
      value: 5200,
      low: 1000,
      high: 10_500,
      ...signs,
    });
    expect(effectiveSizeFigures({ ...one, sizes: undefined as never })).toBeUndefined();
  });
});

it('names what is counted in the language spoken, and keeps names that it has no words for', () => {
  const texts = () => [
    ...[1, 8].map((amount) => amountText(sizes, amount)),
    ...['key', 'ledger', 'toString'].map(nounText),
  ];
  expect(texts()).toEqual(['1 document', '8 documents', 'key', 'ledger', 'toString']);
  expect(speaking(['zh'], texts)).toEqual(['1 个文档', '8 个文档', '键', 'ledger', 'toString']);
});
