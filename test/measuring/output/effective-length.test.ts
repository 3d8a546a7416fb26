import { describe, expect, it } from 'vitest';
import {
  briefLengthText,
  effectiveLengthClause,
  effectiveLengthFigures,
  effectiveLengthParts,
  effectiveLengthSentence,
  effectiveLengthText,
  likelyText,
  openText,
  reachText,
} from '../../../src/measuring/output/effective-length.js';
import {
  holdsLongest,
  type Reached,
  saidToFail,
  saidToHold,
} from '../../../src/measuring/output/length-verdict.js';

const most = Number.POSITIVE_INFINITY;
const LENGTHS = [4000, 32_000, 64_000, 128_000];

/** A reader with these probabilities at four lengths. */
const reader = (probabilities: readonly number[], others: Partial<Reached> = {}): Reached => ({
  effectiveLength: { value: 48_000, low: 0, high: most },
  likely: probabilities.map((probability, i) => ({ tokens: LENGTHS[i]!, probability })),
  shortest: 4000,
  longest: 128_000,
  ...others,
});

describe('what is said of an effective length', () => {
  it.each<[number[], Partial<Reached>, string, string, string]>([
    [
      [0.999, 0.973, 0.9, 0.738],
      {},
      'at least 32K (97 % likely); 128K 73 %',
      '≥32K; 128K 73 %',
      'holds at least 32K tokens (97 % likely); 128K: 73 % likely',
    ],
    [
      [1, 1, 1, 0.995],
      {},
      'at least 128K (over 99 % likely)',
      '≥128K',
      'holds at least 128K tokens (over 99 % likely)',
    ],
    [
      [0.96, 0.7, 0.021, 0.001],
      {},
      'at least 4K (96 % likely); 32K 70 %; 64K 3 %',
      '≥4K; 64K 3 %',
      'holds at least 4K tokens (96 % likely); 32K: 70 % likely; 64K: 3 % likely',
    ],
    [
      [0.02, 0.01, 0, 0],
      {},
      'below 4K (98 % likely)',
      '<4K',
      'has an effective length below 4K tokens (98 % likely)',
    ],
    [
      [0.88, 0.4, 0.02, 0],
      {},
      'below 64K (98 % likely); 4K 88 %',
      '<64K; 4K 88 %',
      'has an effective length below 64K tokens (98 % likely); 4K: 88 % likely',
    ],
    [
      [0.949, 0.5, 0.3, 0.061],
      { recall: { low: 0.7814 } },
      'none is sure; 4K 94 %, 128K 7 %; recall at least 0.781',
      'none sure; 4K 94 %, 128K 7 %',
      'holds no length for sure; 4K: 94 % likely, 128K: 7 % likely; recall at least 0.781',
    ],
    [
      [0.9, 0.8, 0.7, 0.2],
      { alone: { holds: 64_000, fails: 128_000 } },
      'fine at 64K, not at 128K',
      '64K, not at 128K',
      'is fine at 64K, not at 128K tokens',
    ],
    [
      [0.9, 0.8, 0.7, 0.2],
      { alone: { fails: 128_000 } },
      'not at 128K; 4K 90 %',
      'not at 128K; 4K 90 %',
      'does not hold 128K tokens; 4K: 90 % likely',
    ],
    [
      [0.99, 0.98, 0.97, 0.96],
      { alone: { holds: 64_000, short: 128_000 } },
      'at least 64K (97 % likely); 128K alone falls short',
      '≥64K; 128K alone falls short',
      'holds at least 64K tokens (97 % likely); 128K alone falls short',
    ],
    [
      [],
      { tolerated: { threshold: 0.85, tolerance: 0.02, holds: 0, fails: 4000 } },
      'below 4K for recall 0.85 ± 0.02',
      '<4K',
      'has an effective length below 4K tokens for recall 0.85 ± 0.02',
    ],
    [
      [],
      { tolerated: { threshold: 0.85, tolerance: 0.02, holds: 32_000, fails: 64_000 } },
      '32K–64K for recall 0.85 ± 0.02',
      '32K–64K',
      'has an effective length of 32K–64K tokens for recall 0.85 ± 0.02',
    ],
    [
      [],
      { tolerated: { threshold: 0.85, tolerance: 0.02, holds: 128_000, fails: most } },
      'at least 128K for recall 0.85 ± 0.02',
      '≥128K',
      'holds at least 128K tokens for recall 0.85 ± 0.02',
    ],
    [[], {}, 'unknown', 'unknown', 'has an unknown effective length'],
    [
      [0.6, 0.5, 0.5, 0.4],
      { open: { why: 'unread' }, cause: 'refused 4 of 4' },
      'unknown: refused 4 of 4',
      'unknown: refused 4 of 4',
      'has an unknown effective length, which hangs on answers that could not be read for certain',
    ],
    [[], { rise: { clear: true } }, 'none, recall rises', 'none, recall rises', ''],
  ])('%j, %j: %s', (probabilities, others, text, brief, sentence) => {
    const row = reader(probabilities, others);
    expect(effectiveLengthText(row)).toBe(text);
    expect(briefLengthText(row)).toBe(brief);
    if (!row.rise) expect(effectiveLengthSentence(row as never)).toBe(sentence);
    const [answer, below] = effectiveLengthParts(row);
    expect(text.replace(/[();:]/g, '')).toBe(`${answer} ${below}`.replace(/;/g, '').trim());
  });

  it('is a clause behind its name', () => {
    expect(effectiveLengthClause(reader([0.88, 0.4, 0.2, 0.1]))).toBe(
      'no length is sure (4K 88 %, 128K 10 %)',
    );
    expect(effectiveLengthClause(reader([0.99, 0.97, 0.5, 0.2]))).toBe('it is at least 32K');
  });

  it('is one length to hold and one not to, which all media go by', () => {
    const row = reader([0.99, 0.97, 0.5, 0.04]);
    expect([saidToHold(row), saidToFail(row), holdsLongest(row)]).toEqual([32_000, 128_000, false]);
    const none = reader([0.5, 0.5, 0.5, 0.5]);
    expect([saidToHold(none), saidToFail(none)]).toEqual([0, most]);
    expect(holdsLongest(reader([1, 1, 1, 0.95]))).toBe(true);
  });

  it('is a number in JSON, with a sign where it lies beyond, and the same text', () => {
    const effectiveLength = { value: most, low: 57_000, high: most };
    const row = reader([1, 0.99, 0.96, 0.6], { effectiveLength });
    expect(effectiveLengthFigures(row)).toEqual({
      ...{ value: 128_000, bound: 'at least' },
      low: 57_000,
      ...{ high: 128_000, highBound: 'at least' },
      said: 'at least 64K (96 % likely); 128K 60 %',
    });
    const unread = reader([0.6, 0.5], { effectiveLength, open: { why: 'unread' } });
    expect(effectiveLengthFigures(unread)).toMatchObject({ value: null, said: 'unknown' });
    const { effectiveLength: _, ...without } = row;
    expect(effectiveLengthFigures(without)).toBeUndefined();
  });
});

