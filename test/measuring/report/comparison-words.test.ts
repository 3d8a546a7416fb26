import { describe, expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import type { ApartRow, ComparisonRow } from '../../../src/measuring/facts/tables/tables.js';
import { changeText, comparisonText } from '../../../src/measuring/report/comparison-words.js';

const one = (
  by: ApartRow['by'],
  higher: string,
  fromTokens = 4000,
  toTokens = 64_000,
): ApartRow => ({
  by,
  higher,
  fromTokens,
  toTokens,
});

const row = (apart: ApartRow[], changes: Partial<ComparisonRow> = {}): ComparisonRow => ({
  series: 's',
  provider: 'canary',
  other: 'prod',
  prompts: 40,
  difference: { value: 0.07, low: 0.02, high: 0.12 },
  apart,
  ...changes,
});

describe('a comparison in words', () => {
  it('says by how much, and where it shows', () => {
    const all = [one('overall', 'canary')];
    expect(comparisonText(row(all, { better: 'canary' }))).toBe(
      'canary recalls 0.070 more than prod (0.020 to 0.120)',
    );
    expect(
      comparisonText(row([...all, one('range', 'canary', 16_000)], { better: 'canary' })),
    ).toBe('canary recalls 0.070 more than prod (0.020 to 0.120); the difference shows at 16K–64K');
    const worse = { value: -0.07, low: -0.12, high: -0.02 };
    expect(
      comparisonText(row([one('overall', 'prod')], { better: 'prod', difference: worse })),
    ).toBe('prod recalls 0.070 more than canary (0.020 to 0.120)');
  });

  it('says what shows a difference where recall over all lengths does not', () => {
    const difference = { value: -0.01, low: -0.05, high: 0.03 };
    const said = (apart: ApartRow[]) =>
      comparisonText(row(apart, { better: 'canary', difference }));
    const rest = 'than prod; over all lengths the difference is −0.010 (−0.050 to +0.030)';
    expect(said([one('range', 'canary', 32_000)])).toBe(`canary recalls more at 32K–64K ${rest}`);
    expect(said([one('length', 'canary')])).toBe(`canary is reliable at longer lengths ${rest}`);
    expect(said([one('overall', 'canary')])).toBe(`canary recalls more of most prompts ${rest}`);
  });

  it('names both where each is better somewhere, the one that holds longer first', () => {
    const both = [one('range', 'canary', 4000, 8000), one('range', 'prod', 32_000)];
    expect(comparisonText(row(both))).toBe(
      'canary recalls more at 4K–8K, prod recalls more at 32K–64K; over all lengths the difference is +0.070 (+0.020 to +0.120)',
    );
    expect(
      comparisonText(
        row([one('range', 'canary', 4000, 8000), one('length', 'prod')], { better: 'prod' }),
      ),
    ).toBe(
      'prod is reliable at longer lengths, canary recalls more at 4K–8K; over all lengths the difference is −0.070 (−0.120 to −0.020)',
    );
  });

  it('has a word for a rank that is not theirs', () => {
    expect(
      comparisonText(row([one('overall', 'canary')], { better: 'canary', rankedFirst: 'prod' })),
    ).toMatch(/; prod is listed first, by its length or all its answers$/);
  });

  it('has the order of another language', () => {
    const apart = [one('range', 'canary', 32_000)];
    const difference = { value: -0.01, low: -0.05, high: 0.03 };
    const said = (row: ComparisonRow) => speaking(['zh'], () => comparisonText(row));
    expect(said(row(apart, { better: 'canary', difference }))).toBe(
      '与 prod 相比，canary 在 32K–64K 召回率更高；所有长度合计相差 −0.010 (−0.050 至 +0.030)',
    );
    expect(said(row([one('overall', 'canary')], { better: 'canary' }))).toBe(
      'canary 的召回率比 prod 高 0.070（0.020 至 0.120）',
    );
  });

  it('says that nothing is shown', () => {
    expect(comparisonText(row([]))).toBe(
      'canary and prod: no clear difference, +0.070 (+0.020 to +0.120)',
    );
  });

  it('of a change has the note in brackets', () => {
    expect(changeText({ provider: 'gpt', change: '▼ 0.262', note: '0.135 to 0.350' })).toBe(
      'gpt ▼ 0.262 (0.135 to 0.350)',
    );
    expect(changeText({ provider: 'gpt', change: '—', note: '' })).toBe('gpt —');
  });
});
