import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { likelyLengths } from '../../../src/measuring/statistics/curve/effective-length.js';
import { recallCurve } from '../../../src/measuring/statistics/curve/recall-curve.js';
import { middleDip, tailLoss } from '../../../src/measuring/statistics/positions.js';
import {
  areShared,
  type UnitMarks,
  unitInterval,
  weighedByUnit,
} from '../../../src/measuring/statistics/units.js';

const LENGTHS = [1000, 2000, 4000, 8000, 16_000];

/** Questions that are each asked at all lengths. */
const asked = (questions: number, mark: (question: number, length: number) => number) =>
  Array.from({ length: questions }, (_, question) =>
    LENGTHS.map((tokens, i) => ({ unit: `q${question}`, tokens, marks: [mark(question, i)] })),
  ).flat();

describe('unitInterval', () => {
  it('is as wide at five lengths as at one, where questions are lost at all or none', () => {
    const prompts = asked(17, (question) => Number(question > 2));
    const one = prompts.filter(({ tokens }) => tokens === 1000);
    const { value, low, high } = unitInterval(prompts);
    expect(unitInterval(one)).toEqual({ value, low, high });
    expect(value).toBeCloseTo(14 / 17);
    expect([low, high].map((end) => end.toFixed(3))).toEqual(['0.588', '0.991']);
  });

  it('is narrower where the answers to a question differ by chance', () => {
    const width = (prompts: readonly UnitMarks[]) => {
      const { low, high } = unitInterval(prompts);
      return high - low;
    };
    const random = seedrandom('by chance');
    const byChance = asked(17, () => Number(random() > 3 / 17));
    expect(width(byChance)).toBeLessThan(0.7 * width(asked(17, (one) => Number(one > 2))));
  });

  it('has an interval where all is right, narrower with more questions, and of shares a small one', () => {
    const all = (questions: number) => unitInterval(asked(questions, () => 1));
    expect(all(17).high).toBe(1);
    expect(all(17).low).toBeGreaterThan(0.8);
    expect(all(17).low).toBeLessThan(0.9);
    expect(all(170).low).toBeGreaterThan(0.97);
    const { low, high } = unitInterval(asked(17, (one) => 0.9 + (one % 3) / 100));
    expect(high - low).toBeLessThan(0.1);
  });

  it('holds the mean, in whatever order, and only shares', () => {
    const mark = fc.constantFrom(0, 0.25, 1);
    const prompt = fc.record({
      unit: fc.constantFrom('a', 'b', 'c', 'd'),
      tokens: fc.constantFrom(1000, 2000),
      marks: fc.array(mark, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(prompt, { minLength: 1, maxLength: 12 }), (prompts) => {
        const { value, low, high } = unitInterval(prompts);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        const other = unitInterval([...prompts].reverse());
        expect(other.low).toBeCloseTo(low);
        expect(other.high).toBeCloseTo(high);
      }),
    );
    expect(() =>
      unitInterval(
        asked(2, () => 1),
        1,
      ),
    ).toThrow(RangeError);
  });
});

describe('weighedByUnit', () => {
  it('leaves prompts of their own as they are', () => {
    const prompts = [
      { tokens: 1000, marks: [1] },
      { tokens: 2000, marks: [0] },
    ];
    expect(areShared(prompts)).toBe(false);
    expect(weighedByUnit(prompts)).toBe(prompts);
  });

  it('takes five equal answers to a question for about one, and five by chance for more', () => {
    const worth = (prompts: readonly UnitMarks[]) => weighedByUnit(prompts)[0]!.worth!;
    const random = seedrandom('worth');
    const same = worth(asked(40, (question) => Number(question % 4 > 0)));
    const byChance = worth(asked(40, () => Number(random() > 0.25)));
    expect(same).toBeGreaterThan(0.2);
    expect(same).toBeLessThan(0.25);
    expect(byChance).toBeGreaterThan(0.6);
    expect(byChance).toBeLessThanOrEqual(1);
    // Where all is right nobody knows, and something in between is taken.
    expect(worth(asked(40, () => 1))).toBeCloseTo(1 / (1 + 4 * 0.8));
  });

  it('makes a curve less sure than prompts of their own would', () => {
    const prompts = asked(17, (question, length) => Number(question > 0 && length < 4));
    const likely = (own: readonly UnitMarks[]) =>
      likelyLengths(recallCurve(own)).map(({ probability }) => probability);
    const [alone, together] = [likely(prompts), likely(weighedByUnit(prompts))];
    expect(together[0]).toBeGreaterThan(0.5);
    expect(together[0]).toBeLessThan(alone[0]!);
    expect(together.at(-1)).toBeLessThan(0.5);
    expect(together.at(-1)).toBeGreaterThan(alone.at(-1)!);
  });
});

describe('places of questions that are asked at several lengths', () => {
  const placed = (mark: (question: number, depth: number) => number, questions = 17) =>
    asked(questions, () => 1).map((prompt) => {
      const question = Number(prompt.unit.slice(1));
      const depth = (((question * 7) % questions) + 0.5) / questions;
      return { ...prompt, marks: [mark(question, depth)], positions: [depth] };
    });

  it('do not count four lost questions as twenty lost prompts', () => {
    const lost = new Set([0, 5, 12, 16]);
    const prompts = placed((question) => Number(!lost.has(question)));
    const alone = prompts.map(({ unit, ...prompt }) => prompt);
    const dip = middleDip(prompts)!;
    expect(dip.value).toBeCloseTo(middleDip(alone)!.value);
    for (const one of [dip, tailLoss(prompts)!]) {
      expect(one.low).toBeLessThanOrEqual(0);
      expect(one.high).toBeGreaterThanOrEqual(0);
    }
  });

  it('find a tail that is lost, and say no more than an exchange of places allows', () => {
    const tail = placed((_, depth) => Number(depth <= 0.8));
    expect(tailLoss(tail)!.low).toBeGreaterThan(0);
    // One question of six in the tail: any other one would have been there as often.
    const few = placed((_, depth) => Number(depth <= 0.8), 6);
    expect(tailLoss(few)!.low).toBeLessThanOrEqual(0);
  });

  it('are compared within questions where each is asked at all depths', () => {
    const depths = [0, 0.25, 0.5, 0.75, 1];
    const prompts = asked(17, () => 1).flatMap((prompt) =>
      depths.map((depth) => ({
        ...prompt,
        marks: [Number(prompt.unit !== 'q3' && prompt.unit !== 'q9')],
        positions: [depth],
      })),
    );
    const { value, low, high } = tailLoss(prompts)!;
    expect(value).toBeCloseTo(0);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
    expect(high - low).toBeLessThan(0.3);
  });
});
