import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ComparedSeries } from '../../../src/statistics/regression/paired-prompts.js';
import {
  DEFAULT_REGRESSION,
  judgeRegression,
} from '../../../src/statistics/regression/regression.js';

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
    const { excludes } = judgeRegression([grid(3, 3, perfect, perfect)]);
    expect(excludes).toBeGreaterThan(0.2);
  });

  it('fails when the longest length of 3 × 3 falls to nothing', () => {
    const result = judgeRegression([grid(3, 3, nearly, (l, s) => (l === 3 ? 0 : nearly(l, s)))]);
    expect(result.verdict).toBe('failed');
    expect(result.reasons).toContain('collapse');
    expect(result.collapses[0]).toMatchObject({
      scope: 'one length',
      fromTokens: 12_000,
      now: 0,
      toNothing: true,
      verdict: 'failed',
    });
  });

  it('does not pass when a single prompt of 32 falls to nothing', () => {
    const result = judgeRegression([grid(32, 1, nearly, (l, s) => (l === 32 ? 0 : nearly(l, s)))]);
    expect(result.verdict).not.toBe('passed');
    expect(result.collapses.map(({ fromTokens }) => fromTokens)).toContain(128_000);
  });

  it('passes when the baseline has prompts at nothing too', () => {
    const moody = (bad: number) => (l: number, s: number) => (l % 8 === bad ? 0 : nearly(l, s));
    const result = judgeRegression([grid(32, 1, moody(1), moody(2))]);
    expect(result).toMatchObject({ verdict: 'passed', collapses: [] });
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
      verdict: 'undecided',
      reasons: ['margin not shown'],
    });
    expect(judgeRegression([grid(32, 3, nearly, nearly)], options).verdict).toBe('passed');
  });

  it('is undecided without prompts, and with one prompt of one mark', () => {
    expect(judgeRegression([])).toMatchObject({ verdict: 'undecided', reasons: ['no prompts'] });
    expect(judgeRegression([grid(1, 1, nearly, nearly, { marks: 1 })])).toMatchObject({
      verdict: 'undecided',
      reasons: ['too little data'],
    });
  });

  it('fails at alpha or below, by a drop and by a collapse', () => {
    const lower = (l: number, s: number) => nearly(l, s) - ((s + l) % 5) / 32;
    const some = [grid(4, 4, nearly, lower)];
    const { adjusted } = judgeRegression(some).comparisons[0]!;
    expect(adjusted).toBeLessThan(0.05);
    const at = (alpha: number) => judgeRegression(some, { ...DEFAULT_REGRESSION, alpha });
    expect(at(adjusted).comparisons[0]!.verdict).toBe('failed');
    expect(at(adjusted * 0.999).comparisons[0]!.verdict).toBe('passed');
    const fallen = [grid(3, 3, nearly, (l, s) => (l === 3 ? 0 : nearly(l, s)))];
    const [collapse] = judgeRegression(fallen).collapses;
    const of = (alpha: number) => judgeRegression(fallen, { ...DEFAULT_REGRESSION, alpha });
    expect(of(collapse!.adjusted).reasons).toContain('collapse');
    expect(of(collapse!.adjusted * 0.999).reasons).not.toContain('collapse');
  });

  it('accepts a collapse within maxDrop', () => {
    const halved = [grid(4, 8, nearly, (l, s) => (l === 4 ? nearly(l, s) / 2 : nearly(l, s)))];
    expect(judgeRegression(halved).reasons).toContain('collapse');
    const { collapses } = judgeRegression(halved, { ...DEFAULT_REGRESSION, maxDrop: 0.6 });
    expect(collapses).toEqual([]);
  });

  it('is undecided where an interval is beyond maxDrop, but too few prompts show it', () => {
    const lower = (length: number) => (length < 3 ? 0.48 : 0.9);
    const few = [grid(3, 2, () => 0.9, lower, { marks: 3200 })];
    const { verdict, reasons, comparisons } = judgeRegression(few);
    expect(comparisons.map(({ drop }) => drop.low > 0.02)).toEqual([true, false, false]);
    expect(verdict).toBe('undecided');
    expect(reasons).toEqual(['interval beyond the accepted drop']);
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
      verdict: 'undecided',
      reasons: ['no prompts'],
      prompts: 0,
      before: Number.NaN,
      now: Number.NaN,
      drop: { value: Number.NaN, low: -1, high: 1 },
      excludes: 1,
      comparisons: [],
      collapses: [],
      drift: { runs: 0, deviation: 0 },
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
        const { drop, excludes, verdict } = result;
        expect(drop.low).toBeLessThanOrEqual(drop.value);
        expect(drop.high).toBeGreaterThanOrEqual(drop.value);
        expect(excludes).toBeLessThanOrEqual(drop.high);
        if (drop.low > 0.02 + 1e-9) expect(verdict).not.toBe('passed');
        if (result.collapses.length > 0) expect(verdict).not.toBe('passed');
      }),
      { numRuns: 100 },
    );
  });
});
