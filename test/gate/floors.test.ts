import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/analysis/analyse.js';
import { checkFloors } from '../../src/gate/floors.js';
import type { Floor } from '../../src/gate/gate-result.js';
import { imagine } from '../results/rows-for-tests.js';

const lengths = [4000, 8000, 16_000, 32_000];

describe('checkFloors', () => {
  const cliff = analyse(
    imagine('reader', (tokens) => (tokens > 16_000 ? 0.2 : 0.98), { lengths, seeds: 4, stars: 16 }),
  );
  const verdicts = (floor: Floor, bound: 'estimate' | 'low', data = cliff) =>
    checkFloors(data, 'reader', [floor], bound).map(({ verdict, note }) => [verdict, note]);

  it('ask for the estimate, or for the low bound, between the bounds of which nothing is decided', () => {
    const { value, low, high } = cliff.summary[0]!.effectiveLength!;
    const between = Math.round((low + value) / 2);
    const length = (tokens: number): Floor => ({ kind: 'effective-length', tokens });
    expect(verdicts(length(Math.floor(low)), 'low')).toEqual([['passed', '']]);
    expect(verdicts(length(between), 'estimate')).toEqual([['passed', '']]);
    expect(verdicts(length(between), 'low')).toEqual([
      ['undecided', expect.stringMatching(/^effective length is \d+K \(\d+K–\d+K\)$/)],
    ]);
    expect(verdicts(length(Math.ceil(high) + 1), 'low')).toEqual([
      ['failed', expect.stringContaining('effective length')],
    ]);
  });

  it('do the same of recall', () => {
    const { value, low } = cliff.summary[0]!.recall;
    const recall = (share: number): Floor => ({ kind: 'recall', recall: share });
    expect(verdicts(recall(low - 0.001), 'low')).toEqual([['passed', '']]);
    expect(verdicts(recall((low + value) / 2), 'estimate')).toEqual([['passed', '']]);
    expect(verdicts(recall((low + value) / 2), 'low')).toEqual([
      ['undecided', expect.stringContaining('recall is')],
    ]);
    expect(verdicts(recall(0.999), 'low')).toEqual([
      ['failed', expect.stringContaining('recall is')],
    ]);
  });

  it('judge a reader that plainly rises by what each length scored', () => {
    const riser = analyse(
      imagine('reader', (tokens) => (tokens > 8000 ? 1 : 0.2), { lengths, seeds: 8 }),
    );
    expect(verdicts({ kind: 'effective-length', tokens: 16_000 }, 'estimate', riser)).toEqual([
      ['undecided', expect.stringMatching(/^recall rises with length, and is 0\.\d+ at 4K$/)],
    ]);
  });

  it('leave open what has no answers', () => {
    const rows = imagine('reader', () => 1, { lengths, seeds: 2 }).map((row) =>
      row.tokens > 16_000 ? { ...row, error: 'busy', marks: [], positions: [] } : row,
    );
    expect(
      verdicts({ kind: 'effective-length', tokens: 32_000 }, 'estimate', analyse(rows)),
    ).toEqual([['undecided', 'no answers at 32K']]);
  });
});
