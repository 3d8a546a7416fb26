/** Simulated evaluations: no rank, interval or sentence says what another denies. */
import seedrandom from 'seedrandom';
import { expect, it } from 'vitest';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { modelDifference } from '../../../../src/measuring/report/models.js';
import { imagine } from '../../results/rows-for-tests.js';

const GRIDS = [
  { lengths: [4000, 32_000], seeds: 3, stars: 16 },
  { lengths: [32_000, 64_000, 128_000], seeds: 3, stars: 16 },
  { lengths: [4000, 8000, 16_000, 32_000, 64_000], seeds: 4, stars: 8 },
  { lengths: [4000, 8000, 16_000, 32_000], seeds: 1, stars: 8 },
];

const SHAPES: ((tokens: number) => number)[] = [
  () => 1,
  () => 0.95,
  () => 0.8,
  () => 0.3,
  (tokens) => (tokens > 16_000 ? 0.4 : 1),
  (tokens) => (tokens > 32_000 ? 0.7 : 0.97),
  (tokens) => 1 - tokens / 200_000,
  (tokens) => (tokens > 8000 ? 0.86 : 0.7),
];

/** A drawn evaluation of two to four readers. */
function evaluation(seed: number) {
  const random = seedrandom(`evaluation ${seed}`);
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const grid = one(GRIDS);
  const models = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, i) =>
    imagine(`reader ${i} of ${seed}`, one(SHAPES), grid),
  );
  return analyse(evaluationOf(models.flat()));
}

it('holds in 40 evaluations', { tags: ['slow'] }, () => {
  for (let seed = 0; seed < 40; seed++) {
    const { ranking, comparisons, summary } = evaluation(seed);
    const ranks = ranking.map(({ rank }) => rank!);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const lows = summary.map(({ reliable }) => reliable!.tokens);
    expect(lows).toEqual(lows.toSorted((a, b) => b - a));
    // No rank is above one that recalls more, beyond both intervals.
    for (const [i, { recall }] of summary.entries()) {
      for (const [j, other] of summary.entries()) {
        if (ranks[i]! < ranks[j]!) expect(other.recall.low).toBeLessThanOrEqual(recall.high);
      }
    }
    const rankOf = (name: string) => ranking.find(({ provider }) => provider === name)!.rank!;
    const lengthOf = (name: string) =>
      summary.find(({ provider }) => provider === name)!.effectiveLength;
    for (const row of comparisons) {
      const { provider, other, better, rankedFirst, difference, apart } = row;
      const text = modelDifference(row, (name) => name);
      const { value, low, high } = difference;
      expect(low <= value && value <= high, text).toBe(true);
      if (text.includes('No clear difference')) {
        expect(low <= 0 && high >= 0, text).toBe(true);
        const [one, two] = [lengthOf(provider), lengthOf(other)];
        if (ranking.length === 2 && one && two) {
          expect(one.low <= two.high && two.low <= one.high, text).toBe(true);
        }
      }
      if (low > 0) expect(better, text).not.toBe(other);
      if (high < 0) expect(better, text).not.toBe(provider);
      if (better === undefined) continue;
      const worse = better === provider ? other : provider;
      if (rankedFirst === undefined) expect(rankOf(better), text).toBeLessThan(rankOf(worse));
      else expect(rankedFirst).toBe(worse);
      for (const { p } of apart) if (p !== undefined) expect(p).toBeLessThanOrEqual(0.05);
    }
    const worst = ranking.find(({ worseThan }) => worseThan);
    if (ranks.at(-1)! > 1) expect(rankOf(worst!.worseThan![0]!)).toBe(worst!.rank! - 1);
  }
});
