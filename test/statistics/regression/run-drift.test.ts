import { describe, expect, it } from 'vitest';
import type { PairedPrompt } from '../../../src/statistics/regression/paired-prompts.js';
import { runDrift } from '../../../src/statistics/regression/run-drift.js';

/** Prompts of one series whose runs differ by shifts alone. */
const shifted = (series: number, shifts: (number | undefined)[], prompts = 2): PairedPrompt[] =>
  Array.from({ length: prompts }, (_, i) => {
    const runs = shifts.map((shift) => (shift === undefined ? shift : 0.3 + i / 4 + shift));
    return { series, tokens: 4000, marks: 8, runs, before: 0.5, now: 0.5, drop: 0 };
  });

const NONE = [{ variance: 0, weight: 1 }];
const total = (nodes: readonly { weight: number }[]) =>
  nodes.reduce((sum, { weight }) => sum + weight, 0);

describe('runDrift', () => {
  it('knows nothing of one run, and nothing by a single prompt that all runs answered', () => {
    const nothing = { deviation: 0, whole: NONE, series: NONE };
    expect(runDrift([])).toEqual({ runs: 0, ...nothing });
    expect(runDrift(shifted(0, [0.1], 9))).toEqual({ runs: 1, ...nothing });
    expect(runDrift(shifted(0, [0, 0.2], 1))).toEqual({ runs: 2, ...nothing });
    const mostly = [...shifted(0, [0, 0.2], 1), ...shifted(0, [undefined, 0.2], 9)];
    expect(runDrift(mostly)).toEqual({ runs: 2, ...nothing });
    expect(runDrift(shifted(0, [0, 0.2], 2)).deviation).toBeGreaterThan(0.02);
  });

  it('is about as large as what the runs show, where they show it plainly', () => {
    const shifts = [-3, -2, -1, 0, 1, 2, 3].map((step) => step * 0.04);
    const { deviation, whole } = runDrift(shifted(0, shifts, 40));
    const shown = Math.sqrt(shifts.reduce((sum, shift) => sum + shift ** 2, 0) / 6);
    expect(deviation / shown).toBeGreaterThan(0.85);
    expect(deviation / shown).toBeLessThan(1.15);
    expect(total(whole)).toBeCloseTo(1, 12);
  });

  it('has no drift of series where there is one series', () => {
    const { series, whole } = runDrift(shifted(0, [0, 0.1, 0.05]));
    expect(series).toEqual(NONE);
    expect(whole.length).toBeGreaterThan(1);
  });

  it('has as many degrees of freedom in series as their shifts have beside the run’s', () => {
    // Three series of two runs have two, and so have three runs of one series.
    const series = [0.06, -0.06, 0].flatMap((own, i) => shifted(i, [own, -own]));
    const apart = runDrift(series).series;
    const root = 0.06 * Math.SQRT2;
    const { whole } = runDrift(shifted(0, [root, -root, 0], 6));
    expect(apart).toHaveLength(whole.length);
    apart.forEach(({ variance, weight }, i) => {
      expect(variance).toBe(whole[i]!.variance);
      expect(weight).toBeCloseTo(whole[i]!.weight, 9);
    });
  });

  it('can be reckoned with for series of one prompt, and for very many series', () => {
    for (const count of [2, 600]) {
      const prompts = Array.from({ length: count }, (_, i) => shifted(i, [0, 0.05, i % 2], 1));
      const { whole, series } = runDrift(prompts.flat());
      expect(total(whole)).toBeCloseTo(1, 12);
      expect(total(series)).toBeCloseTo(1, 12);
    }
  });
});
