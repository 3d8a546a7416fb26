import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import {
  crossing,
  likelyLengths,
} from '../../../../src/measuring/statistics/curve/effective-length.js';
import type { PromptMarks } from '../../../../src/measuring/statistics/curve/prompt-marks.js';
import {
  type CurvePoint,
  recallBand,
} from '../../../../src/measuring/statistics/curve/recall-band.js';
import { recallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';

const prompt = (tokens: number, right: number, marks = 32): PromptMarks => ({
  tokens,
  marks: Array.from({ length: marks }, (_, i) => Number(i < right)),
});
const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);
/** By length: how probable each level or more is. */
const orMore = (prompts: readonly PromptMarks[], lengths?: number[]) =>
  recallCurve(prompts, lengths && { lengths }).marginals.map((marginal) =>
    Array.from(marginal, (_, level) => sum(marginal.slice(level))),
  );

describe('recallCurve', () => {
  it('has the posterior of one recall, its prior a normal distribution of logits', () => {
    // 9 of 10 single marks, each an independent one.
    const { marginals, levels } = recallCurve([
      ...Array.from({ length: 9 }, () => prompt(4000, 1, 1)),
      prompt(4000, 0, 1),
    ]);
    const weights = levels.recalls.map((recall) => {
      const logit = Math.log(recall / (1 - recall));
      return Math.exp(-(((logit - 2.5) / 1.7) ** 2) / 2) * recall ** 9 * (1 - recall);
    });
    marginals[0]!.forEach((share, level) => {
      expect(share).toBeCloseTo(weights[level]! / sum(weights), 12);
    });
  });

  it('counts a prompt by how alike its marks are, never more than by a correlation of 0.35', () => {
    const five = [30, 31, 30, 30, 31].map((right) => prompt(4000, right));
    const spread = (prompts: PromptMarks[]) => {
      const [{ recall }] = recallBand(recallCurve(prompts)) as [CurvePoint];
      return recall.high - recall.low;
    };
    expect(spread(five)).toBeLessThan(spread([...five, prompt(4000, 12)]));
    const alike = five.map(({ tokens }) => prompt(tokens, 15));
    expect(spread(alike)).toBeLessThan(
      spread(five.map(({ tokens }, i) => prompt(tokens, i % 2 ? 30 : 5))),
    );
  });

  it('takes a reader for steady up to where more than 6 % of its answers are short', () => {
    const good = [4000, 8000, 16_000, 32_000].flatMap((tokens) =>
      Array.from({ length: 5 }, () => prompt(tokens, 31)),
    );
    const held = (prompts: PromptMarks[]) => likelyLengths(recallCurve(prompts))[3]!.probability;
    const short = (...lengths: number[]) => lengths.map((tokens) => prompt(tokens, 20));
    const upTo = (prompts: PromptMarks[]) => recallCurve(prompts).steadyUpTo;
    // Of 20 answers 1 is few, and 2 are not; of fewer than 12 even 1 is not, nor one in the last octave.
    expect(upTo([...good.slice(1), ...short(4000)])).toBe(32_000);
    expect(upTo([...good.slice(2), ...short(4000, 4000)])).toBe(0);
    expect(upTo([...good, ...short(32_000)])).toBe(16_000);
    // What is short at the longest length does not count at shorter ones.
    const fallen = [...good, ...short(128_000, 128_000, 128_000)];
    expect(upTo(fallen)).toBe(32_000);
    expect(held(fallen)).toBeGreaterThan(0.95);
    expect(held(good)).toBeGreaterThan(0.99);
  });

  it('is not changed by a length without answers', () => {
    const prompts = [prompt(4000, 31), prompt(32_000, 24), prompt(128_000, 12)];
    const [own, more] = [recallCurve(prompts), recallCurve(prompts, { lengths: [5000, 64_000] })];
    own.tokens.forEach((tokens, node) => {
      const at = more.tokens.indexOf(tokens);
      own.marginals[node]!.forEach((share, level) => {
        expect(more.marginals[at]![level]).toBeCloseTo(share, 10);
      });
    });
  });

  it('follows a cliff', () => {
    const lengths = [4000, 8000, 16_000, 32_000, 64_000, 128_000];
    const prompts = lengths.flatMap((tokens) =>
      [0, 1, 2].map(() => prompt(tokens, tokens > 32_000 ? 10 : 31)),
    );
    expect(crossing(recallCurve(prompts))).toMatchObject({ low: 32_000, high: 64_000 });
  });

  it('has all that lengths say of each other, and neither marks nor lengths that cannot be', () => {
    expect(() => recallCurve([])).toThrow('a recall curve needs a prompt with a mark');
    expect(() => recallCurve([prompt(4000, 1)], { lengths: [-1] })).toThrow(
      'tokens must be a number above 0, not -1',
    );
    expect(() => recallCurve([{ tokens: 4000, marks: [2] }])).toThrow('marks must be from 0 to 1');
    expect(recallCurve([], { lengths: [4000, 8000] }).tokens).toEqual([4000, 8000]);
  });
});

