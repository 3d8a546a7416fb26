import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  ComparedSeries,
  PairedPrompt,
} from '../../../../src/measuring/statistics/regression/paired-prompts.js';
import {
  fallToNothing,
  judgeRegression as judge,
} from '../../../../src/measuring/statistics/regression/regression.js';

const DEFAULT_REGRESSION = { alpha: 0.05, maxDrop: 0.02, confidence: 0.95 };

const judgeRegression = (
  series: readonly ComparedSeries[],
  options: Parameters<typeof judge>[1] = DEFAULT_REGRESSION,
) => judge(series, options);

/** Lengths × seeds with 32 marks; scores by length and seed. */
function grid(
  lengths: number,
  seeds: number,
  before: (length: number, seed: number) => number,
  now: (length: number, seed: number) => number,
  { series = 'stars', marks = 32 } = {},
): ComparedSeries {
  const cases = Array.from({ length: lengths * seeds }, (_, i) => {
    const length = 1 + Math.floor(i / seeds);
    const seed = i % seeds;
    return {
      tokens: 4000 * length,
      marks,
      baseline: [[before(length, seed)]],
      candidate: [now(length, seed)],
    };
  });
  return { series, cases };
}

const nearly = (length: number, seed: number) => 1 - ((length + seed) % 3) / 32;

