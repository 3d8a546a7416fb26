import { describe, expect, it } from 'vitest';
import { searchPage } from '../../src/search/search-page.js';
import type { ReaderResult, SearchResult } from '../../src/search/search-result.js';
import { progressLine, resultText } from '../../src/search/search-text.js';
import { foundText, resultJson } from '../../src/search/search-words.js';

const reader: ReaderResult = {
  provider: 'a <b>model</b>',
  ending: 'within',
  effectiveLength: { value: 48_000, low: 36_000, high: 60_000 },
  shortest: 4000,
  longest: 128_000,
  points: [
    { tokens: 4000, seed: 5, recall: 1, round: 1 },
    { tokens: 64_000, seed: 6, recall: 0.75, round: 2 },
  ],
  curve: [4000, 64_000, 128_000].map((tokens, i) => ({
    tokens,
    recall: { value: 0.95 - 0.1 * i, low: 0.85 - 0.1 * i, high: 1 - 0.1 * i },
  })),
  tokens: 68_000,
  cost: 0.34,
  lost: 0,
};

const result: SearchResult = {
  format: 1,
  series: 'counting-stars acquisition en moby-dick',
  threshold: 0.85,
  confidence: 0.95,
  rounds: 2,
  gridTokens: 2_112_000,
  readers: [reader, { ...reader, provider: 'other', ending: 'holds', effectiveLength: beyond() }],
  comparisons: [],
};

function beyond() {
  const most = Number.POSITIVE_INFINITY;
  return { value: most, low: most, high: most };
}

describe('foundText', () => {
  it.each<[Partial<ReaderResult>, string]>([
    [{}, 'effective length 48K (36K–60K)'],
    [
      { ending: 'holds', effectiveLength: beyond() },
      'recall holds to the longest: effective length at least 128K',
    ],
    [{ ending: 'below' }, 'effective length below the shortest, 4K'],
    [{ ending: 'limit' }, 'effective length 48K (36K–60K), when a limit was reached'],
    [
      { ending: 'holds', longest: 54_000, window: 64_000, lost: 1, error: 'busy\n' },
      'recall holds to the longest: effective length at least 54K; its window ends: 64K and more was ' +
        'refused; 1 of its prompts had errors to the end, or no answer that could be read (busy)',
    ],
    [{ ending: 'rises' }, 'no effective length, recall rises with length: 4K 1.000, 64K 0.750'],
    [{ ending: 'window', window: 4000 }, 'its window ends below the shortest, 4K: 4K was refused'],
  ])('%j', (given, text) => {
    expect(foundText({ ...reader, ...given })).toBe(text);
  });

  it('says when there was no answer', () => {
    const { effectiveLength: _, ...silent } = reader;
    expect(foundText({ ...silent, ending: 'errors' })).toBe('no answer that could be read');
    expect(foundText({ ...silent, ending: 'limit' })).toBe('no answer');
  });
});

describe('the outputs of a search', () => {
  it('have the same figures, with words in JSON for what lies beyond', () => {
    const { readers } = JSON.parse(resultJson(result)) as { readers: object[] };
    expect(readers).toMatchObject([
      { effectiveLength: { value: 48_000, low: 36_000, high: 60_000 }, tokens: 68_000 },
      { effectiveLength: { low: 'at least 128000' } },
    ]);
    const text = resultText(result, { colour: false, width: 80 });
    expect(text).toMatch(/^a <b>model<\/b> +48K +36K–60K +2 +68,000 +3% +\$0\.340$/m);
    expect(text).toMatch(/^other +at least 128K +– /m);
  });

  it('are a page without scripts, in which names are text', async () => {
    const page = await searchPage(result);
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<b>model');
    expect(page).toContain('<bdi>a &lt;b&gt;model&lt;/b&gt;</bdi>');
    expect(page).toContain('effective length 48K (36K–60K)');
    expect(page.match(/<svg/g)).toHaveLength(1);
  });

  it('are one line for every round', () => {
    const asked = [{ tokens: 4000, seed: 1, providers: ['a'] as [string] }];
    const standing = { next: [], prompts: [], tokens: 4000, lost: 0, longest: 128_000 };
    const line = progressLine({
      rounds: 3,
      asked,
      readers: [
        {
          ...standing,
          provider: 'a\n\u001b[2J',
          outcomes: [],
          interval: { value: 48_000, low: 36_000, high: 60_000 },
          ending: 'within',
          cost: 0.5,
        },
      ],
    });
    expect(line).toBe('Round 3: 4K · 4K tokens, cost $0.500 · a  [2J 36K–60K ✓');
  });
});