describe('more right answers hardly ever prove less', { tags: ['slow'] }, () => {
  const answer = fc.record({
    tokens: fc.constantFrom(4000, 8000, 16_000, 32_000, 128_000),
    size: fc.constantFrom(1, 4, 16, 32),
    share: fc.oneof(
      fc.double({ min: 0.6, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
  });
  const answers = fc.array(answer, { minLength: 2, maxLength: 20 });
  const asked = (drawn: { tokens: number; size: number; share: number }[]) =>
    drawn.map(({ tokens, size, share }) => prompt(tokens, Math.round(share * size), size));
  const oneMore = (prompts: readonly PromptMarks[], at: number) => {
    const own = prompts[at % prompts.length]!;
    const right = sum(own.marks);
    return prompts.map((one) =>
      one === own
        ? prompt(own.tokens, Math.min(right + 1, own.marks.length), own.marks.length)
        : one,
    );
  };

  it('by one mark, at no length and for no recall, of prompts with one mark each', () => {
    fc.assert(
      fc.property(answers, fc.nat(100), (drawn, at) => {
        const before = asked(drawn.map((one) => ({ ...one, size: 1 })));
        const [less, more] = [orMore(before), orMore(oneMore(before, at))];
        less.forEach((shares, node) => {
          shares.forEach((share, level) => {
            expect(more[node]![level]).toBeGreaterThanOrEqual(share - 1e-9);
          });
        });
      }),
      { numRuns: 500 },
    );
  });

  it('by 0.02 at any length, since a mark more may make marks look more alike', () => {
    const random = seedrandom('one mark more');
    const recalls = [0.8, 0.9, 0.97, 0.995];
    for (let draw = 0; draw < 200; draw++) {
      const recall = recalls[draw % recalls.length]!;
      const before = [4000, 8000, 16_000, 32_000, 64_000, 128_000].flatMap((tokens) =>
        [1, 2, 3].map(() => {
          const marks = Array.from({ length: 32 }, () => Number(random() < recall));
          return prompt(tokens, sum(marks));
        }),
      );
      const after = oneMore(before, Math.floor(random() * before.length));
      const [less, more] = [before, after].map((own) => likelyLengths(recallCurve(own)));
      less!.forEach(({ probability }, i) => {
        expect(more![i]!.probability).toBeGreaterThanOrEqual(probability - 0.02);
      });
    }
  });

  it('nor at a longer length', () => {
    fc.assert(
      fc.property(answers, (drawn) => {
        const curve = recallCurve(asked(drawn));
        const likely = likelyLengths(curve);
        likely.slice(1).forEach(({ probability }, i) => {
          expect(probability).toBeLessThanOrEqual(likely[i]!.probability + 1e-9);
        });
        recallBand(curve)
          .slice(1)
          .forEach(({ recall }, i) => {
            const shorter = recallBand(curve)[i]!.recall;
            expect(recall.value).toBeLessThanOrEqual(shorter.value + 1e-9);
          });
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['3 × 3', [32_000, 64_000, 128_000], 3],
    ['6 × 3', [4000, 8000, 16_000, 32_000, 64_000, 128_000], 3],
    ['32 × 1', Array.from({ length: 32 }, (_, i) => 4000 * (i + 1)), 1],
  ] as const)('and a perfect reader holds the longest length of %s', (_name, lengths, seeds) => {
    const prompts = lengths.flatMap((tokens) =>
      Array.from({ length: seeds }, () => prompt(tokens, 32)),
    );
    expect(crossing(recallCurve(prompts)).low).toBe(Number.POSITIVE_INFINITY);
  });
});
