import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '../../../src/base/languages.js';
import { starPositions } from '../../../src/benchmarks/counting-stars/cases.js';
import {
  type CountingStarsCase,
  starCounts,
  starSentences,
  starsOf,
  wordingOf,
} from '../../../src/benchmarks/counting-stars/stars.js';

type Change = Omit<Partial<CountingStarsCase>, 'order'> & { order?: 'ascending' | 'shuffled' };

const starCase = ({ order, ...change }: Change = {}) =>
  ({
    benchmark: 'counting-stars',
    task: 'acquisition',
    language: 'en',
    evidence: 32,
    seed: 1,
    tokens: 4000,
    ...(order === 'ascending' && { order }),
    ...change,
  }) as CountingStarsCase;

describe('starCounts', () => {
  it('draws 4i + u with u from 1, 2, 3, the first never 1, in order or shuffled', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer(), (evidence, seed) => {
        const ascending = starCounts(starCase({ evidence, seed, order: 'ascending' }));
        ascending.forEach((stars, i) => {
          expect(stars - 4 * i).toBeGreaterThanOrEqual(i === 0 ? 2 : 1);
          expect(stars - 4 * i).toBeLessThanOrEqual(3);
        });
        const shuffled = starCounts(starCase({ evidence, seed }));
        expect([...shuffled].sort((a, b) => a - b)).toEqual(ascending);
      }),
    );
  });

  it('shuffles, and draws anew for every seed and length', () => {
    const one = starCounts(starCase());
    expect(one).not.toEqual([...one].sort((a, b) => a - b));
    expect(starCounts(starCase())).toEqual(one);
    expect(starCounts(starCase({ seed: 2 }))).not.toEqual(one);
    expect(starCounts(starCase({ tokens: 8000 }))).not.toEqual(one);
  });
});

describe('starsOf', () => {
  const anyStars = fc.record({
    task: fc.constantFrom('reasoning' as const, 'corrections' as const),
    evidence: fc.integer({ min: 1, max: 80 }),
    seed: fc.integer(),
    order: fc.constantFrom('shuffled' as const, 'ascending' as const),
    corrected: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  it('never says a mistaken count that is another number of the text', () => {
    fc.assert(
      fc.property(anyStars, (change) => {
        const stars = starsOf(starCase(change));
        const said = stars.flatMap(({ count, wrong }) => [
          count,
          ...(wrong === undefined ? [] : [wrong]),
        ]);
        expect(new Set(said).size).toBe(said.length);
        expect(Math.min(...said)).toBeGreaterThan(0);
      }),
    );
  });

  it('reasoning: first says a count that is one off', () => {
    for (const { count, wrong } of starsOf(starCase({ task: 'reasoning', evidence: 64 }))) {
      expect(Math.abs(wrong! - count)).toBe(1);
    }
  });

  it('corrections: corrects the share asked for, half of it in the next sentence', () => {
    const stars = starsOf(starCase({ task: 'corrections', evidence: 2000, corrected: 0.4 }));
    const mistaken = stars.filter(({ wrong }) => wrong !== undefined);
    const later = stars.filter(({ kind }) => kind.startsWith('last'));
    expect(later.length / mistaken.length).toBeCloseTo(0.5, 1);
    expect(mistaken.length / (stars.length - later.length)).toBeCloseTo(0.4, 1);
    expect(
      starsOf(starCase({ task: 'corrections', corrected: 0 })).every(({ wrong }) => !wrong),
    ).toBe(true);
  });

  it.each(LANGUAGE_CODES)(
    'corrections: have one answer, found by reading alone, in %s',
    (language) => {
      fc.assert(
        fc.property(anyStars, (change) => {
          const theCase = starCase({ ...change, task: 'corrections', language });
          const stars = starsOf(theCase);
          const sentences = starSentences(stars, wordingOf(theCase));
          expect(readCorrections(sentences)).toEqual(stars.map(({ count }) => count));
        }),
        { numRuns: 50 },
      );
    },
  );
});

/**
 * An independent solver: it knows only the order of the sentences, their numbers, and which words say
 * too many or too few, now or the time before.
 */
function readCorrections(sentences: string[]): number[] {
  const tooMany = /too high|too many|多了|больше|많/;
  const tooFew = /too low|too few|少了|меньше|적/;
  const before = /time just before|上一次|предыдущий раз|직전/;
  const truths: number[] = [];
  for (const sentence of sentences) {
    const [said, difference] = sentence.match(/\d+/g)!.map(Number) as [number, number | undefined];
    const change = tooMany.test(sentence) ? -difference! : tooFew.test(sentence) ? difference! : 0;
    if (before.test(sentence)) truths[truths.length - 1]! += change;
    truths.push(before.test(sentence) ? said : said + change);
  }
  return truths;
}

describe('starPositions', () => {
  it('are even by default, and end with the context', () => {
    expect(starPositions(starCase({ evidence: 4 }))).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('jitter keeps each star in its own part of the context', () => {
    const positions = starPositions(starCase({ positions: 'jitter' }));
    positions.forEach((position, i) => {
      expect(Math.floor(position * 32)).toBe(i);
    });
    expect(starPositions(starCase({ positions: 'jitter' }))).toEqual(positions);
    expect(starPositions(starCase({ positions: 'jitter', seed: 2 }))).not.toEqual(positions);
  });

  it('can be listed', () => {
    expect(starPositions(starCase({ evidence: 2, positions: [0.1, 0.2] }))).toEqual([0.1, 0.2]);
  });
});

describe('wordingOf', () => {
  it('takes subject, symbol, key, star and question of the user', () => {
    const own = { subject: 'the shepherd', symbol: '🐑' };
    const theCase = starCase({ wording: own });
    expect(starSentences([{ count: 7, kind: 'star' }], wordingOf(theCase))).toEqual([
      'The shepherd counted 7 🐑.',
    ]);
    expect(wordingOf(theCase).key).toBe('the_shepherd');
    const star = starCase({ wording: { star: 'Sheep in the fold: {count}.', key: 'sheep' } });
    expect(starSentences([{ count: 7, kind: 'star' }], wordingOf(star))).toEqual([
      'Sheep in the fold: 7.',
    ]);
    expect(wordingOf(star).key).toBe('sheep');
  });
});