describe('judgeRegression', () => {
  it('passes a reader against itself and says what that excludes', () => {
    const result = judgeRegression([grid(3, 3, nearly, nearly)]);
    expect(result).toMatchObject({ verdict: 'passed', reasons: [], prompts: 9 });
    expect(result.drop.value).toBe(0);
    expect(result.excludes).toBeGreaterThan(0);
    expect(result.excludes).toBeLessThan(0.1);
  });

  it('passes a battery of one-mark prompts against itself', () => {
    const series = Array.from({ length: 6 }, (_, i) =>
      grid(3, 1, nearly, nearly, { series: `${i}`, marks: 1 }),
    );
    expect(judgeRegression(series).verdict).toBe('passed');
  });

  it('takes nine perfect prompts for nine, not for 288 marks', () => {
    const perfect = () => 1;
    const { excludes, longest } = judgeRegression([grid(3, 3, perfect, perfect)]);
    expect(excludes).toBeGreaterThan(0.08);
    expect(longest!.excludes).toBeGreaterThan(0.3);
  });

  it('fails when five of 32 lengths fall to nothing, however the marks of a prompt hang together', () => {
    const wholly = (lost: readonly number[]) => (l: number) => (lost.includes(l) ? 0 : 1);
    const models = [
      { before: nearly, now: (l: number, s: number) => (l > 27 ? 0 : nearly(l, s)) },
      { before: wholly([4, 15, 20]), now: wholly([7, 12, 22, 28, 29, 30, 31, 32]) },
      { before: wholly([]), now: wholly([28, 29, 30, 31, 32]) },
    ];
    for (const { before, now } of models) {
      const { verdict, comparisons } = judgeRegression([grid(32, 1, before, now)]);
      expect(verdict).toBe('failed');
      expect(comparisons).toContainEqual(
        expect.objectContaining({ scope: 'longest eighth', verdict: 'failed', toNothing: true }),
      );
    }
  });

  it('fails when the longest length of 3 × 3 falls to nothing', () => {
    const result = judgeRegression([grid(3, 3, nearly, (l, s) => (l === 3 ? 0 : nearly(l, s)))]);
    expect(result.verdict).toBe('failed');
    expect(result.reasons).toEqual(['drop']);
    expect(result.longest).toMatchObject({ fromTokens: 12_000, now: 0, verdict: 'failed' });
    expect(result.comparisons).toContainEqual(result.longest);
  });

  it('fails the same when it is the shortest, which is named besides', () => {
    const { verdict, comparisons } = judgeRegression([
      grid(3, 3, nearly, (l, s) => (l === 1 ? 0 : nearly(l, s))),
    ]);
    expect(verdict).toBe('failed');
    expect(comparisons.map(({ scope, toTokens }) => [scope, toTokens])).toEqual([
      ['all lengths', 12_000],
      ['longer half', 12_000],
      ['longest quarter', 12_000],
      ['one length', 4000],
    ]);
  });

  it('says of a pass what it excludes at the longest length too', () => {
    const { longest, excludes } = judgeRegression([grid(3, 3, nearly, nearly)]);
    expect(longest).toMatchObject({ fromTokens: 12_000, toTokens: 12_000, prompts: 3 });
    expect(longest!.excludes).toBeGreaterThan(excludes);
    // One prompt alone would exclude next to nothing.
    expect(judgeRegression([grid(32, 1, nearly, nearly)]).longest).toMatchObject({
      scope: 'longest quarter',
      fromTokens: 100_000,
      prompts: 8,
    });
    expect(judgeRegression([grid(1, 5, nearly, nearly)])).not.toHaveProperty('longest');
  });

  it('does not say of a length that it passed while it may have lost much', () => {
    const { verdict, comparisons } = judgeRegression([
      grid(
        3,
        2,
        () => 1,
        () => 1,
      ),
    ]);
    expect(verdict).toBe('passed');
    expect(comparisons[2]!.excludes).toBeGreaterThan(0.2);
    expect(comparisons[2]!.verdict).toBe('unknown');
  });

  it('counts several baseline runs as more', () => {
    const lower = (l: number, s: number) => nearly(l, s) - 0.04;
    const { series, cases } = grid(32, 1, nearly, lower);
    const of = (runs: number) =>
      judgeRegression(
        [
          {
            series,
            cases: cases.map((own) => ({
              ...own,
              baseline: Array.from({ length: runs }, () => own.baseline[0]!),
            })),
          },
        ],
        DEFAULT_REGRESSION,
      );
    const chances = [1, 2, 3, 8].map((runs) => of(runs).comparisons[0]!.p);
    expect(chances).toEqual(chances.toSorted((a, b) => b - a));
  });

  it('does not pass when a single prompt of 32 falls to nothing', () => {
    const result = judgeRegression([grid(32, 1, nearly, (l, s) => (l === 32 ? 0 : nearly(l, s)))]);
    expect(result.verdict).not.toBe('passed');
    expect(result.reasons).toEqual(['fell to nothing']);
    expect(result.comparisons.at(-1)).toMatchObject({
      scope: 'one length',
      fromTokens: 128_000,
      toNothing: true,
      verdict: 'inconclusive',
    });
  });

  it('passes when the baseline has prompts at nothing too', () => {
    const moody = (bad: number) => (l: number, s: number) => (l % 8 === bad ? 0 : nearly(l, s));
    const result = judgeRegression([grid(32, 1, moody(1), moody(2))]);
    expect(result).toMatchObject({ verdict: 'passed', reasons: [] });
  });

  it('finds a small drop in each of several series by one pooled test', () => {
    const lower = (l: number, s: number) => nearly(l, s) - 2 / 32;
    const series = Array.from({ length: 6 }, (_, i) =>
      grid(3, 2, nearly, lower, { series: `${i}` }),
    );
    const { verdict, comparisons } = judgeRegression(series);
    expect(verdict).toBe('failed');
    expect(comparisons[0]).toMatchObject({ scope: 'all lengths', prompts: 36, verdict: 'failed' });
    expect(comparisons[0]?.series).toBeUndefined();
  });

  it('accepts a significant drop within maxDrop', () => {
    const lower = (l: number, s: number) => nearly(l, s) - 1 / 32;
    const options = { ...DEFAULT_REGRESSION, maxDrop: 0.05 };
    const { verdict, comparisons } = judgeRegression([grid(32, 1, nearly, lower)], options);
    expect(verdict).toBe('passed');
    expect(comparisons[0]!.adjusted).toBeLessThan(0.05);
  });

  it('passes with a margin only when a drop of it is excluded', () => {
    const options = { ...DEFAULT_REGRESSION, margin: 0.05 };
    expect(judgeRegression([grid(1, 3, nearly, nearly)], options)).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['margin not shown'],
    });
    expect(judgeRegression([grid(32, 3, nearly, nearly)], options).verdict).toBe('passed');
  });

  it('is inconclusive without prompts, and with one prompt of one mark', () => {
    expect(judgeRegression([])).toMatchObject({ verdict: 'inconclusive', reasons: ['no prompts'] });
    expect(judgeRegression([grid(1, 1, nearly, nearly, { marks: 1 })])).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['too little data'],
    });
  });

  it('fails at alpha or below, and its interval says the same', () => {
    const lower = (l: number, s: number) => nearly(l, s) - ((s + l) % 5) / 32;
    const some = [grid(4, 4, nearly, lower)];
    const { adjusted } = judgeRegression(some).comparisons[0]!;
    expect(adjusted).toBeLessThan(0.05);
    const at = (alpha: number) =>
      judgeRegression(some, { ...DEFAULT_REGRESSION, alpha }).comparisons[0]!;
    expect(at(adjusted * 1.001)).toMatchObject({ verdict: 'failed' });
    expect(at(adjusted * 1.001).drop.low).toBeGreaterThanOrEqual(0);
    expect(at(adjusted * 0.999)).toMatchObject({ verdict: 'passed' });
    expect(at(adjusted * 0.999).drop.low).toBeLessThan(0);
  });

  it('accepts a fall of one length within maxDrop', () => {
    const halved = [grid(4, 8, nearly, (l, s) => (l === 4 ? nearly(l, s) / 2 : nearly(l, s)))];
    expect(judgeRegression(halved).verdict).toBe('failed');
    expect(judgeRegression(halved, { ...DEFAULT_REGRESSION, maxDrop: 0.6 }).verdict).toBe('passed');
  });

  it('shows a margin above what is excluded, and not at it', () => {
    const own = [grid(8, 3, nearly, nearly)];
    const { excludes } = judgeRegression(own);
    const reasonsAt = (margin: number) =>
      judgeRegression(own, { ...DEFAULT_REGRESSION, margin }).reasons;
    expect(reasonsAt(excludes)).toEqual(['margin not shown']);
    expect(reasonsAt(excludes + 1e-9)).toEqual([]);
  });

  it('has nothing to say without prompts, and names no series of all together', () => {
    expect(judgeRegression([{ series: 'stars', cases: [] }])).toEqual({
      verdict: 'inconclusive',
      reasons: ['no prompts'],
      prompts: 0,
      before: Number.NaN,
      now: Number.NaN,
      drop: { value: Number.NaN, low: -1, high: 1 },
      excludes: 1,
      comparisons: [],
      drift: { runs: 0, from: 'prior', deviation: expect.any(Number) },
    });
    const { comparisons } = judgeRegression([
      grid(1, 3, nearly, nearly),
      grid(1, 3, nearly, nearly, { series: 'sums' }),
    ]);
    expect(Object.keys(comparisons[0]!)).not.toContain('series');
    expect(comparisons.map(({ series }) => series)).toEqual([undefined, 'stars', 'sums']);
  });

  it('demands a larger drop where the baseline runs drift apart', () => {
    const withRuns = (shift: number) => {
      const { series, cases } = grid(32, 1, nearly, (l, s) => nearly(l, s) - 2 / 32);
      return judgeRegression([
        {
          series,
          cases: cases.map(({ baseline, ...rest }) => {
            const score = baseline[0]![0]!;
            return { ...rest, baseline: [[score - shift], [score], [score + shift]] };
          }),
        },
      ]);
    };
    expect(withRuns(0)).toMatchObject({ verdict: 'failed', drift: { runs: 3 } });
    expect(withRuns(1 / 16)).toMatchObject({ verdict: 'passed', drift: { runs: 3 } });
    expect(withRuns(1 / 16).excludes).toBeGreaterThan(withRuns(0).excludes);
  });

  const score = fc.integer({ min: 0, max: 8 }).map((found) => found / 8);
  const cases = fc.array(
    fc.record({
      tokens: fc.constantFrom(4000, 8000, 16_000),
      marks: fc.constant(8),
      baseline: fc.array(fc.array(score, { maxLength: 2 }), { minLength: 1, maxLength: 3 }),
      candidate: fc.array(score, { maxLength: 2 }),
    }),
    { maxLength: 12 },
  );

  it('never passes when an interval lies beyond maxDrop, whatever the scores', {
    tags: ['slow'],
  }, () => {
    fc.assert(
      fc.property(fc.array(cases, { minLength: 1, maxLength: 3 }), (own) => {
        const series = own.map((list, i) => ({ series: `${i}`, cases: list }));
        const result = judgeRegression(series);
        expect(judgeRegression(series)).toEqual(result);
        if (result.prompts === 0) return;
        for (const { series: name, drop, excludes, verdict, toNothing } of result.comparisons) {
          expect(drop.low).toBeLessThanOrEqual(drop.value + 1e-6);
          expect(drop.high).toBeGreaterThanOrEqual(drop.value - 1e-6);
          expect(excludes).toBeLessThanOrEqual(drop.high + 1e-9);
          if (drop.low > 0.02 + 1e-9) expect(verdict).toBe('failed');
          if (verdict === 'passed' && name !== undefined) expect(drop.high).toBeLessThan(0.2);
          if (toNothing) expect(result.verdict).not.toBe('passed');
        }
      }),
      { numRuns: 100 },
    );
  });
});

