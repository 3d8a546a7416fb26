import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanDifference, pairedDifference } from '../../../src/measuring/statistics/differences.js';
import { weightedSum } from '../../../src/measuring/statistics/interval.js';
import { middleDip, tailLoss } from '../../../src/measuring/statistics/positions.js';
import { recallInterval, usableRecall } from '../../../src/measuring/statistics/recall-interval.js';

const marksOf = (right: number, marks = 32) =>
  Array.from({ length: marks }, (_, i) => Number(i < right));

describe('recallInterval', () => {
  it("is Jeffreys' interval of a share where marks are independent", () => {
    // 9 of 10: beta(9.5, 1.5), 2.5 % and 97.5 % (Brown, Cai & DasGupta 2001, Table 5).
    const single = marksOf(9, 10).map((mark) => ({ tokens: 4000, marks: [mark] }));
    const { value, low, high } = recallInterval(single);
    expect(value).toBeCloseTo(0.9, 12);
    expect(low).toBeCloseTo(0.619, 2);
    expect(high).toBeCloseTo(0.989, 2);
  });

  it.each([
    [900, 700],
    [2000, 1000],
  ])('of %d single marks, %d of them right, is that of a normal distribution', (count, right) => {
    const prompts = marksOf(right, count).map((mark) => ({ tokens: 4000, marks: [mark] }));
    const { value, low, high } = recallInterval(prompts);
    const half = 1.96 * Math.sqrt((value * (1 - value)) / count);
    expect(Math.abs((value - low) / half - 1)).toBeLessThan(0.1);
    expect(Math.abs((high - value) / half - 1)).toBeLessThan(0.1);
  });

  it('is wider for more confidence, and never beyond what may be', () => {
    const prompts = [{ tokens: 4000, marks: marksOf(3, 4) }];
    const bounds = [0.5, 0.95, 0.9999, 1 - 1e-15].map((confidence) =>
      recallInterval(prompts, confidence),
    );
    bounds.slice(1).forEach(({ low, high }, i) => {
      expect(low).toBeLessThan(bounds[i]!.low);
      expect(high).toBeGreaterThan(bounds[i]!.high);
    });
    expect(bounds.at(-1)!.low).toBeGreaterThan(0);
    expect(bounds.at(-1)!.high).toBeLessThan(1);
  });

  it('of nothing may be anything, and of all or nothing ends there', () => {
    expect(recallInterval([])).toEqual({ value: Number.NaN, low: 0, high: 1 });
    expect(recallInterval([{ tokens: 1, marks: [] }]).value).toBeNaN();
    expect(recallInterval([{ tokens: 1, marks: marksOf(0) }]).low).toBe(0);
    expect(recallInterval([{ tokens: 1, marks: marksOf(32) }]).high).toBe(1);
    expect(() => recallInterval([], 1)).toThrow('confidence must be above 0 and below 1, not 1');
  });

  it('counts marks by how alike those of a prompt are', () => {
    const prompts = (found: readonly number[]) =>
      found.map((right) => ({ tokens: 4000, marks: marksOf(right) }));
    const width = (found: readonly number[]) => {
      const { low, high } = usableRecall(prompts(found));
      return high - low;
    };
    const even = Array.from({ length: 32 }, (_, i) => 29 + (i % 3));
    // Of 1024 independent marks it would be 0.030; with a fixed correlation of 0.35 it was 0.101.
    expect(width(even)).toBeLessThan(0.06);
    expect(width(even.slice(0, 9))).toBeLessThan(0.13);
    const uneven = even.map((right, i) => (i % 4 === 0 ? right - 12 : right + 1));
    expect(width(uneven)).toBeGreaterThan(1.5 * width(even));
  });

  it('of usable answers leaves out those that failed completely, and that of all allows for more of them', () => {
    const good = Array.from({ length: 18 }, () => ({ tokens: 4000, marks: marksOf(30) }));
    const [usable, all] = [usableRecall(good), recallInterval(good)];
    expect(all.value).toBe(usable.value);
    expect(all.high).toBe(usable.high);
    // 0 of 18: at most 15% (Clopper & Pearson), which with usable answers comes to a little more.
    const most = 1 - 0.05 ** (1 / 18);
    expect(all.low).toBeLessThan(all.value * (1 - most));
    expect(all.low).toBeGreaterThan(usable.low * (1 - most) - 0.01);
    const failing = good.map((prompt, i) => (i < 3 ? { ...prompt, marks: marksOf(0) } : prompt));
    expect(usableRecall(failing).value).toBe(usable.value);
    const { value, low, high } = recallInterval(failing);
    expect(value).toBeCloseTo((15 / 18) * usable.value, 12);
    expect(low).toBeLessThan(0.65);
    expect(high).toBeGreaterThan(0.88);
    const refused = good.map((prompt, i) => (i < 3 ? { ...prompt, unusable: 1 } : prompt));
    expect(recallInterval(refused).low).toBeCloseTo(usableRecall(refused).low, 12);
  });

  it('takes from the whole grid how many answers may fail at a length where none does', () => {
    const at = (tokens: number, right: readonly number[]) =>
      right.map((own) => ({ tokens, marks: marksOf(own) }));
    const short = at(4000, [30, 31, 30]);
    const grid = [...short, ...Array.from({ length: 30 }, () => at(8000, [31])).flat()];
    expect(recallInterval(short, 0.95, grid).low).toBeGreaterThan(recallInterval(short).low + 0.3);
  });

  it('has no end that is lower by more than 0.01 for a mark more, where no answer becomes usable', () => {
    const counts = fc.array(fc.integer({ min: 4, max: 16 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.nat(11), (found, at) => {
        const own = (more: number) =>
          recallInterval(
            found.map((right, i) => ({
              tokens: 4000,
              marks: marksOf(right + (i === at % found.length ? more : 0), 17),
            })),
          );
        expect(own(1).low).toBeGreaterThanOrEqual(own(0).low - 0.01);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('holds its value, stays within 0 and 1 and narrows with more prompts', {
    tags: ['slow'],
  }, () => {
    const counts = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(counts, (found) => {
        const prompts = found.map((right) => ({ tokens: 4000, marks: marksOf(right, 8) }));
        const once = recallInterval(prompts);
        const twice = recallInterval([...prompts, ...prompts]);
        expect(once.low).toBeGreaterThanOrEqual(0);
        expect(once.high).toBeLessThanOrEqual(1);
        expect(once.low).toBeLessThanOrEqual(once.value);
        expect(once.value).toBeLessThanOrEqual(once.high);
        expect(twice.high - twice.low).toBeLessThanOrEqual(once.high - once.low + 1e-9);
      }),
      { numRuns: 40 },
    );
  });
});

describe('weightedSum', () => {
  it('adds what lies between each value and its bounds as variances', () => {
    const sum = weightedSum([
      { figure: { value: 0.8, low: 0.5, high: 0.9 }, weight: 1 },
      { figure: { value: 0.5, low: 0.4, high: 0.9 }, weight: -1 },
    ]);
    expect(sum.value).toBeCloseTo(0.3);
    expect(sum.low).toBeCloseTo(0.3 - Math.hypot(0.3, 0.4));
    expect(sum.high).toBeCloseTo(0.3 + Math.hypot(0.1, 0.1));
  });
});

describe('pairedDifference', () => {
  const pairs = (first: number[], second: number[]) =>
    first.map((right, i) => ({ first: marksOf(right), second: marksOf(second[i]!) }));

  it('has a width even where all differences are equal', () => {
    const { value, low, high } = pairedDifference(pairs([30, 30, 30], [30, 30, 30]));
    expect(value).toBe(0);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });

  it('mirrors when the readers change places', () => {
    const [a, b] = [
      [30, 28, 25, 31],
      [20, 25, 24, 30],
    ] as const;
    const there = pairedDifference(pairs([...a], [...b]));
    const back = pairedDifference(pairs([...b], [...a]));
    expect(there.value).toBeCloseTo(-back.value);
    expect(there.low).toBeCloseTo(-back.high);
  });

  it('is narrower with more prompts', () => {
    const one = { difference: 0.1, marks: 32, discordant: 0.1 };
    const width = (count: number) => {
      const { low, high } = meanDifference(Array(count).fill(one), 0.95, {
        correlation: 0.98,
        prompts: 4,
      });
      return high - low;
    };
    expect(width(20)).toBeLessThan(width(5));
  });
});

describe('middleDip and tailLoss', () => {
  const positions = Array.from({ length: 20 }, (_, i) => (i + 1) / 20);
  const middleLost = positions.map((position) => Number(Math.abs(position - 0.5) > 0.1));

  it('find a middle that is lost, within prompts', () => {
    const prompts = [4000, 8000, 16_000].map((tokens) => ({
      tokens,
      marks: middleLost,
      positions,
    }));
    const dip = middleDip(prompts)!;
    expect(dip.value).toBeGreaterThan(0.7);
    expect(dip.low).toBeGreaterThan(0);
    expect(tailLoss(prompts)!.low).toBeLessThan(0);
  });

  it('compare different prompts where each holds one piece of evidence', () => {
    const prompts = positions.flatMap((position, i) =>
      [1, 2, 3].map((seed) => ({
        tokens: 4000 * seed,
        marks: [middleLost[i]!],
        positions: [position],
      })),
    );
    const dip = middleDip(prompts)!;
    expect(dip.value).toBeGreaterThan(0.7);
    expect(dip.low).toBeGreaterThan(0);
  });

  it('are nothing without evidence in a part', () => {
    const prompts = [{ tokens: 4000, marks: [1, 1], positions: [0.1, 0.9] }];
    expect(middleDip(prompts)).toBeUndefined();
    expect(tailLoss(prompts)).toBeDefined();
  });
});