describe('likelyText', () => {
  it.each([
    [1, 'over 99 %'],
    [0.99, '99 %'],
    [0.95, '95 %'],
    [0.9499, '94 %'],
    [0.57, '57 %'],
    [0.29, '29 %'],
    [0.051, '6 %'],
    [0.01, '1 %'],
    [0, 'under 1 %'],
  ])('%f is %s, never a surer one', (probability, text) => {
    expect(likelyText(probability)).toBe(text);
  });
});

describe('openText', () => {
  const more = {
    by: 'seeds',
    seeds: 1,
    further: 2,
    tokens: 700_000,
    cost: 1.4,
    chance: 0.8,
  } as const;

  it('is an order that exists, with its price', () => {
    expect(openText({ why: 'few', more })).toBe(
      'seeds: 3 instead of 1 (700K tokens, cost $1.40) would tell with 80 %',
    );
    const { cost: _, ...free } = more;
    expect(openText({ why: 'few', more: { ...free, by: 'try' } })).toBe(
      'try --more 2 (700K tokens) would tell with 80 %',
    );
    expect(openText({ why: 'few', more: { ...free, by: 'prompts' } })).toBe(
      '2 more prompts at each length (700K tokens) would tell with 80 %',
    );
    expect(openText({ why: 'few' })).toBe('');
    expect(openText({ why: 'unread' })).toBe(
      'it hangs on answers that could not be read for certain',
    );
  });
});

describe('reachText', () => {
  it('is a length, or none', () => {
    expect([0, 4000, 128_000, 1_000_000].map((tokens) => reachText(tokens))).toEqual([
      'none',
      '4K',
      '128K',
      '1M',
    ]);
  });
});