const prompt = (before: number, now: number, changes: Partial<PairedPrompt> = {}) => {
  const own = { series: 0, tokens: 4000, marks: 8, runs: [before] };
  return { ...own, before, now, drop: before - now, ...changes };
};
const fine = (count: number, changes = {}) =>
  Array.from({ length: count }, () => prompt(1, 1, changes));
/** Whether the first prompts fell to nothing, among others. */
const fell = (own: PairedPrompt[], others: PairedPrompt[], groups = 5) =>
  fallToNothing([...own, ...others], groups)(own);

describe('fallToNothing', () => {
  it('is less than a tenth of what was fine, and more than one mark of it', () => {
    expect(fell([prompt(1, 0)], fine(9))).toBe(true);
    expect(fell([prompt(1, 0.1)], fine(9))).toBe(true);
    expect(fell([prompt(1, 0.125)], fine(9))).toBe(false);
    expect(fell([prompt(0.3, 0)], fine(9))).toBe(true);
    expect(fell([prompt(0.29, 0)], fine(9))).toBe(false);
    expect(fell([prompt(1, 0, { marks: 1 })], fine(9))).toBe(false);
  });

  it('is not what the baseline shows as often, in its own series or in any like it', () => {
    const sometimes = [...fine(8), prompt(0, 1)];
    expect(fell([prompt(1, 0)], sometimes)).toBe(false);
    // Three such prompts together would be far rarer than one.
    expect(fell([prompt(1, 0), prompt(1, 0), prompt(1, 0)], sometimes)).toBe(true);
    expect(fell([prompt(1, 0), prompt(1, 0), prompt(1, 0)], sometimes, 100)).toBe(false);
    const elsewhere = (marks: number) => [
      ...fine(8, { series: 1 }),
      prompt(0, 1, { series: 1, marks }),
    ];
    expect(fell([prompt(1, 0)], elsewhere(4))).toBe(false);
    expect(fell([prompt(1, 0)], elsewhere(3))).toBe(true);
  });

  it('goes by every run of the baseline, and by series that are fine as a whole', () => {
    const twice = fine(8).map((own, i) => ({ ...own, runs: [i === 0 ? 0 : 1, 1, undefined] }));
    expect(fell([prompt(1, 0)], twice)).toBe(false);
    const bad = Array.from({ length: 8 }, (_, i) => prompt(Number(i === 0), 1, { series: 1 }));
    expect(fell([prompt(1, 0)], bad)).toBe(true);
  });
});
