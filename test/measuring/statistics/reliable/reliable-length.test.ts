import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likelyLengths } from '../../../../src/measuring/statistics/curve/effective-length.js';
import { recallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';
import { reliableLength } from '../../../../src/measuring/statistics/reliable/reliable-length.js';
import type { AnswerMarks } from '../../../../src/measuring/statistics/reliable/unusable.js';

const LENGTHS = [4000, 8000, 16_000, 32_000];
const STARS = 16;
const positions = Array.from({ length: STARS }, (_, i) => (i + 1) / STARS);

/** Three prompts of each length, with what is found of each fact. */
function asked(found: (tokens: number, seed: number, at: number) => boolean, lengths = LENGTHS) {
  return lengths.flatMap((tokens) =>
    [0, 1, 2].map((seed) => ({
      ...{ tokens, positions },
      marks: positions.map((at) => Number(found(tokens, seed, at))),
    })),
  );
}

function reliable(prompts: readonly AnswerMarks[], options: { rises?: boolean } = {}) {
  const likely = likelyLengths(recallCurve(prompts));
  return reliableLength(prompts, likely, { threshold: 0.85, ...options });
}

describe('reliableLength', () => {
  it('is the longest of a model that finds everything', () => {
    const { likely, ...told } = reliable(asked(() => true));
    expect(told).toMatchObject({ tokens: 32_000, notFrom: Infinity, cappedBy: 'longest' });
    expect(likely.at(-1)!.probability).toBeGreaterThan(0.9);
  });

  it('ends where a place is ignored, though recall is the threshold or more', () => {
    const window = asked((tokens, _, at) => at * tokens <= 27_500);
    expect(reliable(window)).toMatchObject({
      ...{ tokens: 16_000, notFrom: 32_000, cappedBy: 'hole' },
      hole: { cut: { kept: 'start', tokens: 27_000 } },
    });
    expect(reliable(window).likely.at(-1)!.probability).toBeLessThanOrEqual(0.01);
    expect(reliable(asked((_, __, at) => at < 0.95))).toMatchObject({ tokens: 0, notFrom: 4000 });
  });

  it('is none where 3 of 12 answers are unusable, and open where 1 is', () => {
    const failing = (count: number) =>
      reliable(asked((tokens, seed) => LENGTHS.indexOf(tokens) >= count || seed > 0));
    expect(failing(3)).toMatchObject({
      ...{ tokens: 0, notFrom: 4000, cappedBy: 'unusable' },
      unusable: { answers: 3, of: 12 },
    });
    expect(failing(1)).toMatchObject({ tokens: 0, notFrom: Infinity, cappedBy: 'unusable' });
    const broken = asked(() => true).map((one, i) => ({ ...one, unusable: Number(i % 3 === 0) }));
    expect(reliable(broken)).toMatchObject({ tokens: 0, unusable: { answers: 4, broken: 4 } });
  });

  it('does not blame failures beyond a length from which recall is gone', () => {
    const cliff = reliable(asked((tokens) => tokens < 32_000));
    expect(cliff).toMatchObject({
      ...{ tokens: 16_000, notFrom: 32_000, cappedBy: 'curve' },
      unusable: { answers: 0, of: 9 },
    });
  });

  it('ends before an octave that is below the threshold, though recall comes back', () => {
    const dip = (tokens: number) => tokens === 8000;
    const told = reliable(asked((tokens, seed, at) => !dip(tokens) || (16 * at + seed) % 2 === 0));
    expect(told.tokens).toBeLessThan(8000);
    expect(told.likely.at(-1)!.probability).toBeLessThanOrEqual(0.5);
  });

  it('is none where recall rises, unless it is enough everywhere', () => {
    const rising = asked((tokens, seed, at) => tokens > 8000 || (16 * at + seed) % 3 === 0);
    expect(reliable(rising, { rises: true })).toMatchObject({
      ...{ tokens: 0, notFrom: Infinity, cappedBy: 'rise', likely: [] },
    });
    expect(
      reliable(
        asked(() => true),
        { rises: true },
      ).tokens,
    ).toBe(32_000);
  });

  it('is the same in any order, where few longer prompts count with those of a shorter length', () => {
    const of = (tokens: number, lost: number) => ({
      ...{ tokens, positions: [1, 2, 3, 4, 5, 6, 7, 8].map((at) => at / 8) },
      marks: [1, 2, 3, 4, 5, 6, 7, 8].map((at) => Number(at > lost)),
    });
    const prompts = [
      of(4000, 1),
      of(32_000, 2),
      of(4000, 1),
      of(4000, 0),
      of(4000, 0),
      of(4000, 0),
    ];
    const { tokens, cappedBy } = reliable(prompts);
    expect(reliable(prompts.toReversed())).toMatchObject({ tokens, cappedBy });
  });

  it('says no length to be reliable and not, and never more of a longer one', () => {
    const answer = fc.record({
      tokens: fc.constantFrom(...LENGTHS, 64_000),
      marks: fc.array(fc.constantFrom(0, 1, 1, 1), { minLength: 8, maxLength: 8 }),
      unusable: fc.constantFrom(0, 0, 0, 0.5, 1),
    });
    fc.assert(
      fc.property(fc.array(answer, { minLength: 2, maxLength: 24 }), (drawn) => {
        const prompts = drawn.map((one) => ({
          ...one,
          positions: one.marks.map((_, i) => (i + 1) / 8),
        }));
        const { tokens, notFrom, likely, cappedBy } = reliable(prompts);
        expect(tokens).toBeLessThan(notFrom);
        expect(cappedBy === 'longest').toBe(tokens === likely.at(-1)!.tokens);
        likely.slice(1).forEach(({ probability }, i) => {
          expect(probability).toBeLessThanOrEqual(likely[i]!.probability + 1e-12);
        });
        const shuffled = reliable(prompts.toReversed());
        expect(shuffled).toMatchObject({ tokens, notFrom, cappedBy });
      }),
      { numRuns: 150 },
    );
  });
});
