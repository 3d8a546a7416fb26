import { describe, expect, it } from 'vitest';
import { collapses, sidesOf } from '../../../src/statistics/regression/collapse.js';
import { mean, type PairedPrompt } from '../../../src/statistics/regression/paired-prompts.js';
import { tTail } from '../../../src/statistics/regression/t-tail.js';

type Score = number | undefined;
const prompt = (
  runs: Score[],
  now: number,
  { series = 0, tokens = 4000, marks = 8 } = {},
): PairedPrompt => {
  const before = mean(runs.filter((score) => score !== undefined));
  return { series, tokens, marks, runs, before, now, drop: before - now };
};
/** So many prompts at another length that have every mark. */
const perfect = (count: number, own = {}) =>
  Array.from({ length: count }, () => prompt([1], 1, { tokens: 1000, ...own }));

const NO_DRIFT = [{ variance: 0, weight: 1 }];
/** What is said of the first prompts as one group, among so many groups in all. */
const collapseOf = (
  own: PairedPrompt[],
  rest: PairedPrompt[] = [],
  { groups = 1, drift = NO_DRIFT } = {},
) => {
  const all = [...own, ...rest];
  const group = (members: number[]) => {
    return { scope: 'one length' as const, fromTokens: 1, toTokens: 1, members };
  };
  // The others are groups of prompts that have every mark, so they did not collapse.
  const others = Array.from({ length: groups - 1 }, () => group([all.length]));
  const found = collapses(
    [...all, prompt([1], 1, { series: 9, marks: 0.1 })],
    [group(own.map((_, i) => i)), ...others],
    drift,
  );
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0];
};

describe('collapses', () => {
  it.each([
    [1, 0.5, true],
    [1, 0.5625, false],
    [0.5, 0.25, true],
    [0.5, 0.3125, false],
    [0.25, 0, true],
    [0.5, 1, false],
    [0, 0, false],
  ])('from %d to %d loses at least half of the recall: %s', (before, now, collapsed) => {
    const found = collapseOf([prompt([before], now), prompt([before], now)], perfect(4));
    expect(found !== undefined).toBe(collapsed);
    if (found) expect(found).toMatchObject({ before, now });
  });

  it('are none in a group without prompts', () => {
    expect(collapseOf([], perfect(3))).toBeUndefined();
  });

  it.each([
    ['from all to nothing', 1, 0, 8, true],
    ['to a tenth', 1, 0.1, 8, true],
    ['to an eighth', 1, 0.125, 8, false],
    ['from a half to a twentieth', 0.5, 0.05, 8, true],
    ['from a half to a tenth', 0.5, 0.1, 8, false],
    ['from what is just fine', 0.3, 0, 8, true],
    ['from what is not fine', 0.25, 0, 8, false],
    ['of a single mark', 1, 0, 1, false],
    ['of two marks', 1, 0, 2, true],
  ])('a prompt that falls %s is at nothing or not', (_, before, now, marks, toNothing) => {
    expect(collapseOf([prompt([before], now, { marks })], perfect(3))!.toNothing).toBe(toNothing);
  });

  describe('that the baseline shows as often are not to nothing', () => {
    const fallen = (count: number, own = {}) =>
      Array.from({ length: count }, () => prompt([1], 0, own));
    const missed = (count: number, own = {}) =>
      Array.from({ length: count }, () => prompt([0], 0, { tokens: 1000, ...own }));
    const toNothing = (own: PairedPrompt[], rest: PairedPrompt[], groups = 1) =>
      collapseOf(own, rest, { groups })!.toNothing;

    it.each([
      // One of ten is at nothing, so two together by a chance of 1/100, in every group.
      [2, 7, 1, 4, true],
      [2, 7, 1, 6, false],
      [1, 8, 1, 1, false],
      [1, 19, 0, 50, true],
      [1, 30, 1, 1, true],
      [3, 4, 3, 1, true],
      [3, 4, 3, 2, false],
    ])(
      '%d fallen beside %d right and %d missed, %d groups: %s',
      (own, right, wrong, groups, is) => {
        expect(toNothing(fallen(own), [...perfect(right), ...missed(wrong)], groups)).toBe(is);
      },
    );

    it('in its own series, or in any of at least half as many marks', () => {
      const other = (marks: number) => [
        ...perfect(8, { series: 1, marks }),
        ...missed(8, { series: 1, marks }),
      ];
      const own = fallen(2, { marks: 8 });
      expect(toNothing(own, perfect(9, { marks: 8 }))).toBe(true);
      expect(toNothing(own, [...perfect(9), ...other(8)])).toBe(false);
      expect(toNothing(own, [...perfect(9), ...other(4)])).toBe(false);
      expect(toNothing(own, [...perfect(9), ...other(3)])).toBe(true);
      expect(toNothing(own, [...perfect(9), ...other(16)])).toBe(false);
      // The fewest marks of a group are what others are held against.
      const uneven = [prompt([1], 0, { marks: 32 }), prompt([1], 0, { marks: 4 })];
      expect(toNothing(uneven, [...perfect(9, { marks: 32 }), ...other(3)])).toBe(false);
      // Its own series counts, whatever the marks there.
      const mixed = [...perfect(4, { marks: 1 }), ...missed(4, { marks: 1 })];
      expect(toNothing(own, [...mixed, ...perfect(90, { series: 1 })])).toBe(false);
      expect(toNothing(fallen(2, { series: 1 }), [...mixed, ...perfect(9, { series: 1 })])).toBe(
        true,
      );
    });

    it('in series that are fine as a whole, by the recall there, in every run', () => {
      const own = fallen(2);
      const poor = [...perfect(2, { series: 1 }), ...missed(8, { series: 1 })];
      expect(toNothing(own, [...perfect(9), ...poor])).toBe(true);
      expect(toNothing(own, [...perfect(9), ...poor.slice(0, 6)])).toBe(false);
      const scored = (score: number) =>
        Array.from({ length: 16 }, (_, i) => prompt([i % 2 ? 1 : score], 1, { series: 1 }));
      // A tenth of a recall of about a half.
      expect(toNothing(own, [...perfect(9), ...scored(0.05)])).toBe(false);
      expect(toNothing(own, [...perfect(9), ...scored(0.09)])).toBe(true);
      const twice = (other: Score) =>
        Array.from({ length: 12 }, () => prompt([1, other], 1, { series: 1 }));
      expect(toNothing(own, [...perfect(9), ...twice(0)])).toBe(false);
      expect(toNothing(own, [...perfect(9), ...twice(undefined)])).toBe(true);
      // What a run lacks is no recall either: four of fourteen are at nothing.
      const lacking = [1, 1, 0].flatMap((score) =>
        Array.from({ length: 4 }, () => prompt([score, undefined, undefined], 1)),
      );
      expect(toNothing(own, lacking)).toBe(false);
    });

    it('so a group in series that are not fine has nothing to be held against', () => {
      const own = [prompt([1], 0), prompt([1], 0)];
      expect(toNothing(own, missed(8))).toBe(true);
    });
  });

  describe('have the chance of Student’s t', () => {
    /** The prior's correlation and freedom, where all others have every mark. */
    const spread = (marks: number) => 1 / marks + (1 - 1 / marks) * 0.3;
    const recallOf = (own: PairedPrompt[]) =>
      (own.reduce((sum, { before, now }) => sum + before + now, 0) + 0.5) / (2 * own.length + 1);

    it('with one run', () => {
      const own = [prompt([1], 0.25), prompt([0.75], 0), prompt([1], 0.5, { marks: 4 })];
      const recall = recallOf(own);
      const variance = (2 * recall * (1 - recall) * (2 * spread(8) + spread(4))) / 9;
      const drop = mean(own.map((one) => one.drop));
      expect(collapseOf(own, perfect(5))!.p).toBeCloseTo(tTail(drop / Math.sqrt(variance), 8), 12);
    });

    it.each([
      [
        [
          [1, 0.75],
          [1, 0.5],
        ],
        1.5,
      ],
      // A run that lacks a prompt makes that prompt's baseline less sure, and drift count in full.
      [
        [
          [1, 0.75],
          [undefined, 0.5],
        ],
        2,
      ],
    ] as [Score[][], number][])('with runs that drift: %j', (runs, sides) => {
      const own = runs.map((scores) => prompt(scores, 0.125));
      const recall = recallOf(own);
      const variance =
        (recall * (1 - recall) * spread(8) * (sidesOf(own[0]!) + sidesOf(own[1]!))) / 4;
      const drift = [
        { variance: 0.01, weight: 0.75 },
        { variance: 0.09, weight: 0.25 },
      ];
      const drop = mean(own.map((one) => one.drop));
      const tail = (shift: number) => tTail(drop / Math.sqrt(variance + shift * sides), 8);
      const { p } = collapseOf(own, perfect(5), { drift })!;
      expect(p).toBeCloseTo(0.75 * tail(0.01) + 0.25 * tail(0.09), 12);
    });

    it('by the correlation that each series shows in its other prompts', () => {
      const own = [prompt([1], 0), prompt([1], 0), prompt([1], 0)];
      const moody = (series: number) =>
        Array.from({ length: 12 }, (_, i) =>
          prompt([Number(i % 2 > 0)], Number(i % 4 > 1), { series, tokens: 1000 }),
        );
      const even = (series: number) =>
        Array.from({ length: 12 }, () => prompt([0.5], 0.5, { series, tokens: 1000 }));
      const pOf = (rest: PairedPrompt[]) => collapseOf(own, rest)!.p;
      expect(pOf([...perfect(5), ...moody(1)])).toBe(pOf(perfect(5)));
      expect(pOf(moody(0))).toBeGreaterThan(pOf(perfect(5)));
      expect(pOf(even(0))).toBeLessThan(pOf(perfect(5)));
      // Two series have the freedom of the one that knows less.
      const both = [prompt([1], 0), prompt([1], 0), prompt([1], 0, { series: 1 })];
      const other = collapseOf(both, [...even(0), ...perfect(5, { series: 1 })])!.p;
      const swapped = collapseOf(
        both.map((one) => ({ ...one, series: 1 - one.series })),
        [...perfect(5), ...even(1)],
      )!.p;
      expect(other).toBeCloseTo(swapped, 12);
    });
  });
});
